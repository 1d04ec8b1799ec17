import { preferredLanguage } from '../../text/text.ts';
import { type ReadingText, readingEn } from './reading-en.ts';

/** What the readers of files have to say, in the language that is shown. */
export const readingText: ReadingText =
  preferredLanguage() === 'de' ? (await import('./reading-de.ts')).readingDe : readingEn;

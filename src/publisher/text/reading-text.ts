import { preferredLanguage } from '../../text/text.ts';
import { type ReadingText, readingEn } from './reading-en.ts';

export const readingText: ReadingText =
  preferredLanguage() === 'de' ? (await import('./reading-de.ts')).readingDe : readingEn;

import { type ReadingText, readingEn } from '../../../../sw/formats/reading/reading-en.ts';
import { preferredLanguage } from '../../../text/text.ts';

export const readingText: ReadingText =
  preferredLanguage() === 'de' ? (await import('./reading-de.ts')).readingDe : readingEn;

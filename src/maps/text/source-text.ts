import { preferredLanguage } from '../../text/text.ts';
import { type SourceText, sourceEn } from './source-en.ts';

/** Where the picture on the map comes from, in words of the language that is shown; they come after the map. */
export const sourceText: SourceText =
  preferredLanguage() === 'de' ? (await import('./source-de.ts')).sourceDe : sourceEn;

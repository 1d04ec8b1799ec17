import { preferredLanguage } from '../../text/text.ts';
import { type OriginsText, originsEn } from './origins-en.ts';

/** What the list of allowed origins says, in the language that is shown. */
export const originsText: OriginsText =
  preferredLanguage() === 'de' ? (await import('./origins-de.ts')).originsDe : originsEn;

import { type StyleText, styleEn } from '../../text/style-en.ts';
import { preferredLanguage } from '../../text/text.ts';

/** What the style editor says, in the language that is shown. */
export const styleText: StyleText =
  preferredLanguage() === 'de' ? (await import('../../text/style-de.ts')).styleDe : styleEn;

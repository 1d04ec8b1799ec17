import { preferredLanguage } from '../../text/text.ts';
import { type StyleText, styleEn } from './style-en.ts';

/** What the style editor says, in the language that is shown. */
export const styleText: StyleText = preferredLanguage() === 'de' ? (await import('./style-de.ts')).styleDe : styleEn;

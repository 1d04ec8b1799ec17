import { preferredLanguage } from '../../text/text.ts';
import { type StyleText, styleEn } from './style-en.ts';

export const styleText: StyleText = preferredLanguage() === 'de' ? (await import('./style-de.ts')).styleDe : styleEn;

import { preferredLanguage } from '../../text/text.ts';
import { type MeasureText, measureEn } from './measure-en.ts';

export const measureText: MeasureText =
  preferredLanguage() === 'de' ? (await import('./measure-de.ts')).measureDe : measureEn;

import { preferredLanguage } from '../../text/text.ts';
import { type OriginsText, originsEn } from './origins-en.ts';

export const originsText: OriginsText =
  preferredLanguage() === 'de' ? (await import('./origins-de.ts')).originsDe : originsEn;

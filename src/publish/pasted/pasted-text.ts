import { preferredLanguage } from '../../text/text.ts';
import { type PastedText, pastedEn } from './pasted-en.ts';

export const pastedText: PastedText =
  preferredLanguage() === 'de' ? (await import('./pasted-de.ts')).pastedDe : pastedEn;

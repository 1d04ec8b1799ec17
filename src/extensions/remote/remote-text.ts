import { preferredLanguage } from '../../text/text.ts';
import { type ElsewhereText, elsewhereEn } from './remote-en.ts';

export const elsewhereText: ElsewhereText =
  preferredLanguage() === 'de' ? (await import('./remote-de.ts')).elsewhereDe : elsewhereEn;

import { preferredLanguage } from '../../text/text.ts';
import { type ElsewhereText, elsewhereEn } from './elsewhere-en.ts';

export const elsewhereText: ElsewhereText =
  preferredLanguage() === 'de' ? (await import('./elsewhere-de.ts')).elsewhereDe : elsewhereEn;

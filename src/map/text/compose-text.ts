import { preferredLanguage } from '../../text/text.ts';
import { type ComposeText, composeEn } from './compose-en.ts';

export const composeText: ComposeText =
  preferredLanguage() === 'de' ? (await import('./compose-de.ts')).composeDe : composeEn;

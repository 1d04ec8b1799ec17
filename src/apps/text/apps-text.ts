import { preferredLanguage } from '../../text/text.ts';
import { type EmbedText, embedEn } from './apps-en.ts';

/** The sentences of this page in the language that is shown. */
export const embedText: EmbedText = preferredLanguage() === 'de' ? (await import('./apps-de.ts')).embedDe : embedEn;

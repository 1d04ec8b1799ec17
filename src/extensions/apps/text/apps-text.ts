import { preferredLanguage } from '../../../text/text.ts';
import { type EmbedText, embedEn } from './apps-en.ts';

export const embedText: EmbedText = preferredLanguage() === 'de' ? (await import('./apps-de.ts')).embedDe : embedEn;

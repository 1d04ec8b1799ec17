import { preferredLanguage } from '../../text/text.ts';
import { type ShareText, shareEn } from './share-en.ts';

export const shareText: ShareText = preferredLanguage() === 'de' ? (await import('./share-de.ts')).shareDe : shareEn;

import { preferredLanguage } from '../../text/text.ts';
import { type PublishText, publishEn } from './publish-en.ts';

export const publishText: PublishText =
  preferredLanguage() === 'de' ? (await import('./publish-de.ts')).publishDe : publishEn;

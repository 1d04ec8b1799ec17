import { preferredLanguage } from '../../text/text.ts';
import { type PublishText, publishEn } from './publish-en.ts';

/** What the pages for publishing and managing say, in the language that is shown. */
export const publishText: PublishText =
  preferredLanguage() === 'de' ? (await import('./publish-de.ts')).publishDe : publishEn;

import { type PublishText, publishEn } from './publish-en.ts';
import { preferredLanguage } from './text.ts';

/** What the pages for publishing and managing say, in the language that is shown. */
export const publishText: PublishText =
  preferredLanguage() === 'de' ? (await import('./publish-de.ts')).publishDe : publishEn;

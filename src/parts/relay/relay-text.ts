import { preferredLanguage } from '../../text/text.ts';
import { type RelayText, relayEn } from './relay-en.ts';

/** What the page says about programs outside the browser, in the language that is shown. */
export const relayText: RelayText = preferredLanguage() === 'de' ? (await import('./relay-de.ts')).relayDe : relayEn;

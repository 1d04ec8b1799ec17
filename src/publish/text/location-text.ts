import { preferredLanguage } from '../../text/text.ts';
import { type LocationText, locationEn } from './location-en.ts';

export const locationText: LocationText =
  preferredLanguage() === 'de' ? (await import('./location-de.ts')).locationDe : locationEn;

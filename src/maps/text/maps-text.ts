import { preferredLanguage } from '../../text/text.ts';
import { type MapText, mapsEn } from './maps-en.ts';

/** What the tools of the map say, in the language that is shown. */
export const mapText: MapText = preferredLanguage() === 'de' ? (await import('./maps-de.ts')).mapsDe : mapsEn;

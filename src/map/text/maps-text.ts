import { preferredLanguage } from '../../text/text.ts';
import { type MapText, mapsEn } from './maps-en.ts';

export const mapText: MapText = preferredLanguage() === 'de' ? (await import('./maps-de.ts')).mapsDe : mapsEn;

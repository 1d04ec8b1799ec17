import { preferredLanguage } from '../../text/text.ts';
import { type RasterText, rasterEn } from './raster-en.ts';

export const rasterText: RasterText =
  preferredLanguage() === 'de' ? (await import('./raster-de.ts')).rasterDe : rasterEn;

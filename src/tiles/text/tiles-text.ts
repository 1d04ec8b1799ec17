import { preferredLanguage } from '../../text/text.ts';
import { type TilesText, tilesEn } from './tiles-en.ts';

export const tileText: TilesText = preferredLanguage() === 'de' ? (await import('./tiles-de.ts')).tilesDe : tilesEn;

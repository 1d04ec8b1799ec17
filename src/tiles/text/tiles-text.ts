import { preferredLanguage } from '../../text/text.ts';
import { type TilesText, tilesEn } from './tiles-en.ts';

/** What the page of tile caches says, in the language that is shown; it comes with the page, not before. */
export const tileText: TilesText = preferredLanguage() === 'de' ? (await import('./tiles-de.ts')).tilesDe : tilesEn;

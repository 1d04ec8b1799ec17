import type { DrawReason } from '../state/shown-cache.ts';
import { preferredLanguage } from './text.ts';

/** Where the picture on the map comes from, in words; they come after the map. */
const en = {
  tiles: 'from the tile cache',
  drawn: 'drawn now',
  because: (why: string) => `drawn now: ${why}`,
  use: 'Show tiles of the cache',
  why: {
    none: '',
    layers: 'the cache is by layer',
    empty: 'the cache is empty',
    stale: 'the cache is out of date',
    unwanted: '',
    reference: 'the cache has another projection',
    changed: 'the map was changed here',
    turned: 'the map is turned',
    level: 'the cache has no such level',
    missing: 'tiles are missing here',
  } satisfies Record<DrawReason, string>,
};

const de: typeof en = {
  tiles: 'aus dem Kachel-Cache',
  drawn: 'jetzt gezeichnet',
  because: (why) => `jetzt gezeichnet: ${why}`,
  use: 'Kacheln aus dem Cache zeigen',
  why: {
    none: '',
    layers: 'der Cache ist nach Ebenen getrennt',
    empty: 'der Cache ist leer',
    stale: 'der Cache ist veraltet',
    unwanted: '',
    reference: 'der Cache hat eine andere Projektion',
    changed: 'die Karte wurde hier verändert',
    turned: 'die Karte ist gedreht',
    level: 'diese Stufe fehlt im Cache',
    missing: 'hier fehlen Kacheln',
  },
};

export const sourceText = preferredLanguage() === 'de' ? de : en;

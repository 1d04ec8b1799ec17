import type { DrawReason } from '../../state/shown-cache.ts';

/** Where the picture on the map comes from, in English. */
export const sourceEn = {
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

export type SourceText = typeof sourceEn;

import type { DrawReason } from '../../state/view.ts';
import { texts } from '../../text/text.ts';

export const sourceEn = {
  tiles: 'from the tile cache',
  drawn: 'drawn live',
  because: (why: string) => `drawn live: ${why}`,
  use: 'Show cached tiles',
  why: {
    none: '',
    layers: 'the cache has a tree per layer',
    empty: 'the cache is empty',
    stale: 'the cache is out of date',
    unwanted: '',
    reference: 'the cache uses another projection',
    changed: 'you changed the map',
    turned: 'the map is rotated',
    level: 'the cache does not have this level',
    missing: 'tiles are missing here',
  } satisfies Record<DrawReason, string>,
};

export const sourceText = await texts(sourceEn, () => import('./source-de.ts'));

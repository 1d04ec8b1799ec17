import { Fault } from '../../contract/index.ts';
import type { TileStore } from '../../store/tile-store.ts';

/** What caches leave free of the browser's space: a full disk makes all other writes fail too. */
const freeShare = 0.1;

/**
 * Refuse to keep tiles when little space is left.
 *
 * @throws {Fault} `no-space` saying how much there is
 */
export async function checkSpace(tiles: TileStore): Promise<void> {
  const space = await tiles.space();
  if (!space || space.quota - space.usage >= freeShare * space.quota) return;
  const left = Math.max(0, space.quota - space.usage);
  throw new Fault(
    'no-space',
    `Tiles are kept while a tenth of the browser's space is free; of ${space.quota} bytes ${left} are left. Delete caches or services first.`,
    { left, quota: space.quota },
  );
}

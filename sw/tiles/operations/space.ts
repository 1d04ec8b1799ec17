import { Fault } from '../../contract/index.ts';
import type { TileStore } from '../../store/tiles/tile-store.ts';

/** Share of the browser's storage that caches leave free, because on a full disk all other writes fail too. */
const freeShare = 0.1;

/** Check that there is space to store tiles. @throws {Fault} `no-space` with the remaining bytes */
export async function checkSpace(tiles: TileStore): Promise<void> {
  const space = await tiles.space();
  if (!space || space.quota - space.usage >= freeShare * space.quota) return;
  const free = Math.max(0, space.quota - space.usage);
  throw new Fault(
    'no-space',
    `Tiles need a tenth of the storage free, but ${free} of ${space.quota} bytes are left. Delete caches or services first.`,
    { left: free, quota: space.quota },
  );
}

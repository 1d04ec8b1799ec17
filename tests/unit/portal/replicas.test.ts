import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import type { CacheSettings } from '../../../sw/tiles/tile-cache.ts';
import { portalWorld } from './portal-world.ts';

const settings = { kind: 'fused', layers: [-1], storage: 'exploded', onDemand: false } as unknown as CacheSettings;

test('a replica that goes takes its tile cache with it, and that of its source stays', async () => {
  const world = await portalWorld();
  await world.post('guest', `${world.workspacePath(world.guest.id)}/sync`);
  const { tiles } = world.store;
  for (const key of ['World', 'Branch/World']) {
    const cache = await tiles.setCache(key, 'World', settings, world.context.newId());
    const range = { rowMin: 0, rowMax: 0, colMin: 0, colMax: 0 };
    const work = { layer: -1, level: 0, range, version: 1 };
    await tiles.save(cache, work, [{ row: 0, col: 0, bytes: new Uint8Array([1]) }]);
  }
  const [replica] = await tiles.caches('Branch/World');
  await world.post('host', `${world.workspacePath(world.host.id)}/delete`);
  expect(await world.store.service('Branch/World')).toBeUndefined();
  expect((await tiles.caches()).map(({ service }) => service)).toEqual(['World']);
  expect(await tiles.tile(replica!, { layer: -1, level: 0, row: 0, col: 0 })).toBeUndefined();
});

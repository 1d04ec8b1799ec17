import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { answer } from '../../../sw/answer.ts';
import { largestMessageBytes } from '../../../sw/body.ts';
import type { CacheSettings } from '../../../sw/features/tile-cache.ts';
import { portalWorld, type World } from './portal-world.ts';

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

test('an item larger than any body goes to another server in parts, and none is left behind', {
  timeout: 60_000,
}, async () => {
  const worlds: World[] = [];
  const bodies: number[] = [];
  let lost = 0;
  const reach = (to: number) => async (input: string, init?: RequestInit) => {
    const body = await new Request(input, init).arrayBuffer();
    bodies.push(body.byteLength);
    if (lost-- === 1) throw new Error('the network is gone');
    return (await answer(worlds[to]!.context, new Request(input, init)))!;
  };
  worlds.push(
    await portalWorld({ fetch: reach(1) }),
    await portalWorld({ origin: 'http://other.test', fetch: reach(0) }),
  );
  const [here, there] = worlds as [World, World];
  const path = `portals/${here.host.id}/collaborations/${here.collaboration.id}`;
  const { invitation } = await here.post('host', `${path}/inviteParticipant`);
  const { response } = await there.post('host', 'portals/self/collaborations/acceptInvitation', { invitation });
  await here.post('host', `${path}/importInvitationResponse`, { response });
  const below = `portals/self/collaborations/${here.collaboration.id}`;
  await there.post('host', `${below}/refreshConfig`);
  const workspace = `${below}/workspaces/${here.workspace.id}`;
  const { group } = await there.post('host', 'portals/self/groups/createGroup', { title: 'Large' });
  await there.post('host', `${workspace}/updatePortalGroupLink`, { portalGroupId: group.id });
  const { id } = await there.post('host', 'portals/self/items/addItem', { title: 'Large', text: 'x' });
  // Made past the server, which takes no such upload: a map service may well be as large.
  const bytes = new Uint8Array(largestMessageBytes + 1_000_000);
  for (let at = 0; at < bytes.length; at += 4099) bytes[at] = at % 251;
  const file = { portalId: there.host.id, itemId: id, name: '', fileName: 'large.bin', type: '', created: 1 };
  await there.store.portal.write((transaction) =>
    transaction.objectStore('itemFiles').put({ ...file, blob: new Blob([bytes]) }),
  );
  await there.post('host', `portals/self/items/${id}/share`, { groups: group.id });
  const waiting = async () =>
    (await here.store.portal.all('itemFiles', [here.host.id])).filter((row) => row.itemId.startsWith('incoming'))
      .length;
  // A part that is lost fails this item alone, and says why.
  lost = 6;
  const failed = await there.post('host', `${workspace}/sync`);
  const detail = await there.get('host', `${workspace}/syncStatus/${failed.jobId}`);
  expect(detail).toMatchObject({ status: 'completed_with_failures', failedCount: 1 });
  expect(detail.items.find((item: { outcome: string }) => item.outcome === 'failed').reason).toContain(
    'network is gone',
  );
  expect(await waiting()).toBeGreaterThan(0);
  // The next time it arrives whole, and what was left of the first is cleared away after an hour.
  here.clock.now += 2 * 60 * 60_000;
  there.clock.now += 2 * 60 * 60_000;
  await there.post('host', `${workspace}/sync`);
  const copy = await here.store.portal.get('itemFiles', [here.host.id, id, '']);
  expect(Buffer.compare(new Uint8Array(await copy!.blob.arrayBuffer()), bytes)).toBe(0);
  expect(await waiting()).toBe(0);
  expect(Math.max(...bodies)).toBeLessThan(largestMessageBytes);
});

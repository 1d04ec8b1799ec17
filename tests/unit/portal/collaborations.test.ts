import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { portalWorld } from './portal-world.ts';

test('a host makes a collaboration, adds a guest, and they synchronise', async () => {
  const world = await portalWorld();
  const host = `portals/${world.host.id}/collaborations`;
  const { collaborationId: id } = await world.post('host', `${host}/createCollaboration`, { name: 'Second' });
  const groups = (await world.get('host', 'portals/self/groups')).groups;
  const made = await world.post('host', `${host}/${id}/workspaces/addWorkspace`, {
    name: 'W',
    portalGroupId: groups[0].id,
    accessMode: 'send',
  });
  // Before the guest joins, the collaboration doesn't exist for it.
  expect((await world.get('guest', `portals/self/collaborations/${id}`)).error.code).toBe(404);
  const add = (guestPortalId: string) => world.post('host', `${host}/${id}/addParticipant`, { guestPortalId });
  expect(await add(world.guest.id)).toEqual({ success: true, participantId: world.guest.id });
  expect((await add(world.guest.id)).error.code).toBe(409);
  expect((await add('elsewhere')).error.code).toBe(400);
  const baseAddress = `portals/self/collaborations/${id}/workspaces/${made.id}`;
  expect((await world.post('guest', `${baseAddress}/sync`)).error).toMatchObject({
    code: 400,
    message: expect.stringContaining('group'),
  });
  const { group } = await world.post('guest', 'portals/self/groups/createGroup', { title: 'Received' });
  expect(await world.post('guest', `${baseAddress}/updatePortalGroupLink`, { portalGroupId: group.id })).toEqual({
    success: true,
  });
  expect(
    (await world.post('guest', `${baseAddress}/updatePortalGroupLink`, { portalGroupId: groups[0].id })).error.code,
  ).toBe(400);
  // Other members' groups aren't shown.
  const { participantGroupLinks } = await world.get('guest', baseAddress);
  expect(participantGroupLinks.map((link: { portalGroupName?: string }) => link.portalGroupName).sort()).toEqual([
    'Received',
    undefined,
  ]);
  expect((await world.post('guest', `${baseAddress}/sync`)).success).toBe(true);
  expect((await world.get('guest', 'portals/self/items', { groupId: group.id })).items).toMatchObject([
    { title: 'Test' },
  ]);
  const mode = { participantId: world.guest.id, accessMode: 'receive', canSyncWorkspace: 'false' };
  expect(await world.post('host', `${host}/${id}/workspaces/${made.id}/updateAccessMode`, mode)).toEqual({
    success: true,
  });
  expect((await world.post('guest', `${baseAddress}/sync`, { x: '1' })).error.code).toBe(403);
  expect(await world.post('host', `${host}/${id}/delete`)).toEqual({ success: true });
  expect(await world.store.service('Branch/World')).toBeUndefined();
  expect((await world.get('guest', 'portals/self/collaborations')).total).toBe(1);
});

test('what is shared arrives with the next synchronisation, also where an old setting wants it at once', async () => {
  const world = await portalWorld();
  const stored = world.workspace.participantGroupLinks;
  const links = stored.map((link) => ({ ...link, config: { ...link.config, enableRealtimeSync: true } }));
  await world.store.portal.write((transaction) =>
    transaction.objectStore('workspaces').put({ ...world.workspace, participantGroupLinks: links }),
  );
  const path = world.workspacePath(world.guest.id);
  expect((await world.get('guest', path)).participantGroupLinks).toMatchObject([
    { config: { enableRealtimeSync: false } },
    { config: { enableRealtimeSync: false } },
  ]);
  const group = world.workspace.participantGroupLinks.find(
    (participantGroupLink) => participantGroupLink.portalId === world.guest.id,
  )!.portalGroupId;
  const { id } = await world.post('guest', 'portals/self/items/addItem', { title: 'A', text: 'a' });
  await world.post('guest', `portals/self/items/${id}/share`, { groups: group });
  await world.settled();
  expect(await world.store.portal.get('items', [world.host.id, id])).toBeUndefined();
  await world.post('guest', `${path}/sync`);
  expect(await world.store.portal.get('items', [world.host.id, id])).toMatchObject({ title: 'A' });
  await world.post('guest', `portals/self/items/${id}/update`, { title: 'B' });
  await world.post('guest', `${path}/sync`);
  expect(await world.store.portal.get('items', [world.host.id, id])).toMatchObject({ title: 'B' });
  // A received item can be changed only at its source.
  expect((await world.post('host', `portals/self/items/${id}/update`, { title: 'C' })).error.code).toBe(409);
});

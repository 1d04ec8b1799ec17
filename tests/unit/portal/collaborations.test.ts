import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { answer } from '../../../sw/answer.ts';
import { blobsOf, madeService } from '../features/made-service.ts';
import { origin, portalWorld, type World } from './portal-world.ts';

test('a host makes a collaboration, a guest joins by invitation, and they synchronise', async () => {
  const world = await portalWorld();
  const host = `portals/${world.host.id}/collaborations`;
  const { collaborationId: id } = await world.post('host', `${host}/createCollaboration`, { name: 'Second' });
  const groups = (await world.get('host', 'portals/self/groups')).groups;
  const made = await world.post('host', `${host}/${id}/workspaces/addWorkspace`, {
    name: 'W',
    portalGroupId: groups[0].id,
    accessMode: 'send',
  });
  // Before it joins, the collaboration does not exist for the guest.
  expect((await world.get('guest', `portals/self/collaborations/${id}`)).error.code).toBe(404);
  const { invitation } = await world.post('host', `${host}/${id}/inviteParticipant`);
  expect(await world.get('guest', 'portals/self/collaborations/validateInvitation', { invitation })).toMatchObject({
    valid: true,
    collaborationName: 'Second',
  });
  const accept = () =>
    world.post('guest', 'portals/self/collaborations/acceptInvitation', { invitation }, { 'x-request-id': 'accept' });
  expect(await accept()).toEqual({ success: true, collaborationId: id });
  expect(await accept()).toEqual({ success: true, collaborationId: id });
  const own = `portals/self/collaborations/${id}/workspaces/${made.id}`;
  expect((await world.post('guest', `${own}/sync`)).error).toMatchObject({
    code: 400,
    message: expect.stringContaining('group'),
  });
  const { group } = await world.post('guest', 'portals/self/groups/createGroup', { title: 'Received' });
  expect(await world.post('guest', `${own}/updatePortalGroupLink`, { portalGroupId: group.id })).toEqual({
    success: true,
  });
  expect((await world.post('guest', `${own}/updatePortalGroupLink`, { portalGroupId: groups[0].id })).error.code).toBe(
    400,
  );
  // The groups of others are not shown.
  const { participantGroupLinks } = await world.get('guest', own);
  expect(participantGroupLinks.map((link: { portalGroupName?: string }) => link.portalGroupName).sort()).toEqual([
    'Received',
    undefined,
  ]);
  expect((await world.post('guest', `${own}/sync`)).success).toBe(true);
  expect((await world.get('guest', `portals/self/groups/${group.id}`)).items).toMatchObject([{ title: 'Test' }]);
  const mode = { participantId: world.guest.id, accessMode: 'receive', canSyncWorkspace: 'false' };
  expect(await world.post('host', `${host}/${id}/workspaces/${made.id}/updateAccessMode`, mode)).toEqual({
    success: true,
  });
  expect((await world.post('guest', `${own}/sync`, { x: '1' })).error.code).toBe(403);
  expect(await world.post('host', `${host}/${id}/delete`)).toEqual({ success: true });
  expect(await world.store.service('Branch/World')).toBeUndefined();
  expect((await world.get('guest', 'portals/self/collaborations')).total).toBe(1);
});

test('a participant on another server takes part through the same interface', async () => {
  const worlds: World[] = [];
  const other = 'http://other.test';
  // Each server reaches the other by fetch alone.
  const reach = (to: number) => async (input: string, init?: RequestInit) =>
    (await answer(worlds[to]!.context, new Request(input, init)))!;
  worlds.push(await portalWorld({ fetch: reach(1) }), await portalWorld({ origin: other, fetch: reach(0) }));
  const [here, there] = worlds as [World, World];
  const path = `portals/${here.host.id}/collaborations/${here.collaboration.id}`;
  const { invitation } = await here.post('host', `${path}/inviteParticipant`);
  const { response } = await there.post('host', 'portals/self/collaborations/acceptInvitation', { invitation });
  const imported = await here.post('host', `${path}/importInvitationResponse`, { response });
  expect(imported).toEqual({ success: true, participantId: there.host.id });
  // It is good for one guest.
  expect((await here.post('host', `${path}/importInvitationResponse`, { response, x: '1' })).error.code).toBe(404);
  const below = `portals/self/collaborations/${here.collaboration.id}`;
  expect(await there.post('host', `${below}/refreshConfig`)).toEqual({ success: true, workspaces: 1 });
  const workspace = `${below}/workspaces/${here.workspace.id}`;
  const { group } = await there.post('host', 'portals/self/groups/createGroup', { title: 'From elsewhere' });
  const { id } = await there.post('host', 'portals/self/items/addItem', { title: 'Letter', text: 'hello' });
  await there.post('host', `portals/self/items/${id}/share`, { groups: group.id });
  await there.post('host', `${workspace}/updatePortalGroupLink`, { portalGroupId: group.id });
  const { jobId } = await there.post('host', `${workspace}/sync`);
  const detail = await there.get('host', `${workspace}/syncStatus/${jobId}`);
  expect(detail).toMatchObject({ status: 'completed', succeededCount: 2, failedCount: 0 });
  const copy = await there.store.service('World_2');
  expect((await (await there.store.table(copy!, 'places')).attributes(0)).rowCount).toBe(3);
  const letter = await here.store.portal.get('itemFiles', [here.host.id, id, '']);
  expect(await letter?.blob.text()).toBe('hello');

  const { definition, files } = madeService('World');
  await here.store.publish(definition, blobsOf(files));
  await there.post('host', `portals/self/items/${id}/unshare`, { groups: group.id });
  there.clock.now += 60_000;
  await there.post('host', `${workspace}/sync`);
  expect(await here.store.portal.get('items', [here.host.id, id])).toBeUndefined();

  // A stranger, or one whose participation has ended, is refused.
  const ask = async (token: string) => {
    const url = `${origin}/portals/${here.host.id}/collaborations/${here.collaboration.id}/workspaces/${here.workspace.id}/replication?f=json`;
    const init = { headers: { authorization: `Bearer ${token}` } };
    return (await (await answer(here.context, new Request(url, init)))!.json()).error?.code;
  };
  expect(await ask(`peer:${here.collaboration.id}:${there.host.id}:${'x'.repeat(43)}`)).toBe(498);
  const { trustKey } = (await here.store.portal.get('participants', [here.collaboration.id, there.host.id]))!;
  expect(await ask(`peer:${here.collaboration.id}:${there.host.id}:${trustKey}`)).toBeUndefined();
  await here.post('host', `${path}/participants/${there.host.id}/remove`);
  expect(await ask(`peer:${here.collaboration.id}:${there.host.id}:${trustKey}`)).toBe(498);
  there.clock.now += 60_000;
  const failed = await there.post('host', `${workspace}/sync`);
  expect(await there.get('host', `${workspace}/syncStatus/${failed.jobId}`)).toMatchObject({
    status: 'failed',
    summary: expect.stringContaining('498'),
  });
});

test('with realtime synchronisation what is shared arrives by itself', async () => {
  const world = await portalWorld();
  const link = { enableRealtimeSync: 'true' };
  await world.post('guest', `${world.workspacePath(world.guest.id)}/updatePortalGroupLink`, link);
  const group = world.workspace.participantGroupLinks.find((one) => one.portalId === world.guest.id)!.portalGroupId;
  const { id } = await world.post('guest', 'portals/self/items/addItem', { title: 'A', text: 'a' });
  await world.post('guest', `portals/self/items/${id}/share`, { groups: group });
  await world.settled();
  expect(await world.store.portal.get('items', [world.host.id, id])).toMatchObject({ title: 'A' });
  await world.post('guest', `portals/self/items/${id}/update`, { title: 'B' });
  await world.settled();
  expect(await world.store.portal.get('items', [world.host.id, id])).toMatchObject({ title: 'B' });
  // What was received changes at its source alone.
  expect((await world.post('host', `portals/self/items/${id}/update`, { title: 'C' })).error.code).toBe(409);
});

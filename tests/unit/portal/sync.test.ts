import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { answer } from '../../../sw/answer.ts';
import { startSync } from '../../../sw/portal/sync/start-sync.ts';
import { madeService, toBlobs } from '../service/made-service.ts';
import { origin, portalWorld, type World } from './portal-world.ts';

const sync = (world: World, values: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  world.post('guest', `${world.workspacePath(world.guest.id)}/sync`, values, headers);
const readStatus = async (world: World, syncId = '') =>
  world.get('guest', `${world.workspacePath(world.guest.id)}/syncStatus${syncId ? `/${syncId}` : ''}`);
const listItems = (world: World, portalId: string) => world.store.portal.all('items', [portalId]);

test('a synchronisation copies services with their data, and files, both ways; the next one has nothing to do', async () => {
  const world = await portalWorld();
  const [service] = await listItems(world, world.host.id);
  await world.store.portal.write(async (transaction) => {
    await transaction.objectStore('itemFiles').put({
      portalId: world.host.id,
      itemId: service!.id,
      name: 'docs/readme.txt',
      fileName: 'readme.txt',
      type: 'text/plain',
      blob: new Blob(['read me']),
      created: 1,
    });
  });
  const answered = await sync(world);
  expect(answered).toEqual({ jobId: expect.stringMatching(/^[0-9a-f]{32}$/), key: expect.any(String), success: true });
  const copy = await world.store.portal.storedService('Branch/World');
  const source = await world.store.portal.storedService('World');
  expect([...copy!.files.keys()]).toEqual([...source!.files.keys()]);
  expect(await Promise.all([...copy!.files.values()].map((blob) => blob.text()))).toEqual(
    await Promise.all([...source!.files.values()].map((blob) => blob.text())),
  );
  const record = await world.store.service('Branch/World');
  expect((await (await world.store.table(record!, 'places')).attributes(0)).rowCount).toBe(3);
  const received = (await listItems(world, world.guest.id)).find((item) => item.id === service!.id);
  expect(received).toMatchObject({ serviceKey: 'Branch/World', url: `${origin}/services/Branch/World/MapServer` });
  const resource = await world.store.portal.get('itemFiles', [world.guest.id, service!.id, 'docs/readme.txt']);
  expect(await resource?.blob.text()).toBe('read me');
  const notes = (await listItems(world, world.host.id)).find((item) => item.origin);
  const data = await world.store.portal.get('itemFiles', [world.host.id, notes!.id, '']);
  expect(await data?.blob.text()).toContain('Received');

  const { status } = await readStatus(world);
  expect(status).toHaveLength(1);
  expect(status[0]).toMatchObject({ syncId: answered.jobId, status: 'completed', succeededCount: 2, failedCount: 0 });
  const detail = await readStatus(world, answered.jobId);
  expect(detail.participants[0].taskStatus.map((task: { name: string }) => task.name)).toEqual([
    'Upload and import replication package to peer',
    'Export replication package',
    'Check reachability, fetch items and diff',
  ]);
  expect(await world.store.portal.all('leases')).toEqual([]);
  expect((await world.store.portal.get('workspaces', world.workspace.id))!.lastSyncSuccess).toBe(world.clock.now);

  world.clock.now += 60_000;
  const reload = await sync(world);
  expect(reload.jobId).not.toBe(answered.jobId);
  expect((await readStatus(world)).status[0]).toMatchObject({ syncId: reload.jobId, succeededCount: 0 });
});

test('what changed is copied, what is no longer shared goes or stays as the receiver has decided', async () => {
  const world = await portalWorld();
  await sync(world);
  const { definition, files } = madeService('World', { ...madeWorld(), name: 'places' });
  await world.store.publish(definition, toBlobs(files));
  world.clock.now += 60_000;
  const changed = await sync(world);
  expect((await readStatus(world, changed.jobId)).items).toMatchObject([{ action: 'update', outcome: 'succeeded' }]);
  const record = await world.store.service('Branch/World');
  expect(record?.version).toBe(2);
  expect((await (await world.store.table(record!, 'places')).attributes(0)).rowCount).toBe(1);

  const [service] = (await listItems(world, world.host.id)).filter((item) => item.serviceKey === 'World');
  const groups = service!.groups.join(',');
  const policy = `portals/${world.guest.id}/collaborations/${world.collaboration.id}/updateItemDeletePolicy`;
  await world.post('guest', policy, { policy: 'retain' });
  await world.post('host', `portals/self/items/${service!.id}/unshare`, { groups });
  world.clock.now += 60_000;
  await sync(world);
  const retained = await world.store.portal.get('items', [world.guest.id, service!.id]);
  expect(retained?.origin).toBeUndefined();
  expect(await world.store.service('Branch/World')).toBeDefined();

  await world.post('host', `portals/self/items/${service!.id}/share`, { groups });
  world.clock.now += 60_000;
  await sync(world);
  await world.post('guest', policy, { policy: 'remove' });
  await world.post('host', `portals/self/items/${service!.id}/unshare`, { groups: `${groups},` });
  world.clock.now += 60_000;
  await sync(world);
  expect(await world.store.portal.get('items', [world.guest.id, service!.id])).toBeUndefined();
  expect(await world.store.service('Branch/World')).toBeUndefined();
  expect(await world.store.portal.get('serviceSettings', 'Branch/World')).toBeUndefined();
});

const madeWorld = () => {
  const { definition } = madeService();
  const { fields } = definition.tables.places!;
  return {
    fields: fields.filter((field) => field.Name === 'NAME' || field.Name === 'POP'),
    columns: [['Basel'], [1]],
    rowCount: 1,
  };
};

test('an item that is too large is copied by reference, or fails alone', async () => {
  const world = await portalWorld();
  const { id } = await world.post('guest', 'portals/self/items/addItem', {
    title: 'Large',
    file: new File([new Uint8Array(1_100_000)], 'large.bin'),
  });
  const group = world.workspace.participantGroupLinks.find((link) => link.portalId === world.guest.id)!.portalGroupId;
  await world.post('guest', `portals/self/items/${id}/share`, { groups: group });
  const limits = (values: Record<string, string>) =>
    world.post('host', `${world.workspacePath(world.host.id)}/updateInfo`, values);
  await limits({ maxItemSizeInMB: '1', copyByRefIfCopyFail: 'false' });
  const failed = await sync(world);
  expect(failed).toMatchObject({ success: false, status: 'completed_with_failures' });
  expect(failed.summary).toContain('1 failed');
  expect((await readStatus(world)).status[0]).toMatchObject({ status: 'completed_with_failures', failedCount: 1 });
  expect((await readStatus(world, failed.jobId)).participants[0].taskStatus[0].results[0].failed[0].reason).toContain(
    '1 MB',
  );
  expect(await world.store.portal.get('items', [world.host.id, id])).toBeUndefined();
  await limits({ copyByRefIfCopyFail: 'true' });
  world.clock.now += 60_000;
  await sync(world);
  expect((await world.store.portal.get('items', [world.host.id, id]))?.origin).toMatchObject({ byReference: true });
  expect(await world.store.portal.get('itemFiles', [world.host.id, id, ''])).toBeUndefined();
  await limits({ maxItemSizeInMB: '512' });
  world.clock.now += 60_000;
  await sync(world);
  expect((await world.store.portal.get('itemFiles', [world.host.id, id, '']))?.blob.size).toBe(1_100_000);
});

test('a request that is sent again gets the same job by its id alone', async () => {
  const world = await portalWorld();
  const named = await sync(world, {}, { 'x-request-id': 'a' });
  world.clock.now += 30 * 60_000;
  expect((await sync(world, {}, { 'x-request-id': 'a' })).jobId).toBe(named.jobId);
  expect((await sync(world, {}, { 'x-request-id': 'b' })).jobId).not.toBe(named.jobId);
});

test('an edit right after a synchronisation reaches the other side by the next request, equal as its body may be', async () => {
  const world = await portalWorld();
  const [note] = (await listItems(world, world.guest.id)).filter((item) => !item.origin);
  const first = await sync(world);
  await world.post('guest', `portals/self/items/${note!.id}/update`, { title: 'Edited' });
  const second = await sync(world);
  expect(second).toMatchObject({ success: true });
  expect(second.jobId).not.toBe(first.jobId);
  expect(await world.store.portal.get('items', [world.host.id, note!.id])).toMatchObject({ title: 'Edited' });
});

test('two pages that synchronise at once make one job', async () => {
  const world = await portalWorld();
  const answers = await Promise.all([
    sync(world, {}, { 'x-request-id': 'a' }),
    sync(world, {}, { 'x-request-id': 'b' }),
    sync(world, { async: 'true' }, { 'x-request-id': 'c' }),
  ]);
  await world.settled();
  const [job, ...others] = await world.store.portal.all('syncJobs');
  expect(others).toEqual([]);
  // Any of them may be first; the others get the ID of its job.
  expect(answers.filter((candidate) => candidate.success)).toEqual([{ jobId: job!.id, key: job!.key, success: true }]);
  for (const failedAnswer of answers.filter((other) => !other.success)) {
    const { error, ...rest } = failedAnswer;
    expect(rest).toEqual({ jobId: job!.id, key: job!.key, success: false });
    expect([undefined, 409]).toContain(error?.code);
  }
});

test('an asynchronous synchronisation is answered at once and ends by itself', async () => {
  const world = await portalWorld();
  const started = await sync(world, { async: 'true' });
  expect(started.success).toBe(true);
  expect((await world.store.portal.get('syncJobs', started.jobId))!.endTime).toBe(-1);
  await world.settled();
  expect((await readStatus(world)).status[0]).toMatchObject({ syncId: started.jobId, status: 'completed' });
});

/** Simulate a stopped worker: after some items, every write fails. */
function dying(world: World, afterItems: number): World['context'] {
  const { portal } = world.store;
  let remaining = afterItems;
  let isDead = false;
  const stop = () => {
    throw new Error('the worker was stopped');
  };
  return {
    ...world.context,
    store: {
      ...world.store,
      portal: {
        ...portal,
        write: (task) => (isDead ? stop() : portal.write(task)),
        replicate: (task) => {
          if (remaining-- <= 0) isDead = true;
          return isDead ? stop() : portal.replicate(task);
        },
      },
    },
  };
}

const request = (world: World) => ({
  portalId: world.guest.id,
  workspaceId: world.workspace.id,
  username: 'greta',
  execType: 'manual' as const,
  key: 'key',
});

test('a synchronisation whose worker was stopped goes on where it was when the request comes again', async () => {
  const world = await portalWorld();
  await expect(startSync(dying(world, 1), request(world), false)).rejects.toThrow('stopped');
  const [stopped] = await world.store.portal.all('syncJobs');
  expect(stopped).toMatchObject({ status: 'in_progress', attempts: 1 });
  expect(stopped!.results).toHaveLength(1);
  // The lease of the stopped worker is still valid, so another request must wait.
  expect((await sync(world, {}, { 'x-request-id': 'other' })).error.code).toBe(409);
  world.clock.now += 30_000;
  expect((await startSync(world.context, request(world), false)).jobId).toBe(stopped!.id);
  const ended = await world.store.portal.get('syncJobs', stopped!.id);
  expect(ended).toMatchObject({ status: 'completed', attempts: 2 });
  expect(ended!.results.map((result) => result.outcome)).toEqual(['succeeded', 'succeeded']);
  expect((await readStatus(world)).status[0]).toMatchObject({ plannedCount: 2, succeededCount: 2 });
  expect(await world.store.portal.all('leases')).toEqual([]);
  expect((await world.store.service('Branch/World'))?.version).toBe(1);
});

test('with a lock of the browser a dead holder is known at once', async () => {
  const locked = new Set<string>();
  const locks = {
    async request<T>(name: string, _: { ifAvailable: true }, task: (lock: object | null) => Promise<T>): Promise<T> {
      if (locked.has(name)) return task(null);
      locked.add(name);
      return task({}).finally(() => locked.delete(name));
    },
  };
  const world = await portalWorld({ locks });
  await expect(startSync(dying(world, 1), request(world), false)).rejects.toThrow('stopped');
  const resumed = await startSync(world.context, request(world), false);
  expect((await world.store.portal.get('syncJobs', String(resumed.jobId)))?.status).toBe('completed');
});

test('the next worker goes on by itself with what the one before left undone', async () => {
  const world = await portalWorld();
  await expect(startSync(dying(world, 1), request(world), false)).rejects.toThrow('stopped');
  const locks = {
    request: <T>(_: string, __: { ifAvailable: true }, task: (lock: object | null) => Promise<T>) => task({}),
  };
  const next = await portalWorld({ databaseName: world.databaseName, locks });
  await next.settled();
  const [job] = await next.store.portal.all('syncJobs');
  expect(job).toMatchObject({ status: 'completed', attempts: 2 });
  expect(await next.store.portal.all('leases')).toEqual([]);
});

test('an interrupted synchronisation is gone on with by who runs what is due, and ends as failed after three attempts', async () => {
  const world = await portalWorld();
  await expect(startSync(dying(world, 1), request(world), false)).rejects.toThrow('stopped');
  world.clock.now += 30_000;
  expect(await world.post('guest', 'portals/self/runDue')).toMatchObject({ success: true, resumed: 1 });
  await world.settled();
  expect((await readStatus(world)).status[0]).toMatchObject({ status: 'completed' });

  world.clock.now += 60 * 60_000;
  const second = { ...request(world), key: 'second' };
  for (let attempt = 1; attempt <= 3; attempt++) {
    world.clock.now += 30_000;
    const [item] = (await listItems(world, world.host.id)).filter((candidate) => candidate.serviceKey);
    await world.store.portal.write((transaction) =>
      transaction.objectStore('items').put({ ...item!, revision: item!.revision + 1 }),
    );
    await expect(startSync(dying(world, 0), second, false)).rejects.toThrow('stopped');
  }
  world.clock.now += 30_000;
  await world.post('guest', 'portals/self/runDue');
  await world.settled();
  expect((await readStatus(world)).status[0]).toMatchObject({
    status: 'failed',
    summary: expect.stringContaining('Interrupted'),
  });
  expect(await world.store.portal.all('leases')).toEqual([]);
});

test('a workspace that is deleted stops a running synchronisation at once, and nothing is replicated after it', async () => {
  const world = await portalWorld();
  let deleted: unknown;
  const remove = (id: string) =>
    world.post('host', `${world.workspacePath(world.host.id)}/delete`, {}, { 'x-request-id': id });
  const { portal } = world.store;
  const context = {
    ...world.context,
    store: {
      ...world.store,
      portal: {
        ...portal,
        replicate: async (task: Parameters<typeof portal.replicate>[0]) => {
          deleted ??= await remove('once');
          return portal.replicate(task);
        },
      },
    },
  } as typeof world.context;
  const { jobId, ...rest } = await startSync(context, request(world), false);
  expect(rest).toMatchObject({ success: false, status: 'failed', summary: 'The workspace was deleted.' });
  expect(deleted).toEqual({ success: true });
  expect(await world.store.portal.get('syncJobs', String(jobId))).toMatchObject({ status: 'failed', results: [] });
  expect(await world.store.service('Branch/World')).toBeUndefined();
  expect(await world.store.portal.all('leases')).toEqual([]);
  // Repeating the request returns the same response; another request finds nothing.
  expect(await remove('once')).toEqual({ success: true });
  expect((await remove('again')).error.code).toBe(404);
});

test('a schedule runs while somebody asks, once for missed times', async () => {
  const world = await portalWorld();
  const path = `${world.workspacePath(world.guest.id)}/schedule`;
  expect((await world.post('guest', `${path}/update`, { repeatCount: '0' })).error.code).toBe(400);
  expect(await world.post('guest', `${path}/update`, { interval: '2', repeatCount: '2' })).toEqual({ success: true });
  expect(await world.post('guest', 'portals/self/runDue', {}, { 'x-request-id': '1' })).toMatchObject({ scheduled: 1 });
  await world.settled();
  expect((await readStatus(world)).status[0]).toMatchObject({ syncExecType: 'scheduled', status: 'completed' });
  expect(await world.post('guest', 'portals/self/runDue', {}, { 'x-request-id': '2' })).toMatchObject({ scheduled: 0 });
  world.clock.now += 9 * 60 * 60_000;
  expect(await world.post('guest', 'portals/self/runDue', {}, { 'x-request-id': '3' })).toMatchObject({ scheduled: 1 });
  await world.settled();
  expect(await world.get('guest', path)).toMatchObject({ isScheduled: false, runs: 2, nextRun: -1 });
});

test('a private service stays private where it is copied to', async () => {
  const world = await portalWorld();
  await world.post('host', 'portals/self/services/updateAccess', { service: 'World', access: 'private' });
  await sync(world);
  const ask = (token: string) =>
    answer(world.context, new Request(`${origin}/services/Branch/World/MapServer${token}`));
  expect((await ask(''))!.status).toBe(404);
  expect((await ask(`?token=${world.tokens.host}`))!.status).toBe(404);
  expect((await ask(`?token=${world.tokens.guestMember}`))!.status).toBe(200);
});

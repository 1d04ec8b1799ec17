import { openIndexedDb } from '../../../../sw/store/indexeddb.ts';
import 'fake-indexeddb/auto';
import { afterEach, expect, test, vi } from 'vitest';
import type { Context } from '../../../../sw/context.ts';
import { Fault } from '../../../../sw/contract/index.ts';
import { type Call, createCall } from '../../../../sw/handlers/call.ts';
import { openStore } from '../../../../sw/portal/store/open-store.ts';
import { getDrawnVersion } from '../../../../sw/store/catalogue.ts';
import type { Store } from '../../../../sw/store/store.ts';
import { bundlePositions } from '../../../../sw/tiles/bundle.ts';
import { currentJob, type DrawBlock, runJob } from '../../../../sw/tiles/operations/run-job.ts';
import type { CacheSettings, TileJob } from '../../../../sw/tiles/tile-cache.ts';
import { countParts } from '../../../../sw/tiles/tile-cache.ts';
import { webMercatorScheme } from '../../../../sw/tiles/tile-scheme.ts';
import { madeService, toBlobs } from '../../service/made-service.ts';

const opened: Store[] = [];
let databases = 0;
let clock = 1;

afterEach(() => {
  vi.restoreAllMocks();
  for (const store of opened.splice(0)) store.close();
});

type Space = { usage: number; quota: number };

/**
 * Make a host with the service published. Another with the same database acts as the same origin after its worker was
 * stopped.
 */
async function host(
  databaseName = `jobs-${++databases}`,
  space?: Space,
): Promise<{ call: Call; databaseName: string }> {
  const newId = () => (++clock).toString(16).padStart(32, '0');
  const now = () => ++clock;
  const store = await openStore({
    openDatabase: openIndexedDb,
    databaseName,
    now,
    newId,
    ...(space ? { estimate: async () => space } : {}),
  });
  opened.push(store);
  const { definition, files } = madeService();
  const service = (await store.service('Test')) ?? (await store.publish(definition, toBlobs(files)));
  const context = { store, now, newId, yieldNow: async () => undefined } as unknown as Context;
  return { call: createCall(context, service, new AbortController().signal), databaseName };
}

const settings = (storage: CacheSettings['storage']): CacheSettings => ({
  kind: 'fused',
  layers: [-1],
  scheme: webMercatorScheme(10),
  format: 'PNG32',
  quality: 75,
  storage,
  onDemand: false,
  clientCaching: true,
});

/** 20 x 20 tiles in nine blocks of 8 x 8, across two bundles. */
const range = { rowMin: 4, rowMax: 23, colMin: 120, colMax: 139 };

async function begin(
  { context, service }: Call,
  storage: CacheSettings['storage'],
  more: Partial<TileJob> = {},
): Promise<TileJob> {
  const { tiles } = context.store;
  const existing = await tiles.cache('Test', 'Layers');
  const cache = existing ?? (await tiles.setCache('Test', 'Layers', settings(storage), context.newId()));
  const parts = more.parts ?? [{ layer: -1, level: 9, range }];
  const side = more.side ?? 8;
  const job: TileJob = {
    id: context.newId(),
    service: 'Test',
    map: 'Layers',
    cacheId: cache.id,
    kind: 'build',
    overwrite: false,
    parts,
    side,
    position: 0,
    ...countParts(parts, side),
    tilesDone: 0,
    bytesWritten: 0,
    estimatedBytes: 0,
    status: 'running',
    version: service.version,
    startedAt: context.now(),
    updatedAt: 0,
    ...more,
  };
  return (await tiles.addJob(job))!;
}

const tileBytes = (row: number, col: number, seed = 0): Uint8Array<ArrayBuffer> =>
  Uint8Array.of(row, col & 255, col >> 8, seed);

/** Make a function that draws blocks of numbers and records them. */
function drawer(
  seed = 0,
  before: (count: number) => void | Promise<void> = () => undefined,
): { draw: DrawBlock; drawn: string[] } {
  const drawn: string[] = [];
  const draw: DrawBlock = async (_, { tiles }) => {
    await before(drawn.length);
    drawn.push(`${tiles.rowMin}/${tiles.colMin}`);
    const results = [];
    for (let row = tiles.rowMin; row <= tiles.rowMax; row++) {
      for (let col = tiles.colMin; col <= tiles.colMax; col++)
        results.push({ row, col, bytes: tileBytes(row, col, seed) });
    }
    return results;
  };
  return { draw, drawn };
}

/** Expect every tile of the range to have the right bytes, and the counts to match. */
async function expectComplete({ context }: Call, seed = 0): Promise<void> {
  const { tiles } = context.store;
  const cache = (await tiles.cache('Test', 'Layers'))!;
  expect(cache.uses).toEqual([{ layer: -1, level: 9, tiles: 400, bytes: 1600, range }]);
  for (let row = range.rowMin; row <= range.rowMax; row++) {
    for (let col = range.colMin; col <= range.colMax; col++) {
      expect(await tiles.tile(cache, { layer: -1, level: 9, row, col }), `${row}/${col}`).toEqual(
        tileBytes(row, col, seed),
      );
    }
  }
  expect((await tiles.present(cache, -1, 9, { rowMin: 0, rowMax: 255, colMin: 0, colMax: 255 })).size).toBe(400);
}

test.each(['exploded', 'compact'] as const)('a build draws every block once and counts right, %s', async (storage) => {
  const { call } = await host();
  const job = await begin(call, storage);
  expect(job).toMatchObject({ total: 9, tiles: 400 });
  const { draw, drawn } = drawer();
  expect(await runJob(call, job.id, 1e9, draw)).toMatchObject({
    status: 'done',
    position: 9,
    tilesDone: 400,
    bytesWritten: 1600,
  });
  expect(new Set(drawn).size).toBe(9);
  await expectComplete(call);
  expect((await call.context.store.tiles.cache('Test', 'Layers'))!.version).toBe(1);
});

test.each(['exploded', 'compact'] as const)(
  'a host that dies after any block loses and doubles nothing, %s',
  async (storage) => {
    for (const dies of [0, 1, 4, 5, 8]) {
      const first = await host();
      const job = await begin(first.call, storage);
      // The database closes in the middle of a block, so that block is lost.
      const dying = drawer(0, (count) => {
        if (count === dies) first.call.context.store.close();
      });
      await runJob(first.call, job.id, 1e9, dying.draw).catch(() => undefined);
      const { call } = await host(first.databaseName);
      const stopped = (await call.context.store.tiles.job(job.id))!;
      expect(stopped).toMatchObject({ status: 'running', position: dies });
      const next = drawer();
      expect(await runJob(call, job.id, 1e9, next.draw)).toMatchObject({
        status: 'done',
        tilesDone: 400,
        bytesWritten: 1600,
      });
      expect(next.drawn).toHaveLength(9 - dies);
      await expectComplete(call);
    }
  },
);

test('a little at a time comes to the same', async () => {
  const { call } = await host();
  const job = await begin(call, 'compact');
  const { draw, drawn } = drawer();
  let runs = 0;
  while ((await runJob(call, job.id, 3, draw)).status === 'running') runs++;
  expect(runs).toBeGreaterThan(2);
  expect(drawn).toHaveLength(9);
  await expectComplete(call);
});

test('two who work on one job draw no tile twice into the counts', async () => {
  const { call, databaseName } = await host();
  const other = await host(databaseName);
  const job = await begin(call, 'exploded');
  const work = async (entry: Call) => {
    for (;;) if ((await runJob(entry, job.id, 1e9, drawer().draw)).status !== 'running') return;
  };
  await Promise.all([work(call), work(other.call)]);
  expect(await call.context.store.tiles.job(job.id)).toMatchObject({
    status: 'done',
    tilesDone: 400,
    bytesWritten: 1600,
  });
  await expectComplete(call);
});

test('pausing ends the work after a block, resuming goes on there, cancelling keeps what is drawn', async () => {
  const { call } = await host();
  const { tiles } = call.context.store;
  const job = await begin(call, 'exploded');
  const set = (status: TileJob['status']) => tiles.changeJob(job.id, (tile) => ({ ...tile, status }));
  const pausing = drawer(0, async (count) => void (count === 2 && (await set('paused'))));
  expect(await runJob(call, job.id, 1e9, pausing.draw)).toMatchObject({ status: 'paused', position: 2 });
  expect(await runJob(call, job.id, 1e9, drawer().draw)).toMatchObject({ status: 'paused', position: 2 });
  await set('running');
  const cancelling = drawer(0, async (count) => void (count === 3 && (await set('cancelled'))));
  expect(await runJob(call, job.id, 1e9, cancelling.draw)).toMatchObject({ status: 'cancelled', position: 5 });
  const cache = (await tiles.cache('Test', 'Layers'))!;
  const present = await tiles.present(cache, -1, 9, range);
  expect(cache.uses[0]).toMatchObject({ tiles: present.size, bytes: 4 * present.size });
  expect(present.size).toBeGreaterThan(0);
});

test('a full disk fails the job with its reason, and the cache is as before the block', async () => {
  const { call } = await host();
  const job = await begin(call, 'exploded');
  const full = drawer(0, (count) => {
    if (count === 3) throw new Fault('no-space', 'The storage is full.');
  });
  const failed = await runJob(call, job.id, 1e9, full.draw);
  expect(failed).toMatchObject({ status: 'failed', position: 3, reason: 'The storage is full.' });
  const { tiles } = call.context.store;
  const cache = (await tiles.cache('Test', 'Layers'))!;
  expect(cache.uses[0]!.tiles).toBe((await tiles.present(cache, -1, 9, range)).size);
  expect(await call.context.store.service('Test')).toBeDefined();
  await tiles.changeJob(job.id, ({ reason: _, ...one }) => ({ ...one, status: 'running' }));
  await runJob(call, job.id, 1e9, drawer().draw);
  await expectComplete(call);
});

test('a database that is full in the middle of a block keeps nothing of that block', async () => {
  const { call } = await host();
  const job = await begin(call, 'exploded');
  const put = IDBObjectStore.prototype.put;
  let tilePuts = 0;
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...values) {
    if (this.name === 'tiles' && ++tilePuts > 100) throw new DOMException('full', 'QuotaExceededError');
    return put.apply(this, values);
  });
  const failed = await runJob(call, job.id, 1e9, drawer().draw);
  expect(failed).toMatchObject({ status: 'failed', reason: expect.stringMatching(/^The storage is full/) });
  expect(failed.position).toBeGreaterThan(0);
  const { tiles } = call.context.store;
  const cache = (await tiles.cache('Test', 'Layers'))!;
  expect(failed.tilesDone).toBe(cache.uses[0]!.tiles);
  expect((await tiles.present(cache, -1, 9, range)).size).toBe(failed.tilesDone);
  expect(failed.tilesDone).toBeLessThan(100);
  expect((await call.context.store.service('Test'))?.version).toBe(1);
});

test('a failure that the full disk has no room for is told all the same, until it is tried again', async () => {
  const { call } = await host();
  const job = await begin(call, 'exploded');
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  const failed = await runJob(call, job.id, 1e9, drawer().draw);
  vi.restoreAllMocks();
  const { tiles } = call.context.store;
  const stored = (await tiles.job(job.id))!;
  expect(stored.status).toBe('running');
  expect(currentJob(call.context, stored)).toEqual(failed);
  expect(failed).toMatchObject({ status: 'failed', reason: expect.stringMatching(/^The storage is full/) });
  expect((await runJob(call, job.id, 1e9, drawer().draw)).status).toBe('done');
  expect(currentJob(call.context, (await tiles.job(job.id))!).status).toBe('done');
  await expectComplete(call);
});

test('nothing is kept while less than a tenth of the space is free', async () => {
  const space = { usage: 100, quota: 1000 };
  const { call } = await host(undefined, space);
  const job = await begin(call, 'exploded');
  const filling = drawer(0, (count) => {
    if (count === 1) space.usage = 901;
  });
  const failed = await runJob(call, job.id, 1e9, filling.draw);
  expect(failed).toMatchObject({ status: 'failed', position: 2 });
  expect(failed.reason).toContain('99 of 1000 bytes are left');
});

test('extending draws only blocks with something missing, rebuilding draws all and makes the cache new', async () => {
  const { call } = await host();
  const { tiles } = call.context.store;
  const small = [{ layer: -1, level: 9, range: { ...range, rowMax: 15 } }];
  await runJob(call, (await begin(call, 'compact', { parts: small })).id, 1e9, drawer(1).draw);
  const rest = drawer(1);
  await runJob(call, (await begin(call, 'compact')).id, 1e9, rest.draw);
  expect(rest.drawn).toEqual(['16/120', '16/128', '16/136']);
  await expectComplete(call, 1);

  const { definition, files } = madeService();
  const fresh = { ...definition, credits: ['New.'] };
  const service = await call.context.store.publish(fresh, toBlobs(files));
  const renewed: Call = { ...call, service };
  const stale = await begin({ ...renewed, service: call.service }, 'compact');
  expect(await runJob(renewed, stale.id, 1e9, drawer().draw)).toMatchObject({ status: 'failed' });
  expect((await tiles.cache('Test', 'Layers'))!.version).toBe(1);
  const again = await begin(renewed, 'compact', { overwrite: true });
  expect(await runJob(renewed, again.id, 1e9, drawer(2).draw)).toMatchObject({ status: 'done' });
  await expectComplete(renewed, 2);
  expect((await tiles.cache('Test', 'Layers'))!.version).toBe(2);
});

test('a block that is all of its bundle is stored as the bundle at once, and not over tiles beside it', async () => {
  const { call } = await host();
  const { tiles } = call.context.store;
  const block = { rowMin: 8, rowMax: 15, colMin: 112, colMax: 119 };
  const build = async (seed: number, rows = block) => {
    const job = await begin(call, 'compact', { parts: [{ layer: -1, level: 9, range: rows }], overwrite: true });
    expect(await runJob(call, job.id, 1e9, drawer(seed).draw)).toMatchObject({ status: 'done', tilesDone: 64 });
    return (await tiles.cache('Test', 'Layers'))!;
  };
  const sealing = vi.spyOn(tiles, 'seal').mockImplementation(async () => undefined);
  for (const seed of [1, 2]) {
    const cache = await build(seed);
    expect(cache.uses).toMatchObject([{ tiles: 64, bytes: 256 }]);
    expect(bundlePositions((await tiles.bundle(cache, -1, 9, 8, 112))!)).toHaveLength(64);
    expect(await tiles.tile(cache, { layer: -1, level: 9, row: 9, col: 113 })).toEqual(tileBytes(9, 113, seed));
  }
  sealing.mockRestore();
  const cache = await build(3, { ...block, rowMin: 16, rowMax: 23 });
  expect(cache.uses).toMatchObject([{ tiles: 128, bytes: 512 }]);
  expect(bundlePositions((await tiles.bundle(cache, -1, 9, 8, 112))!)).toHaveLength(128);
  expect(await tiles.tile(cache, { layer: -1, level: 9, row: 9, col: 113 })).toEqual(tileBytes(9, 113, 2));
  expect(await tiles.tile(cache, { layer: -1, level: 9, row: 17, col: 113 })).toEqual(tileBytes(17, 113, 3));
});

test('a build goes on when a file was attached to a row meanwhile, since that is never drawn', async () => {
  const { call } = await host();
  const { store } = call.context;
  const { id } = await begin(call, 'compact');
  const note = { id: 1, parentId: 1, name: 'a.txt', contentType: 'text/plain' };
  const service = (await store.addAttachment('Test', 'places', note, new Blob(['a'])))!;
  expect([service.version, getDrawnVersion(service)]).toEqual([2, 1]);
  expect(await runJob({ ...call, service }, id, 1e9, drawer(1).draw)).toMatchObject({ status: 'done' });
  const edited = await store.editDefinition('Test', (definition) => ({ ...definition, credits: ['Other.'] }));
  expect(getDrawnVersion(edited!)).toBe(3);
});

test.each([
  ['exploded', 16],
  ['compact', 128],
] as const)('erasing by area takes what is in it, %s', async (storage, side) => {
  const { call } = await host();
  const { tiles } = call.context.store;
  await runJob(call, (await begin(call, storage)).id, 1e9, drawer().draw);
  const gone = { rowMin: 4, rowMax: 13, colMin: 125, colMax: 139 };
  const job = await begin(call, storage, { kind: 'delete', side, parts: [{ layer: -1, level: 9, range: gone }] });
  expect(await runJob(call, job.id, 1e9, drawer().draw)).toMatchObject({ status: 'done', tilesDone: 150 });
  const cache = (await tiles.cache('Test', 'Layers'))!;
  expect(cache.uses[0]).toMatchObject({ tiles: 250, bytes: 1000 });
  expect(await tiles.tile(cache, { layer: -1, level: 9, row: 4, col: 125 })).toBeUndefined();
  expect(await tiles.tile(cache, { layer: -1, level: 9, row: 14, col: 125 })).toEqual(tileBytes(14, 125));
});

test('other settings empty the cache, and a job of the old one ends; small changes keep it', async () => {
  const { call } = await host();
  const { tiles } = call.context.store;
  const job = await begin(call, 'exploded');
  await runJob(call, job.id, 3, drawer().draw);
  const otherCache = await tiles.setCache('Test', 'Layers', { ...settings('exploded'), onDemand: true }, 'other');
  expect(otherCache.id).toBe(job.cacheId);
  expect(otherCache.uses).toHaveLength(1);
  const fresh = await tiles.setCache('Test', 'Layers', settings('compact'), 'other');
  expect(fresh).toMatchObject({ id: 'other', uses: [], version: 0 });
  await expect(runJob(call, job.id, 3, drawer().draw)).rejects.toThrow('not found');
  expect(await tiles.present({ ...fresh, id: job.cacheId }, -1, 9, range)).toEqual(new Set());
});

test('one job at a time; removing the service removes its caches', async () => {
  const { call } = await host();
  const { store } = call.context;
  const job = await begin(call, 'exploded');
  expect(await begin(call, 'exploded')).toBeUndefined();
  await store.remove('Test');
  expect(await store.tiles.caches()).toEqual([]);
  expect(await store.tiles.job(job.id)).toBeUndefined();
});

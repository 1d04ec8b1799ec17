import { openIndexedDb } from '../../../sw/store/indexeddb.ts';
import 'fake-indexeddb/auto';
import { deleteDB, openDB } from 'idb';
import { afterEach, expect, test, vi } from 'vitest';
import { remote } from '../../../sw/extensions/remote/extension.ts';
import { createBlocks } from '../../../sw/extensions/remote/store/blocks.ts';
import { openStore } from '../../../sw/portal/store/open-store.ts';
import { connect } from '../../../sw/store/open.ts';
import type { StoreOptions } from '../../../sw/store/open-store.ts';
import type { ServiceRecord } from '../../../sw/store/store.ts';
import type { CacheSettings, TileJob } from '../../../sw/tiles/tile-cache.ts';
import { madeService, threePlaces, toBlobs } from '../service/made-service.ts';

let clock = Date.UTC(2026, 0, 1);
let ids = 0;
let databases = 0;
const stores: { close(): void }[] = [];

async function freshStore(options: Partial<StoreOptions> = {}) {
  const databaseName = options.databaseName ?? `store-${++databases}`;
  const newId = () => (++ids).toString(16).padStart(32, '0');
  const store = await openStore({ openDatabase: openIndexedDb, databaseName, now: () => clock, newId, ...options });
  stores.push(store);
  return { store, databaseName };
}

/** Read the keys of all files through another connection, whatever the database version. */
async function fileKeys(databaseName: string): Promise<string[]> {
  const database = await openDB(databaseName);
  const keys = await database.getAllKeys('files');
  database.close();
  return keys.map(String);
}

const made = (name = 'Test') => {
  const { definition, files } = madeService(name);
  return { definition, files: toBlobs(files) };
};
const other = () => {
  const { definition, files } = madeService('Test', {
    ...threePlaces,
    rowCount: 3,
    columns: [
      ['a', 'b', 'c'],
      [1, 2, 3],
    ],
  });
  return { definition, files: toBlobs(files) };
};

afterEach(() => {
  vi.restoreAllMocks();
  for (const store of stores.splice(0)) store.close();
});

test('what is published is found, listed by key and read', async () => {
  const { store } = await freshStore();
  expect(await store.services()).toEqual([]);
  expect(await store.service('Test')).toBeUndefined();
  for (const name of ['Zebra', 'Alpha']) {
    const { definition, files } = made(name);
    const record = await store.publish(definition, files);
    expect(record).toMatchObject({ key: name, version: 1, publishedAt: clock });
  }
  const inFolder = made('Test');
  await store.publish({ ...inFolder.definition, folder: 'Town' }, inFolder.files);
  expect((await store.services()).map((record) => record.key)).toEqual(['Alpha', 'Town/Test', 'Zebra']);
  const record = await store.service('Town/Test');
  const table = await store.table(record!, 'places');
  expect((await table.attributes(0)).columns.get('NAME')?.values.slice(0, 2).toSorted()).toEqual(['Bern', 'Zürich']);
  expect((await table.geometry(0, 0)).xy).toHaveLength(4);
  expect(await table.rowsIn([8, 47, 9, 48])).toHaveLength(1);
  expect(await store.table(record!, 'places')).toBe(table);
  await expect(store.table(record!, 'constructor')).rejects.toMatchObject({ code: 'not-found' });
});

test('a record is one object until a new version is published, here or by another store', async () => {
  const { store, databaseName } = await freshStore();
  const { store: tab } = await freshStore({ databaseName });
  const { definition, files } = made();
  await store.publish(definition, files);
  const record = await tab.service('Test');
  expect(await tab.service('Test')).toBe(record);
  expect((await tab.services())[0]).toBe(record);
  const next = other();
  await store.publish(next.definition, next.files);
  expect((await tab.service('Test'))?.version).toBe(2);
  await store.remove('Test');
  expect(await tab.service('Test')).toBeUndefined();
});

test('the same package delivered twice is one publication; another one, or later, is a new version', async () => {
  const { store, databaseName } = await freshStore();
  const first = await store.publish(...pair(made()));
  clock += 60_000;
  expect(await store.publish(...pair(made()))).toBe(first);
  const changed = made();
  const bytes = new Uint8Array(await changed.files.get('places.geometry.arrow')!.arrayBuffer());
  bytes[bytes.length - 300]! ^= 1;
  changed.files.set('places.geometry.arrow', new Blob([bytes]));
  expect((await store.publish(...pair(changed))).version).toBe(2);
  clock += 11 * 60_000;
  expect((await store.publish(...pair(changed))).version).toBe(3);
  const keys = await fileKeys(databaseName);
  expect(keys).toHaveLength(changed.files.size);
  expect(keys.every((key) => key.startsWith('Test,3,'))).toBe(true);
});
const pair = ({ definition, files }: ReturnType<typeof made>) => [definition, files] as const;

test('a service that was removed is gone with its files, and its versions are not used again', async () => {
  const { store, databaseName } = await freshStore();
  await store.publish(...pair(made()));
  await store.publish(...pair(made('Test2')));
  expect(await store.remove('Test')).toBe(true);
  expect(await store.remove('Test')).toBe(false);
  expect(await store.service('Test')).toBeUndefined();
  expect((await fileKeys(databaseName)).every((key) => key.startsWith('Test2,'))).toBe(true);
  expect((await store.publish(...pair(made()))).version).toBe(2);
});

test('a table of a version that has been replaced says so', async () => {
  const { store } = await freshStore();
  const record = await store.publish(...pair(made()));
  const next = other();
  await store.publish(next.definition, next.files);
  const table = await store.table(record, 'places');
  await expect(table.attributes(0)).rejects.toMatchObject({
    code: 'not-found',
    message: 'Service "Test" changed while this request was running. Repeat the request.',
  });
  await expect(table.rowsIn([8, 47, 9, 48])).rejects.toMatchObject({ code: 'not-found' });
  const newest = await store.table((await store.service('Test'))!, 'places');
  expect((await newest.attributes(0)).columns.get('NAME')?.values.toSorted()).toEqual(['a', 'b', 'c']);
});

test.each(['QuotaExceededError', 'DataCloneError'])(
  'publishing that fails with %s leaves everything as it was',
  async (name) => {
    const { store, databaseName } = await freshStore({ estimate: async () => ({ usage: 900, quota: 1000 }) });
    await store.publish(...pair(made()));
    const before = await fileKeys(databaseName);
    const put = IDBObjectStore.prototype.put;
    let puts = 0;
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...values) {
      if (++puts === 3) throw new DOMException('injected', name);
      return put.apply(this, values);
    });
    const next = other();
    const failed = await store.publish(next.definition, next.files).catch((error) => error);
    expect(failed).toMatchObject({
      name: 'Fault',
      code: name === 'QuotaExceededError' ? 'no-space' : 'storage-failed',
    });
    if (name === 'QuotaExceededError') expect(failed.message).toMatch(/needs \d+ bytes, but 100 are free/);
    vi.restoreAllMocks();
    expect(await fileKeys(databaseName)).toEqual(before);
    const record = await store.service('Test');
    expect(record?.version).toBe(1);
    expect((await (await store.table(record!, 'places')).attributes(0)).rowCount).toBe(3);
  },
);

test('blocks of files elsewhere go before a publication fails for want of space', async () => {
  const { store, databaseName } = await freshStore({ remote: remote.remote });
  const connection = connect(openIndexedDb, databaseName);
  const blocks = createBlocks(connection, () => 1, store);
  await blocks.put('https://files.example/a.fgb', 'one', new Map([[1, new Uint8Array(1)]]));
  const count = () => connection.run((database) => database.count('blocks'));
  expect(await count()).toBe(1);
  const put = IDBObjectStore.prototype.put;
  let failures = 1;
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...values) {
    if (failures-- > 0) throw new DOMException('injected', 'QuotaExceededError');
    return put.apply(this, values);
  });
  expect((await store.publish(...pair(made()))).version).toBe(1);
  vi.restoreAllMocks();
  expect(await count()).toBe(0);
  connection.close();
});

test('a connection that is lost is opened again, once', async () => {
  const { store } = await freshStore();
  await store.setSetting('a', 1);
  const transaction = IDBDatabase.prototype.transaction;
  let failures = 1;
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...values) {
    if (failures-- > 0) throw new DOMException('Connection to Indexed Database server lost', 'UnknownError');
    return transaction.apply(this, values);
  });
  expect(await store.setting('a')).toBe(1);
  failures = 2;
  await expect(store.setting('a')).rejects.toMatchObject({ name: 'Fault', code: 'storage-failed' });
  failures = 0;
  expect(await store.setting('a')).toBe(1);
});

test('a newer version of the database or its deletion is let through at once', async () => {
  const { store, databaseName } = await freshStore();
  await store.setSetting('a', 1);
  const newer = await openDB(databaseName, 99);
  await expect(store.setting('a')).rejects.toMatchObject({ message: expect.stringContaining('Reload the page') });
  newer.close();
  await deleteDB(databaseName);
  expect(await store.setting('a')).toBeUndefined();
});

test('what is remembered of a database is forgotten with it: the same version of a service may be other data', async () => {
  const { store, databaseName } = await freshStore();
  const first = await store.publish(made().definition, made().files);
  const names = async (record: ServiceRecord) =>
    (await (await store.table(record, 'places')).attributes(0)).columns.get('NAME')?.values;
  expect(await names(first)).toContain('Bern');
  const contents = store.contents();
  await deleteDB(databaseName);
  expect(await store.service('Test')).toBeUndefined();
  expect(store.contents()).not.toBe(contents);
  // Published by another worker, so no notification arrives here.
  const { store: another } = await freshStore({ databaseName });
  const second = await another.publish(other().definition, other().files);
  expect(second.version).toBe(first.version);

  expect(await names((await store.service('Test'))!)).toContain('a');
});

test('a cache or job that is set up while its service is deleted is refused', async () => {
  const { store } = await freshStore();
  await store.publish(made().definition, made().files);
  const settings = {} as CacheSettings;
  const cache = await store.tiles.setCache('Test', 'Layers', settings, 'a');
  const [removed, set] = await Promise.allSettled([
    store.remove('Test'),
    store.tiles.setCache('Test', 'Layers', settings, 'b'),
  ]);

  expect(removed).toMatchObject({ status: 'fulfilled', value: true });
  expect(set).toMatchObject({ status: 'rejected', reason: { code: 'unknown-service' } });
  const job = { id: 'j', service: 'Test', map: 'Layers', cacheId: cache.id } as TileJob;
  await expect(store.tiles.addJob(job)).rejects.toMatchObject({ code: 'not-found' });
  expect(await store.tiles.caches()).toEqual([]);
  expect(await store.tiles.jobs('Test')).toEqual([]);
});

test('outputs expire after ten minutes and are cleared away by the next', async () => {
  const { store, databaseName } = await freshStore();
  const file = await store.putOutput(new Blob(['x']), 'image/png');
  expect(file).toMatchObject({ id: expect.stringMatching(/^[0-9a-f]{32}$/), expiresAt: clock + 600_000 });
  expect(await (await store.output(file.id))?.blob.text()).toBe('x');
  expect(await store.output('nothing')).toBeUndefined();
  clock += 600_000;
  expect(await store.output(file.id)).toBeUndefined();
  const next = await store.putOutput(new Blob(['y']), 'image/png');
  const database = await openDB(databaseName);
  expect(await database.getAllKeys('outputs')).toEqual([next.id]);
  database.close();
});

test('a store that was closed refuses instead of hanging', async () => {
  const { store } = await freshStore();
  await store.setSetting('a', 1);
  store.close();
  await expect(store.setting('a')).rejects.toMatchObject({ code: 'storage-failed' });
});

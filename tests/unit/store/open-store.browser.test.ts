import { deleteDB } from 'idb';
import { afterEach, expect, test, vi } from 'vitest';
import { openStore } from '../../../sw/portal/store/open-store.ts';
import { openIndexedDb } from '../../../sw/store/indexeddb.ts';
import type { Store } from '../../../sw/store/store.ts';
import { manyPolygons } from '../rows/made-table.ts';
import { madeService, toBlobs } from '../service/made-service.ts';
import { checkAttaching } from './attaching.ts';

const databaseName = 'store-in-browser';
const open: Store[] = [];
const fresh = async () => {
  const store = await openStore({
    openDatabase: openIndexedDb,
    databaseName,
    now: Date.now,
    newId: () => crypto.randomUUID().replaceAll('-', ''),
    estimate: () => navigator.storage.estimate(),
  });
  open.push(store);
  return store;
};

afterEach(async () => {
  for (const store of open.splice(0)) store.close();
  await deleteDB(databaseName);
});

test('a full disk is a fault that says how much is missing, and the old version stays', async () => {
  // tests/e2e fills a real disk: here Chromium may use its last estimate of free space for minutes.
  const store = await fresh();
  const small = madeService('Many');
  const large = madeService('Many', { ...manyPolygons(20_000), name: 'places' });
  const { version } = await store.publish(small.definition, toBlobs(small.files));
  const put = IDBObjectStore.prototype.put;
  let written = 0;
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, value, key) {
    if (written++ > 2) throw new DOMException('The disk is full.', 'QuotaExceededError');
    return key === undefined ? put.call(this, value) : put.call(this, value, key);
  });
  const failed = await store.publish(large.definition, toBlobs(large.files)).catch((error: unknown) => error);
  vi.restoreAllMocks();
  expect(failed).toMatchObject({ name: 'Fault', code: 'no-space' });
  expect((failed as Error).message).toMatch(/^Service "Many" needs \d+ bytes/);
  const record = await store.service('Many');
  expect(record?.version).toBe(version);
  expect((await (await store.table(record!, 'places')).attributes(0)).rowCount).toBe(3);
});

test('what is published is on the disk: another store reads it by slice', async () => {
  const { definition, files } = madeService('Many', { ...manyPolygons(20_000), name: 'places' });
  await (await fresh()).publish(definition, toBlobs(files));
  const store = await fresh();
  const table = await store.table((await store.service('Many'))!, 'places');
  const ids = new Set<number | string>();
  for (const index of table.manifest.batches.keys()) {
    for (const id of (await table.attributes(index)).columns.get('OBJECTID')!.values) ids.add(id);
    expect((await table.geometry(0, index)).xy.length).toBe(20 * table.manifest.batches[index]!.rowCount);
  }
  expect(ids.size).toBe(20_000);
});

test('files are attached and taken away on the disk', async () => {
  const store = await fresh();
  const { definition, files } = madeService('Many');
  await store.publish(definition, toBlobs(files));
  await checkAttaching(store, 'Many');
});

test('a version that is replaced while it is read goes on or says so', async () => {
  const store = await fresh();
  const { definition, files } = madeService('Many', { ...manyPolygons(20_000), name: 'places' });
  const record = await store.publish(definition, toBlobs(files));
  const table = await store.table(record, 'places');
  await table.attributes(0);
  const next = madeService('Many');
  await store.publish(next.definition, toBlobs(next.files));
  for (const reading of [table.attributes(1), table.geometry(0, 1)]) {
    const actual = await reading.catch((error) => error);
    if ('rowCount' in actual) expect(actual.firstRow).toBe(4096);
    else expect(actual).toMatchObject({ name: 'Fault', code: 'not-found' });
  }
});

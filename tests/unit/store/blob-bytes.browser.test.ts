import { deleteDB } from 'idb';
import { beforeAll, expect, test } from 'vitest';
import { openStore } from '../../../sw/portal/store/open-store.ts';
import { openIndexedDb } from '../../../sw/store/indexeddb.ts';
import { madeService, toBlobs } from '../service/made-service.ts';
import { checkAttaching } from './attaching.ts';

const databaseName = 'store-without-blobs';
const fresh = () =>
  openStore({
    openDatabase: openIndexedDb,
    databaseName,
    now: Date.now,
    newId: () => crypto.randomUUID().replaceAll('-', ''),
  });

/** Simulate WebKit's private windows: storing a Blob fails, and so does the transaction. */
beforeAll(async () => {
  await deleteDB(databaseName);
  const { put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = function (value, key) {
    const isRefused = value instanceof Blob || Object.values(Object(value)).some((member) => member instanceof Blob);
    if (isRefused)
      throw new DOMException('Error preparing Blob/File data to be stored in object store', 'UnknownError');
    return key === undefined ? put.call(this, value) : put.call(this, value, key);
  };
});

test('a browser that keeps no Blobs publishes, reads, and goes on with it after a new start', async () => {
  const store = await fresh();
  const { definition, files } = madeService('Many');
  const blobs = toBlobs(files);
  await store.publish(definition, blobs);
  const output = await store.putOutput(new Blob(['image'], { type: 'image/png' }), 'image/png');
  for (const opened of [store, await fresh()]) {
    const table = await opened.table((await opened.service('Many'))!, 'places');
    expect((await table.attributes(0)).rowCount).toBe(3);
    const storedBlob = (await opened.output(output.id))!.blob;
    expect([storedBlob.type, await storedBlob.text()]).toEqual(['image/png', 'image']);
    opened.close();
  }
});

test('a browser that keeps no Blobs attaches files and takes them away', async () => {
  const store = await fresh();
  await checkAttaching(store, 'Many');
  store.close();
});

test('a backup holds Blobs, and none of how this browser keeps them', async () => {
  const store = await fresh();
  const rows = await store.archive.readAll();
  expect(rows.get('files')!.length).toBeGreaterThan(0);
  for (const { value } of rows.get('files')!) expect(value).toBeInstanceOf(Blob);
  expect(rows.get('settings')!.map(({ key }) => key)).not.toContain('keeps-bytes-for-blobs');
  expect(await store.archive.replaceAll(rows)).toBe(1);
  expect((await (await fresh()).archive.readAll()).get('files')).toHaveLength(rows.get('files')!.length);
  store.close();
});

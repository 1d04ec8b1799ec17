import { openIndexedDb } from '../../../sw/store/indexeddb.ts';
import 'fake-indexeddb/auto';
import { openDB } from 'idb';
import { afterEach, expect, test, vi } from 'vitest';
import { openStore } from '../../../sw/portal/store/open-store.ts';
import { checkDefinition, checkFiles } from '../../../sw/service/check-definition.ts';
import type { Store } from '../../../sw/store/store.ts';
import { madeService, threePlaces, toBlobs } from '../service/made-service.ts';

let databases = 0;
let clock = Date.UTC(2026, 0, 1);
const stores: Store[] = [];
const text = (label: string) => new Blob([label]);
const note = (id: number, parentId = 1, name = `${id}.txt`) => ({ id, parentId, name, contentType: 'text/plain' });
const readBytes = (label: string) => new TextEncoder().encode(label);

/**
 * Make a service whose places have three attachments in one file, "first" and "second" of row 1 and "third" of row 2;
 * its notes have none.
 */
async function made() {
  const databaseName = `attachments-${++databases}`;
  const newId = () => String(++databases).padStart(32, '0');
  const fresh = () => openStore({ openDatabase: openIndexedDb, databaseName, now: () => ++clock, newId });
  const store = await fresh();
  stores.push(store);
  const { definition, files } = madeService('Test', {
    ...threePlaces,
    attachments: ['first', 'second', 'third'].map((label, i) => ({
      row: i >> 1,
      name: `${label}.txt`,
      contentType: 'text/plain',
      bytes: readBytes(label),
    })),
  });
  await store.publish(definition, toBlobs(files));
  const written = async () => {
    const database = await openDB(databaseName);
    const keys = await database.getAllKeys('files');
    const services = await database.getAll('services');
    database.close();
    return { keys: keys.map(String), services };
  };
  return { store, written, fresh };
}

/** Read all attachments of a table's rows. */
async function read(store: Store, name = 'places'): Promise<Record<string, string>> {
  const record = (await store.service('Test'))!;
  const table = await store.table(record, name);
  const { file, entries = [] } = table.manifest.attachments ?? {};
  const results: Record<string, string> = {};
  for (const entry of entries) {
    const bytes = await table.fileBytes(entry.file ?? file!, entry.range);
    results[`${entry.parentId} ${entry.id} ${entry.name}`] = new TextDecoder().decode(bytes);
  }
  return results;
}

const atFirst = { '1 1 first.txt': 'first', '1 2 second.txt': 'second', '2 3 third.txt': 'third' };

/**
 * Check that the record matches the stored files: the definition is valid, nothing is missing and nothing is left over.
 */
async function checkSound(store: Store) {
  const rows = await store.archive.readAll();
  for (const { value } of rows.get('services')!) {
    const {
      definition,
      bytes,
      key,
      version,
      filesVersion = version,
    } = value as {
      definition: Parameters<typeof checkFiles>[0];
      bytes: number;
      key: string;
      version: number;
      filesVersion?: number;
    };
    const files = rows
      .get('files')!
      .map((row) => ({ at: row.key as [string, number, string], blob: row.value as Blob }));
    const matching = files.filter(({ at }) => at[0] === key);
    expect(matching.every(({ at }) => at[1] === filesVersion)).toBe(true);
    checkFiles(checkDefinition(definition), new Map(matching.map(({ at, blob }) => [at[2], blob.size])));
    const json = JSON.stringify(definition).length;
    expect(bytes - matching.reduce((sum, { blob }) => sum + blob.size, 0)).toBeGreaterThan(json / 2);
  }
}

afterEach(() => {
  vi.restoreAllMocks();
  for (const store of stores.splice(0)) store.close();
});

test('a file is attached without writing the others again, and a second time changes nothing', async () => {
  const { store, written, fresh } = await made();
  const before = await written();
  const record = await store.addAttachment('Test', 'places', note(7, 3), text('seventh'));
  expect(record?.version).toBe(2);
  expect(await read(store)).toEqual({ ...atFirst, '3 7 7.txt': 'seventh' });
  const after = await written();
  expect(after.keys).toEqual(expect.arrayContaining(before.keys));
  expect(after.keys).toHaveLength(before.keys.length + 1);
  expect((await store.addAttachment('Test', 'places', note(7, 3), text('seventh')))?.version).toBe(2);
  expect(await written()).toEqual(after);
  const again = await fresh();
  stores.push(again);
  expect(await read(again)).toEqual({ ...atFirst, '3 7 7.txt': 'seventh' });
  await checkSound(again);
});

test('a table without files gets its first and loses it again', async () => {
  const { store, written } = await made();
  const before = await written();
  await store.addAttachment('Test', 'notes', note(1, 2), text(''));
  expect(await read(store, 'notes')).toEqual({ '2 1 1.txt': '' });
  await checkSound(store);
  await store.removeAttachment('Test', 'notes', 1);
  expect((await store.service('Test'))!.definition.tables.notes).not.toHaveProperty('attachments');
  expect((await written()).keys).toEqual(before.keys);
  await checkSound(store);
});

test('what is removed is gone with its bytes, wherever it stood, and can come back under its id', async () => {
  const { store, written } = await made();
  await store.addAttachment('Test', 'places', note(9), text('ninth'));
  const { bytes } = (await store.service('Test'))!;
  for (const [id, remaining] of [
    [2, { '1 1 first.txt': 'first', '2 3 third.txt': 'third', '1 9 9.txt': 'ninth' }],
    [9, { '1 1 first.txt': 'first', '2 3 third.txt': 'third' }],
    [1, { '2 3 third.txt': 'third' }],
    [3, {}],
  ] as const) {
    await store.removeAttachment('Test', 'places', id);
    expect(await read(store)).toEqual(remaining);
    await checkSound(store);
    const { version } = (await store.service('Test'))!;
    expect((await store.removeAttachment('Test', 'places', id))?.version).toBe(version);
  }
  expect((await written()).keys.some((key) => /attachments/.test(key))).toBe(false);
  expect((await store.service('Test'))!.bytes).toBeLessThan(bytes);
  await store.addAttachment('Test', 'places', { ...note(2), name: 'second.txt' }, text('second'));
  expect(await read(store)).toEqual({ '1 2 second.txt': 'second' });
});

test('a package has the files of a table in one, and makes the same service again', async () => {
  const { store } = await made();
  for (const id of [7, 8]) await store.addAttachment('Test', 'places', note(id, 3), text(`number ${id}`));
  await store.addAttachment('Test', 'notes', note(5, 2), text('five'));
  await store.removeAttachment('Test', 'places', 1);
  const { record, files } = (await store.portal.storedService('Test'))!;
  checkFiles(checkDefinition(record.definition), new Map([...files].map(([name, blob]) => [name, blob.size])));
  expect([...files.keys()].filter((name) => name.includes('attachments'))).toHaveLength(2);
  const expected = await read(store);
  expect(Object.keys(expected)).toHaveLength(4);
  await store.remove('Test');
  await store.publish(record.definition, files);
  expect(await read(store)).toEqual(expected);
  expect(await read(store, 'notes')).toEqual({ '2 5 5.txt': 'five' });
  // Its file names may collide with those a later version would choose.
  for (const id of [20, 21, 22, 23]) await store.addAttachment('Test', 'places', note(id), text(`${id}`));
  expect(Object.keys(await read(store))).toHaveLength(8);
  await checkSound(store);
});

test('a backup has them, and puts them back', async () => {
  const { store } = await made();
  await store.addAttachment('Test', 'places', note(7, 3), text('seventh'));
  const rows = await store.archive.readAll();
  await store.removeAttachment('Test', 'places', 7);
  await store.removeAttachment('Test', 'places', 1);
  await store.archive.replaceAll(rows);
  expect(await read(store)).toEqual({ ...atFirst, '3 7 7.txt': 'seventh' });
  await checkSound(store);
});

test('two at the same time are both attached', async () => {
  const { store, fresh } = await made();
  const tab = await fresh();
  stores.push(tab);
  await Promise.all([
    ...[11, 12, 13].map((id) => store.addAttachment('Test', 'places', note(id), text(`${id}`))),
    ...[13, 14].map((id) => tab.addAttachment('Test', 'places', note(id), text(`${id}`))),
    tab.removeAttachment('Test', 'places', 2),
  ]);
  expect(Object.keys(await read(store)).toSorted()).toEqual(
    ['1 1 first.txt', '1 11 11.txt', '1 12 12.txt', '1 13 13.txt', '1 14 14.txt', '2 3 third.txt'].toSorted(),
  );
  await checkSound(store);
});

test.each([
  ['not-found', 'rows', note(7), 'x'],
  ['unknown-id', 'places', note(7, 4), 'x'],
  ['unknown-id', 'notes', note(7, 0), 'x'],
  ['conflict', 'places', note(1), 'other bytes'],
  ['conflict', 'places', { ...note(1), name: 'first.txt' }, 'First'],
  ['conflict', 'places', { ...note(1, 2), name: 'first.txt' }, 'first'],
  ['bad-value', 'places', note(7, 1, ' '), 'x'],
  ['bad-value', 'places', note(7, 1, '../up'), 'x'],
  ['bad-value', 'places', note(7, 1, 'x'.repeat(256)), 'x'],
  ['bad-value', 'places', note(0), 'x'],
  ['bad-value', 'places', note(2 ** 31), 'x'],
  ['bad-value', 'places', { ...note(7), contentType: 'text/html\r\nx: y' }, 'x'],
  ['too-large', 'places', note(7), new Uint8Array(64 * 1024 ** 2 + 1)],
] as const)(
  '%s: nothing is changed by a file for table %s that cannot be attached: %o',
  async (code, name, file, content) => {
    const { store, written } = await made();
    const before = await written();
    await expect(store.addAttachment('Test', name, file, new Blob([content]))).rejects.toMatchObject({ code });
    expect(await written()).toEqual(before);
  },
);

test('a service or table that is not there is told', async () => {
  const { store } = await made();
  expect(await store.addAttachment('None', 'places', note(7), text('x'))).toBeUndefined();
  expect(await store.removeAttachment('None', 'places', 1)).toBeUndefined();
  await expect(store.removeAttachment('Test', 'rows', 1)).rejects.toMatchObject({ code: 'not-found' });
});

test.each([
  ['add', 'put', 1],
  ['add', 'put', 2],
  ['add', 'put', 3],
  ['remove', 'put', 1],
  ['remove', 'put', 2],
  ['remove', 'put', 3],
  ['remove', 'delete', 1],
] as const)('%s that finds the disk full at %s %i leaves everything as it was', async (way, method, last) => {
  const { store, written } = await made();
  const before = await written();
  const original = IDBObjectStore.prototype[method];
  let calls = 0;
  vi.spyOn(IDBObjectStore.prototype, method).mockImplementation(function (this: IDBObjectStore, ...values: unknown[]) {
    if (++calls === last) throw new DOMException('The disk is full.', 'QuotaExceededError');
    return (original as (...all: unknown[]) => IDBRequest).apply(this, values) as never;
  });
  const change =
    way === 'add'
      ? store.addAttachment('Test', 'places', note(7), text('x'))
      : store.removeAttachment('Test', 'places', 2);
  await expect(change).rejects.toMatchObject({ code: 'no-space' });
  vi.restoreAllMocks();
  expect(await written()).toEqual(before);
  expect(await read(store)).toEqual(atFirst);
});

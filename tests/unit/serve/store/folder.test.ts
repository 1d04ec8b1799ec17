import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type OpenedStorage, openFolder } from '../../../../serve/store/open.ts';
import type { Database } from '../../../../sw/store/database.ts';

interface Schema {
  values: { key: string; value: unknown };
  unique: { key: string; value: { readonly id: string; readonly mail: string }; indexes: { mail: string } };
}

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'soapstone-folder-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const openDatabase = (storage: OpenedStorage): Promise<Database<Schema>> =>
  storage.openDatabase<Schema>({
    name: 'folder',
    version: 1,
    async upgrade(editor) {
      editor.createObjectStore('values');
      editor.createObjectStore('unique', { keyPath: 'id' }).createIndex('mail', 'mail', { unique: true });
    },
  });

async function open(folder = makeFolder()) {
  const storage = await openFolder(folder);
  onTestFinished(() => storage.close());
  const database = await openDatabase(storage);
  const put = (key: string, value: unknown) =>
    database.write(['values'], 'strict', (transaction) => transaction.objectStore('values').put(value, key));
  const listFiles = () => readdir(join(folder, 'files'));
  return { folder, storage, database, put, listFiles };
}

const hourMs = 60 * 60_000;

/** A file must be unused at two sweeps. */
async function sweepTwice(storage: OpenedStorage): Promise<void> {
  for (let sweep = 0; sweep < 2; sweep++) await storage.sweep(Date.now() + 2 * hourMs);
}

test('only the owner of a data folder can read it', async () => {
  const { folder, put, listFiles } = await open();
  await put('key', new Blob(['content']));
  const permissions = (path: string) => (statSync(path).mode & 0o777).toString(8);
  expect(permissions(folder)).toBe('700');
  for (const name of ['db', 'files']) expect(permissions(join(folder, name))).toBe('700');
  for (const name of await listFiles()) expect(permissions(join(folder, 'files', name))).toBe('600');
});

test('a reader does not see the changes of a transaction that is open', async () => {
  const { database, put } = await open();
  await put('key', 'before');
  const seen: unknown[] = [];
  await database.write(['values'], 'strict', async (transaction) => {
    await transaction.objectStore('values').put('after', 'key');
    seen.push(await database.get('values', 'key'), await transaction.objectStore('values').get('key'));
    seen.push(await database.count('values'));
  });
  expect(seen).toEqual(['before', 'after', 1]);
  expect(await database.get('values', 'key')).toBe('after');
});

test('a request that fails while its task waits for another fails the transaction, and not the process', async () => {
  const { database } = await open();
  const put = (id: string) => (unique: { put(value: { id: string; mail: string }): Promise<void> }) =>
    unique.put({ id, mail: 'same' });
  await database.write(['unique'], 'strict', (transaction) => put('1')(transaction.objectStore('unique')));
  const failed = database.write(['unique'], 'strict', async (transaction, requests) => {
    const unique = transaction.objectStore('unique');
    requests.push(put('2')(unique));
    for (let i = 0; i < 5; i++) await unique.count();
  });
  await expect(failed).rejects.toMatchObject({ name: 'ConstraintError' });
  expect(await database.getAllKeys('unique')).toEqual(['1']);
});

test('a file goes an hour after its row, and not before', async () => {
  const { storage, database, put, listFiles } = await open();
  await put('first', { blob: new Blob(['first']) });
  await put('second', { blob: new Blob(['second']) });
  const { blob } = (await database.get('values', 'first')) as { blob: Blob };
  await database.write(['values'], 'strict', (transaction) => transaction.objectStore('values').delete('first'));
  await storage.sweep(Date.now() + hourMs / 2);
  expect(await blob.text()).toBe('first');
  await sweepTwice(storage);
  expect(await listFiles()).toHaveLength(1);
  expect(await ((await database.get('values', 'second')) as { blob: Blob }).blob.text()).toBe('second');
});

test('files that a rolled back transaction has written go after an hour', async () => {
  const { storage, database, listFiles } = await open();
  const blob = new Blob(['content']);
  let runs = 0;
  const failed = database.write(['values'], 'strict', async (transaction) => {
    await transaction.objectStore('values').put(blob, 'key');
    // Fails when the file has been written.
    if (++runs === 2) throw new Error('No.');
  });
  await expect(failed).rejects.toThrow('No.');
  expect(await listFiles()).toHaveLength(1);
  await storage.sweep(Date.now());
  expect(await listFiles()).toHaveLength(1);
  await sweepTwice(storage);
  expect(await listFiles()).toEqual([]);
});

test('each row has a file of its own, also if rows share a Blob', async () => {
  const { storage, database, listFiles } = await open();
  const blob = new Blob(['content']);
  await database.write(['values'], 'strict', async (transaction) => {
    await transaction.objectStore('values').put(blob, 'first');
    await transaction.objectStore('values').put([blob, blob], 'second');
  });
  expect(await listFiles()).toHaveLength(3);
  await database.write(['values'], 'strict', (transaction) => transaction.objectStore('values').clear());
  await sweepTwice(storage);
  expect(await listFiles()).toEqual([]);
});

test('a row whose file is missing is a fault', async () => {
  const { folder, database, put } = await open();
  await put('key', new Blob(['content']));
  await rm(join(folder, 'files'), { recursive: true });
  await expect(database.get('values', 'key')).rejects.toMatchObject({ code: 'storage-failed' });
});

test('a connection notices what another has written, and that it has replaced everything', async () => {
  const { storage, database, put } = await open();
  const other = await openDatabase(storage);
  const [changes, contents] = [await other.changes(['values']), other.contents];
  await put('key', 1);
  expect(await other.changes(['values'])).not.toBe(changes);
  expect(other.contents).toBe(contents);
  await database.write(['unique', 'values'], 'strict', (transaction) => transaction.objectStore('values').clear());
  await other.changes(['values']);
  expect(other.contents).not.toBe(contents);
});

test('a closed storage refuses requests, after those that have begun', async () => {
  const { storage, database, put } = await open();
  const written = put('key', 1);
  const read = database.get('values', 'missing');
  await Promise.all([written, read]);
  await storage.close();
  await expect(database.get('values', 'key')).rejects.toMatchObject({ code: 'storage-failed' });
  await expect(put('key', 2)).rejects.toMatchObject({ code: 'storage-failed' });
});

test('after a newer program has upgraded the folder, an older one reads, but refuses to write', async () => {
  const { folder, storage, database, put } = await open();
  await put('a', 1);
  await storage.check();
  const other = await openFolder(folder);
  onTestFinished(() => other.close());
  const newer = await other.openDatabase<Schema>({
    name: 'folder',
    version: 2,
    async upgrade(editor) {
      editor.createObjectStore('more');
    },
  });
  expect(await database.get('values', 'a')).toBe(1);
  await expect(put('a', 2)).rejects.toThrow('has version 2, which is newer than 1');
  expect(await newer.get('values', 'a')).toBe(1);
  await other.check();
  await expect(storage.check()).rejects.toMatchObject({ code: 'storage-failed' });
});

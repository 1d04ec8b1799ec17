import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Engine } from '../../../../serve/store/engine.ts';
import { openFiles } from '../../../../serve/store/files.ts';
import { encodeKeys } from '../../../../serve/store/keys.ts';
import { openLmdb } from '../../../../serve/store/lmdb.ts';
import { type OpenedStorage, openFolder, openPostgres } from '../../../../serve/store/open.ts';
import { openPostgresEngine } from '../../../../serve/store/postgres.ts';
import { rowPrefix, stateKey } from '../../../../serve/store/schema.ts';
import type { Database } from '../../../../sw/store/database.ts';
import { hasPostgres, PostgresServer } from './postgres-server.ts';

/* Damaged, newer and full stores: each is reported, and what is sound can still be read and written. */

interface Schema {
  values: { key: string; value: unknown };
}

/** A store that can be damaged. */
interface TestStore {
  open(): Promise<OpenedStorage>;
  openEngine(): Promise<Engine>;
  /** Damage the bytes of the only file that is larger than 1000 bytes. */
  readonly fileDamages: Readonly<Record<string, () => Promise<unknown> | unknown>>;
}

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'soapstone-faults-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function makeLmdb(): TestStore {
  const folder = makeFolder();
  const files = join(folder, 'files');
  const path = () =>
    readdirSync(files)
      .map((name) => join(files, name))
      .find((file) => readFileSync(file).length > 1000)!;
  return {
    open: () => openFolder(folder),
    openEngine: async () => openLmdb(join(folder, 'db'), await openFiles(files)),
    fileDamages: {
      missing: () => rmSync(path()),
      empty: () => truncateSync(path(), 0),
      'one byte short': () => truncateSync(path(), readFileSync(path()).length - 1),
      'one byte long': () => writeFileSync(path(), '!', { flag: 'a' }),
    },
  };
}

const server = new PostgresServer();
beforeAll(async () => {
  if (hasPostgres) await server.start();
}, 60_000);
afterAll(() => server.end());

async function makePostgres(): Promise<TestStore> {
  const url = await server.createDatabase();
  // Without the cached copy, files are read from the database.
  const open = async () => openPostgres(url, makeFolder());
  const large = '(select id from soapstone_files where size > 1000)';
  return {
    open,
    openEngine: () => openPostgresEngine(url, makeFolder()),
    fileDamages: {
      'without its row': () => server.execute(url, `delete from soapstone_files where id = ${large}`),
      'without its first chunk': () =>
        server.execute(url, `delete from soapstone_chunks where id = ${large} and part = 0`),
      'without its last chunk': () =>
        server.execute(url, `delete from soapstone_chunks where id = ${large} and part = 1`),
      'with a short chunk': () =>
        server.execute(url, `update soapstone_chunks set bytes = '\\x00' where id = ${large} and part = 1`),
      'with a long chunk': () =>
        server.execute(url, `update soapstone_chunks set bytes = bytes || '\\x00' where id = ${large} and part = 1`),
      'with an empty chunk': () =>
        server.execute(url, `update soapstone_chunks set bytes = '' where id = ${large} and part = 0`),
    },
  };
}

async function openIn(store: TestStore, version = 1): Promise<{ storage: OpenedStorage; database: Database<Schema> }> {
  const opened = await store.open();
  let closing: Promise<void> | undefined;
  const storage = { ...opened, close: () => (closing ??= opened.close()) };
  onTestFinished(() => storage.close());
  const database = await storage.openDatabase<Schema>({
    name: 'faults',
    version,
    async upgrade(editor, oldVersion) {
      if (oldVersion === 0) editor.createObjectStore('values');
    },
  });
  return { storage, database };
}

const put = (database: Database<Schema>, key: string, value: unknown) =>
  database.write(['values'], 'strict', (transaction) => transaction.objectStore('values').put(value, key));

const content = 'x'.repeat(300_000);
const storageFailed = { code: 'storage-failed', message: expect.stringMatching(/^File .* Restore a backup\.$/) };

const mebibyte = 1024 * 1024;

/** A Blob whose bytes can't be read from byte `end` on. */
function failingBlob(end: number, error: Error): Blob {
  const blob = new Blob(['y'.repeat(3 * mebibyte)]);
  const slice = blob.slice.bind(blob);
  blob.slice = (from, to = blob.size, type) => {
    const part = slice(from, to, type);
    if (to > end) part.arrayBuffer = () => Promise.reject(error);
    return part;
  };
  return blob;
}

const stores: readonly (readonly [name: string, makeStore: () => TestStore | Promise<TestStore>])[] = [
  ['LMDB', makeLmdb],
  ...(hasPostgres ? [['PostgreSQL', makePostgres] as const] : []),
];

describe.each(stores)('%s', (name, makeStore) => {
  test('data of a newer version is refused with a reason, and left as it is', async () => {
    const store = await makeStore();
    const { storage, database } = await openIn(store, 3);
    await put(database, 'key', 1);
    await storage.close();
    await expect(openIn(store, 2)).rejects.toMatchObject({
      code: 'storage-failed',
      message: 'The stored data has version 3, which is newer than 2. Update this program.',
    });
    expect(await (await openIn(store, 3)).database.get('values', 'key')).toBe(1);
  });

  test('a damaged file is a fault of its row, which can be replaced, and of no other', async () => {
    for (const damage of Object.keys((await makeStore()).fileDamages)) {
      const store = await makeStore();
      const { storage, database } = await openIn(store);
      await put(database, 'damaged', { blob: new Blob([content]) });
      await put(database, 'sound', { blob: new Blob(['sound']) });
      await storage.close();
      await store.fileDamages[damage]!();
      const { database: reopened } = await openIn(store);
      await expect(reopened.get('values', 'damaged'), damage).rejects.toMatchObject(storageFailed);
      await expect(reopened.getAll('values'), damage).rejects.toMatchObject(storageFailed);
      const { blob } = (await reopened.get('values', 'sound')) as { blob: Blob };
      expect(await blob.text()).toBe('sound');
      await put(reopened, 'damaged', { blob: new Blob(['new']) });
      expect(await reopened.getAll('values')).toHaveLength(2);
      await reopened.write(['values'], 'strict', (transaction) => transaction.objectStore('values').delete('damaged'));
      expect(await reopened.getAllKeys('values')).toEqual(['sound']);
    }
  });

  test('a damaged list of stores is a fault, and the store can be closed', async () => {
    const store = await makeStore();
    const { storage } = await openIn(store);
    await storage.close();
    const engine = await store.openEngine();
    const transaction = await engine.beginWrite([], false);
    await transaction.put(stateKey, Buffer.from('damaged'));
    await transaction.commit();
    await engine.close();
    const opened = await store.open();
    await expect(opened.openDatabase({ name: 'faults', version: 1, async upgrade() {} })).rejects.toMatchObject({
      code: 'storage-failed',
    });
    await opened.close();
  });

  test('a row with any byte changed or cut off is a fault, and can be replaced', async () => {
    const store = await makeStore();
    const { storage, database } = await openIn(store);
    await put(database, 'damaged', { text: 'text', list: [1, 2], blob: new Blob(['content']) });
    await put(database, 'sound', 'sound');
    const engine = await store.openEngine();
    onTestFinished(() => engine.close());
    const key = encodeKeys('values', 'damaged');
    expect(key.subarray(0, rowPrefix('values').length)).toEqual(rowPrefix('values'));
    const snapshot = await engine.beginRead();
    const row = Buffer.from((await snapshot.get(key))!);
    await snapshot.end();
    const replaceRow = async (bytes: Uint8Array) => {
      const transaction = await engine.beginWrite([], false);
      await transaction.put(key, bytes);
      await transaction.commit();
    };
    for (let i = 0; i < row.length; i += i < 24 ? 1 : 7) {
      for (const damaged of [row.subarray(0, i), Buffer.from(row).fill(row[i]! ^ 0x41, i, i + 1)]) {
        await replaceRow(damaged);
        await expect(database.get('values', 'damaged'), `byte ${i}`).rejects.toMatchObject({
          code: 'storage-failed',
          message: 'A stored row is damaged. Restore a backup.',
        });
      }
    }
    expect(await database.get('values', 'sound')).toBe('sound');
    await put(database, 'damaged', 'new');
    expect(await database.getAll('values')).toEqual(['new', 'sound']);
    await storage.close();
  });

  test('a file that cannot be written from any byte on changes nothing, and leaves no part', async () => {
    const { storage, database } = await openIn(await makeStore());
    await put(database, 'key', { blob: new Blob(['before']) });
    for (const end of [0, 1, mebibyte - 1, mebibyte, mebibyte + 1, 2 * mebibyte, 3 * mebibyte - 1]) {
      const full = Object.assign(new Error('write'), { code: 'ENOSPC' });
      await expect(put(database, 'key', [1, failingBlob(end, full)]), `byte ${end}`).rejects.toMatchObject({
        name: 'QuotaExceededError',
      });
      const broken = Object.assign(new Error('read'), { code: 'EIO' });
      await expect(put(database, 'key', [1, failingBlob(end, broken)]), `byte ${end}`).rejects.toThrow('read');
    }
    const { blob } = (await database.get('values', 'key')) as { blob: Blob };
    expect(await blob.text()).toBe('before');
    await put(database, 'key', { blob: new Blob(['after']) });
    for (let sweep = 0; sweep < 2; sweep++) await storage.sweep(Date.now() + 3 * 3_600_000);
    expect(await ((await database.get('values', 'key')) as { blob: Blob }).blob.text()).toBe('after');
  });

  test('a clock that jumps, or that of another computer, deletes no file that is being stored', async () => {
    const store = await makeStore();
    const { storage, database } = await openIn(store);
    const { storage: other } = name === 'PostgreSQL' ? await openIn(store) : { storage };
    const blob = new Blob(['content']);
    let runs = 0;
    await database.write(['values'], 'strict', async (transaction) => {
      await transaction.objectStore('values').put({ blob }, 'key');
      // The file has been written, and no row refers to it yet.
      if (++runs === 2) await other.sweep(Date.now() + 365 * 24 * 3_600_000);
    });
    expect(runs).toBe(2);
    const read = async () => ((await database.get('values', 'key')) as { blob: Blob }).blob.text();
    expect(await read()).toBe('content');
    for (let sweep = 0; sweep < 3; sweep++) await other.sweep(Date.now() + 365 * 24 * 3_600_000);
    for (let sweep = 0; sweep < 3; sweep++) await other.sweep(0);
    expect(await read()).toBe('content');
  });
});

test('a damaged copy of a file in the cache of PostgreSQL is replaced', async (test) => {
  if (!hasPostgres) return test.skip('PostgreSQL is not installed');
  const [url, folder] = [await server.createDatabase(), makeFolder()];
  const store = { open: () => openPostgres(url, folder) } as TestStore;
  const { database } = await openIn(store);
  await put(database, 'key', { blob: new Blob([content]) });
  for (const length of [0, 5, content.length + 1]) {
    const [name] = readdirSync(folder);
    truncateSync(join(folder, name!), length);
    const { blob } = (await database.get('values', 'key')) as { blob: Blob };
    expect((await blob.text()) === content).toBe(true);
  }
});

test('a folder whose database is missing or empty is refused, so that its files stay', async () => {
  const folder = makeFolder();
  const store = { open: () => openFolder(folder) } as TestStore;
  const { storage, database } = await openIn(store);
  await put(database, 'key', new Blob(['content']));
  await storage.close();
  const refusal = { code: 'storage-failed', message: expect.stringContaining('is empty, but has files') };
  truncateSync(join(folder, 'db/data.mdb'), 0);
  await expect(openFolder(folder)).rejects.toMatchObject(refusal);
  rmSync(join(folder, 'db'), { recursive: true });
  await expect(openFolder(folder)).rejects.toMatchObject(refusal);
  expect(readdirSync(join(folder, 'files'))).toHaveLength(1);
});

test('a database that is cut off at any page is refused before LMDB would end the process', async () => {
  const folder = makeFolder();
  const store = { open: () => openFolder(folder) } as TestStore;
  const { storage, database } = await openIn(store);
  for (let i = 0; i < 40; i++) await put(database, `key ${i}`, 'x'.repeat(i * 400));
  await storage.close();
  const path = join(folder, 'db/data.mdb');
  const bytes = readFileSync(path);
  let refused = 0;
  for (let length = 100; length < bytes.length; length += 4096) {
    writeFileSync(path, bytes.subarray(0, length));
    const opened = await openFolder(folder).catch((error: unknown) => error);
    if (!(opened instanceof Error)) {
      // Pages that no entry needs were at the end.
      await (opened as OpenedStorage).close();
      continue;
    }
    refused++;
    expect(opened).toMatchObject({
      code: 'storage-failed',
      message: expect.stringContaining('is damaged. Restore a backup'),
    });
  }
  expect(refused).toBeGreaterThan(10);
  writeFileSync(path, Buffer.alloc(bytes.length, 'no database'));
  await expect(openFolder(folder)).rejects.toMatchObject({ code: 'storage-failed' });
  writeFileSync(path, bytes);
  expect(await (await openIn(store)).database.count('values')).toBe(40);
});

test('a full disk refuses rows and files, loses nothing, and takes more when there is space', async (test) => {
  const folder = makeFolder();
  const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', folder]).status === 0;
  if (!isMounted) return test.skip('only root can mount a small disk');
  const { storage, database } = await openIn({ open: () => openFolder(folder) } as TestStore);
  onTestFinished(async () => {
    await storage.close();
    // Lazily, because Node closes files of Blobs late.
    execFileSync('umount', ['-l', folder]);
  });
  await put(database, 'before', { blob: new Blob([content]) });
  const full = { name: 'QuotaExceededError' };
  await expect(put(database, 'file', new Blob(['z'.repeat(9_000_000)]))).rejects.toMatchObject(full);
  const ballast = join(folder, 'ballast');
  let rows = 0;
  const putRows = async (): Promise<never> => {
    for (;;) {
      await put(database, `row ${rows}`, 'x'.repeat(100_000));
      rows++;
    }
  };
  await expect(putRows()).rejects.toMatchObject(full);
  expect(rows).toBeGreaterThan(0);
  const check = async () => {
    expect(await database.count('values')).toBe(rows + 1);
    const { blob } = (await database.get('values', 'before')) as { blob: Blob };
    expect((await blob.text()) === content).toBe(true);
  };
  await check();
  execFileSync('mount', ['-o', 'remount,size=16m', folder]);
  writeFileSync(ballast, 'x');
  await put(database, `row ${rows}`, 'x'.repeat(100_000));
  rows++;
  await check();
});

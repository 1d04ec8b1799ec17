import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type OpenedStorage, openPostgres } from '../../../../serve/store/open.ts';
import type { Database } from '../../../../sw/store/database.ts';
import { describeDatabase } from '../../store/database/suite.ts';
import { hasPostgres, PostgresServer } from './postgres-server.ts';

const server = new PostgresServer();
const startMs = 60_000;
/** A little more than an hour, after which unused files are deleted. */
const hourMs = 61 * 60_000;
const folders: string[] = [];

const createFolder = async (): Promise<string> => {
  folders.push(await mkdtemp(join(tmpdir(), 'soapstone-pg-files-')));
  return folders.at(-1)!;
};

beforeAll(async () => {
  if (hasPostgres) await server.start();
}, startMs);
afterAll(async () => {
  await server.end();
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
});

interface Schema {
  values: { key: string; value: unknown };
  other: { key: string; value: number };
}
type TestDatabase = Database<Schema>;

describe.skipIf(!hasPostgres)('with a server', () => {
  let url: string;
  let cacheFolder: string;

  describeDatabase('PostgreSQL', async (isEmpty) => {
    // Reopening with an empty folder also shows that files are in the database.
    cacheFolder = await createFolder();
    if (isEmpty) url = await server.createDatabase();
    return openPostgres(url, cacheFolder);
  });

  describe('two replicas', () => {
    const storages: OpenedStorage[] = [];
    let first: TestDatabase;
    let second: TestDatabase;

    const open = async (): Promise<TestDatabase> => {
      const storage = await openPostgres(url, await createFolder());
      storages.push(storage);
      return storage.openDatabase<Schema>({
        name: 'test',
        version: 1,
        async upgrade(editor) {
          editor.createObjectStore('values');
          editor.createObjectStore('other');
        },
      });
    };
    const put = (database: TestDatabase, key: string, value: unknown, durability: 'strict' | 'relaxed' = 'strict') =>
      database.write(['values'], durability, async (transaction) => {
        await transaction.objectStore('values').put(value, key);
      });
    const raise = (database: TestDatabase) =>
      database.write(['values'], 'strict', async (transaction) => {
        const values = transaction.objectStore('values');
        await values.put((((await values.get('count')) as number | undefined) ?? 0) + 1, 'count');
      });

    beforeEach(async () => {
      url = await server.createDatabase();
      [first, second] = await Promise.all([open(), open()]);
    });
    afterEach(async () => {
      await Promise.all(storages.splice(0).map((storage) => storage.close()));
    });

    test('see what the other has written at once', async () => {
      const before = await second.changes(['values']);
      const others = await second.changes(['other']);
      await put(first, 'key', { text: 'value' }, 'relaxed');
      expect(await second.changes(['values'])).not.toBe(before);
      expect(await second.changes(['other'])).toBe(others);
      expect(await second.get('values', 'key')).toEqual({ text: 'value' });
    });

    test('write to one store in turn', async () => {
      await Promise.all(Array.from({ length: 40 }, (_, i) => raise(i % 2 === 0 ? first : second)));
      expect(await first.get('values', 'count')).toBe(40);
    });

    test('that lock the same stores in another order do not stop each other', async () => {
      const write = (database: TestDatabase, stores: ('values' | 'other')[]) =>
        database.write(stores, 'relaxed', async (transaction) => {
          const other = transaction.objectStore('other');
          await other.put(((await other.get('count')) ?? 0) + 1, 'count');
        });
      await Promise.all(
        Array.from({ length: 20 }, (_, i) =>
          i % 2 === 0 ? write(first, ['values', 'other']) : write(second, ['other', 'values']),
        ),
      );
      expect(await first.get('other', 'count')).toBe(20);
    });

    test('do not see what is not committed, nor changes after the start of a snapshot', async () => {
      await put(first, 'key', 1);
      await second.read(['values'], async (transaction) => {
        const values = transaction.objectStore('values');
        expect(await values.get('key')).toBe(1);
        await first.write(['values'], 'strict', async (writing) => {
          await writing.objectStore('values').put(2, 'key');
          expect(await second.get('values', 'key')).toBe(1);
        });
        expect(await values.get('key')).toBe(1);
        expect(await second.get('values', 'key')).toBe(2);
      });
    });

    test('notice that the other has replaced all data', async () => {
      const { contents } = second;
      await first.write(['values', 'other'], 'strict', async (transaction) => {
        await transaction.objectStore('values').clear();
      });
      await second.changes(['values']);
      expect(second.contents).not.toBe(contents);
    });

    test('notice each write of the other, however many ask at once', async () => {
      let isOver = false;
      const asking = Array.from({ length: 8 }, async () => {
        while (!isOver) await second.changes(['values']);
      });
      let before = await second.changes(['values']);
      for (let count = 0; count < 50; count++) {
        await put(first, 'key', count);
        const after = await second.changes(['values']);
        expect(after).not.toBe(before);
        before = after;
      }
      isOver = true;
      await Promise.all(asking);
    });

    test('read files that the other has written', async () => {
      const bytes = new Uint8Array(700_000).map((_, i) => (i * 37) % 253);
      await put(first, 'file', { blob: new Blob([bytes]) });
      const rows = await Promise.all([second.get('values', 'file'), second.get('values', 'file')]);
      for (const row of rows) {
        const { blob } = row as { blob: Blob };
        expect(Buffer.compare(new Uint8Array(await blob.arrayBuffer()), bytes)).toBe(0);
      }
    });

    test('sweep files that no row refers to, from the database and both folders', async () => {
      await put(first, 'file', new Blob(['content']));
      await put(first, 'used', new Blob(['used']));
      await second.get('values', 'file');
      await put(second, 'file', 'no file');
      const countFiles = async () => {
        const counts = await Promise.all(folders.slice(-2).map(async (folder) => (await readdir(folder)).length));
        return counts.sort();
      };
      await storages[0]!.sweep(Date.now());
      expect(await countFiles()).toEqual([1, 2]);
      for (const storage of [...storages, ...storages]) await storage.sweep(Date.now() + hourMs);
      expect(await countFiles()).toEqual([0, 1]);
      expect(await ((await (await open()).get('values', 'used')) as Blob).text()).toBe('used');
      const counts = await server.execute(
        url,
        'select (select count(*)::int from soapstone_files) as files, (select count(*)::int from soapstone_chunks) as chunks',
      );
      expect(counts).toEqual([{ files: 1, chunks: 1 }]);
    });

    test('repeat a transaction after a conflict', async () => {
      await server.execute(
        url,
        `create sequence tries;
         create function fail() returns trigger language plpgsql as $$ begin
           if nextval('tries') <= 2 then raise 'restart transaction' using errcode = '40001'; end if;
           return new;
         end $$;
         create trigger fail before insert or update on soapstone_entries for each row execute function fail();`,
      );
      await raise(first);
      expect(await second.get('values', 'count')).toBe(1);
    });

    test(
      'report that the server is away, lose nothing, and go on when it is back',
      async () => {
        let acknowledged = 0;
        let isDone = false;
        const errors: unknown[] = [];
        const work = async (database: TestDatabase) => {
          while (!isDone) {
            try {
              await raise(database);
              acknowledged++;
            } catch (error) {
              errors.push(error);
            }
          }
        };
        const working = Promise.all([work(first), work(second)]);
        await server.stop();
        const away = {
          code: 'storage-failed',
          message: expect.stringMatching(/^The database isn't reachable: .*\. Try again\.$/),
        };
        await expect(first.get('values', 'count')).rejects.toMatchObject(away);
        await expect(put(second, 'key', 1)).rejects.toMatchObject(away);
        await expect(second.changes(['values'])).rejects.toMatchObject(away);
        await server.resume();
        isDone = true;
        await working;
        for (const error of errors) expect(error).toMatchObject(away);
        const count = (await first.get('values', 'count')) as number | undefined;
        // A commit may have reached the disk without its answer reaching the writer.
        expect(count ?? 0).toBeGreaterThanOrEqual(acknowledged);
        expect(count ?? 0).toBeLessThanOrEqual(acknowledged + 2);
        await raise(first);
        await raise(second);
        expect(await second.get('values', 'count')).toBe((count ?? 0) + 2);
      },
      startMs,
    );

    test('refuse the tables of a newer version', async () => {
      await server.execute(url, 'update soapstone_schema set version = 2');
      await expect(openPostgres(url, await createFolder())).rejects.toMatchObject({
        code: 'storage-failed',
        message: 'The tables of the database have version 2, which is newer than 1. Update this program.',
      });
    });
  });

  test('an address that does not answer is reported without its password', async () => {
    const opened = openPostgres('postgres://user:secret@127.0.0.1:1/test', await createFolder());
    await expect(opened).rejects.toMatchObject({
      code: 'storage-failed',
      message: expect.not.stringContaining('secret'),
    });
  });
});

import { describe, expect, test } from 'vitest';
import { type DatabaseFixture, letters } from './fixture.ts';

/** Declare tests for transactions and the Blobs in them. */
export function describeTransactions(fixture: DatabaseFixture): void {
  describe('transactions', () => {
    test('see their own changes in the order of the calls', async () => {
      await fixture.putRows(letters[0]!);
      const seen = await fixture.database.write(['rows'], 'strict', async (transaction, requests) => {
        const rows = transaction.objectStore('rows');
        requests.push(rows.put({ id: 'a', rank: 5 }), rows.delete('a'), rows.put({ id: 'a', rank: 6 }));
        return [await rows.get('a'), await rows.index('group').count(), await rows.count()];
      });
      expect(seen).toEqual([{ id: 'a', rank: 6 }, 0, 1]);
    });

    test('store nothing when their task throws', async () => {
      await fixture.putRows(...letters);
      const failed = fixture.database.write(['rows', 'values'], 'strict', async (transaction, requests) => {
        await transaction.objectStore('rows').clear();
        requests.push(transaction.objectStore('values').put(1, 'key'));
        throw new RangeError('No.');
      });
      await expect(failed).rejects.toThrow(new RangeError('No.'));
      expect(await fixture.database.count('rows')).toBe(4);
      expect(await fixture.database.count('values')).toBe(0);
    });

    test('store requests that nobody waits for', async () => {
      await fixture.database.write(['values'], 'strict', async (transaction) => {
        void transaction.objectStore('values').put(1, 'key');
      });
      expect(await fixture.database.get('values', 'key')).toBe(1);
    });

    test('refuse stores that they do not include', async () => {
      const failed = fixture.database.write(['rows'], 'strict', async (transaction) => {
        await (transaction as never as { objectStore(name: string): { clear(): Promise<void> } })
          .objectStore('values')
          .clear();
      });
      await expect(failed).rejects.toMatchObject({ name: 'NotFoundError' });
    });

    test('that write to the same store wait for each other', async () => {
      await fixture.putValues(['count', 0]);
      const raise = () =>
        fixture.database.write(['values'], 'relaxed', async (transaction) => {
          const values = transaction.objectStore('values');
          const value = (await values.get('count')) as number;
          await values.get('other');
          await values.put(value + 1, 'count');
        });
      await Promise.all(Array.from({ length: 20 }, raise));
      expect(await fixture.database.get('values', 'count')).toBe(20);
    });

    test('that read never see a part of a write', async () => {
      const accounts = ['a', 'b', 'c', 'd'];
      await fixture.putValues(...accounts.map((key) => [key, 100] as const));
      const move = (from: string, to: string, fails: boolean) =>
        fixture.database
          .write(['values'], 'relaxed', async (transaction) => {
            const values = transaction.objectStore('values');
            await values.put(((await values.get(from)) as number) - 10, from);
            await values.get(to);
            await values.put(((await values.get(to)) as number) + 10, to);
            if (fails) throw new Error('rolled back');
          })
          .catch(() => undefined);
      const sum = () =>
        fixture.database.read(['values'], async (transaction) => {
          const values = transaction.objectStore('values');
          let total = 0;
          for (const key of accounts) total += (await values.get(key)) as number;
          return total;
        });
      const sums = await Promise.all(
        Array.from({ length: 40 }, async (_, i) => {
          const moved = move(accounts[i % 4]!, accounts[(i + 1) % 4]!, i % 3 === 0);
          const total = await sum();
          await moved;
          return total;
        }),
      );
      expect(new Set(sums)).toEqual(new Set([400]));
      expect(await sum()).toBe(400);
    });

    test('that read see one state, however long they take', async () => {
      await fixture.putValues(['a', 1], ['b', 1]);
      let write: Promise<void> | undefined;
      const values = await fixture.database.read(['values'], async (transaction) => {
        const store = transaction.objectStore('values');
        const a = await store.get('a');
        write = fixture.putValues(['a', 2], ['b', 2]);
        await store.getAll();
        await store.count();
        return [a, await store.get('b')];
      });
      expect(values).toEqual([1, 1]);
      await write;
      expect(await fixture.database.getAll('values')).toEqual([2, 2]);
    });

    test('change the value of `changes` of their stores only', async () => {
      const before = [await fixture.database.changes(['rows']), await fixture.database.changes(['rows', 'values'])];
      await fixture.putValues(['key', 1]);
      expect(await fixture.database.changes(['rows'])).toBe(before[0]);
      expect(await fixture.database.changes(['rows', 'values'])).not.toBe(before[1]);
    });
  });

  describe('Blobs', () => {
    test('are stored inside of rows and read in pieces', async () => {
      const blob = new Blob(['hello ', 'world'], { type: 'text/plain' });
      const inMap = new Blob(['map']);
      await fixture.putValues(
        ['direct', blob],
        ['deep', { list: [1, { blob }], map: new Map([['a', { inMap }]]), n: null }],
      );
      await fixture.reopen();
      const direct = (await fixture.database.get('values', 'direct')) as Blob;
      expect([direct.size, direct.type, await direct.text()]).toEqual([11, 'text/plain', 'hello world']);
      expect(await direct.slice(6, 9).text()).toBe('wor');
      const deep = (await fixture.database.get('values', 'deep')) as {
        list: [number, { blob: Blob }];
        map: Map<string, { inMap: Blob }>;
        n: null;
      };
      expect(await deep.list[1].blob.text()).toBe('hello world');
      expect(await deep.map.get('a')!.inMap.text()).toBe('map');
      expect([deep.list[0], deep.n]).toEqual([1, null]);
    });

    test('that are empty or large are the same afterwards', async () => {
      const bytes = new Uint8Array(3_000_000).map((_, i) => (i * 31) % 251);
      await fixture.putValues(['empty', new Blob([])], ['large', new Blob([bytes])]);
      expect(((await fixture.database.get('values', 'empty')) as Blob).size).toBe(0);
      const large = new Uint8Array(await ((await fixture.database.get('values', 'large')) as Blob).arrayBuffer());
      expect(Buffer.compare(large, bytes)).toBe(0);
    });

    test('can be stored again from the row of another', async () => {
      await fixture.putValues(['first', { blob: new Blob(['content']) }]);
      const { blob } = (await fixture.database.get('values', 'first')) as { blob: Blob };
      await fixture.database.write(['values'], 'strict', async (transaction) => {
        await transaction.objectStore('values').put(blob, 'second');
        await transaction.objectStore('values').delete('first');
      });
      await fixture.reopen();
      expect(await ((await fixture.database.get('values', 'second')) as Blob).text()).toBe('content');
    });

    test('are not stored when the transaction is rolled back', async () => {
      const blob = new Blob(['content']);
      const failed = fixture.database.write(['values'], 'strict', async (transaction) => {
        await transaction.objectStore('values').put(blob, 'key');
        if ((await transaction.objectStore('values').count()) === 1) throw new Error('No.');
      });
      await expect(failed).rejects.toThrow('No.');
      expect(await fixture.database.get('values', 'key')).toBeUndefined();
    });
  });
}

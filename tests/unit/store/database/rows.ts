import { describe, expect, test } from 'vitest';
import { type Key, keysStartingWith } from '../../../../sw/store/database.ts';
import { type DatabaseFixture, letters, type Row, type TestDatabase } from './fixture.ts';

/** Declare tests for rows and indexes. */
export function describeRows(fixture: DatabaseFixture): void {
  describe('rows', () => {
    test('are read by key, in ranges and with a limit', async () => {
      await fixture.putRows(...letters);
      expect(await fixture.database.get('rows', 'b')).toEqual(letters[1]);
      expect(await fixture.database.get('rows', 'missing')).toBeUndefined();
      expect(await fixture.database.getAllKeys('rows')).toEqual(['a', 'b', 'c', 'd']);
      expect(await fixture.database.getAllKeys('rows', undefined, 2)).toEqual(['a', 'b']);
      expect(
        await fixture.database.getAll('rows', { lower: 'b', upper: 'd', lowerOpen: true, upperOpen: true }),
      ).toEqual([letters[2]]);
      expect(await fixture.database.getAllKeys('rows', { lower: 'b', upper: 'd' })).toEqual(['b', 'c', 'd']);
      expect(await fixture.database.getAllKeys('rows', { lower: 'b', lowerOpen: true })).toEqual(['c', 'd']);
      expect(await fixture.database.getAllKeys('rows', { upper: 'b' })).toEqual(['a', 'b']);
      expect(await fixture.database.count('rows')).toBe(4);
      expect(await fixture.database.count('rows', { upper: 'b', upperOpen: true })).toBe(1);
      await fixture.database.read(['rows'], async (transaction) => {
        const rows = transaction.objectStore('rows');
        expect(await rows.getKey('c')).toBe('c');
        expect(await rows.getKey('e')).toBeUndefined();
        expect(await rows.getKey({ lower: 'b', lowerOpen: true })).toBe('c');
        expect(await rows.get({ lower: 'b', lowerOpen: true })).toEqual(letters[2]);
      });
    });

    test('have their keys inside or outside, also lists', async () => {
      await fixture.database.write(['pairs', 'values'], 'strict', async (transaction) => {
        expect(transaction.objectStore('pairs').hasInlineKeys).toBe(true);
        expect(transaction.objectStore('values').hasInlineKeys).toBe(false);
        for (const n of [10, 9]) await transaction.objectStore('pairs').put({ a: 'x', n });
        await transaction.objectStore('pairs').put({ a: 'x', n: 9, text: 'second' });
        await transaction.objectStore('pairs').put({ a: 'xy', n: 1 });
      });
      expect(await fixture.database.getAllKeys('pairs')).toEqual([
        ['x', 9],
        ['x', 10],
        ['xy', 1],
      ]);
      expect(await fixture.database.getAll('pairs', keysStartingWith(['x']))).toEqual([
        { a: 'x', n: 9, text: 'second' },
        { a: 'x', n: 10 },
      ]);
    });

    test('are deleted by key, by range and all', async () => {
      await fixture.putRows(...letters);
      await fixture.database.write(['rows'], 'strict', (transaction) => transaction.objectStore('rows').delete('a'));
      expect(await fixture.database.getAllKeys('rows')).toEqual(['b', 'c', 'd']);
      await fixture.database.write(['rows'], 'strict', (transaction) =>
        transaction.objectStore('rows').delete({ lower: 'b', upper: 'd', upperOpen: true }),
      );
      expect(await fixture.database.getAllKeys('rows')).toEqual(['d']);
      await fixture.database.write(['rows'], 'strict', (transaction) => transaction.objectStore('rows').clear());
      expect(await fixture.database.count('rows')).toBe(0);
    });

    test('without a valid key are refused', async () => {
      const put = (value: unknown, key: unknown) =>
        fixture.database.write(['values'], 'strict', async (transaction) => {
          await transaction.objectStore('values').put(value, key as Key);
        });
      for (const key of [undefined, null, Number.NaN, {}, [1, undefined], true])
        await expect(put(1, key)).rejects.toMatchObject({ name: 'DataError' });
      await expect(put(() => 1, 'key')).rejects.toMatchObject({ name: 'DataCloneError' });
      await expect(fixture.putRows({} as Row)).rejects.toMatchObject({ name: 'DataError' });
      expect(await fixture.database.count('values')).toBe(0);
    });

    test('are structured clones of what was put', async () => {
      const bytes = new Uint8Array([1, 2, 3, 4]).subarray(1, 3);
      const row = {
        list: [1, undefined, null, Number.NaN, -0],
        date: new Date(5),
        map: new Map([['a', new Set([1])]]),
        text: 'ä\u0000\ud800',
        big: 10n,
        buffer: new ArrayBuffer(3),
        floats: new Float64Array([1.5]),
        bytes,
      };
      await fixture.putValues(['row', row]);
      row.list.push(7);
      const stored = (await fixture.database.get('values', 'row')) as typeof row;
      expect(stored).toEqual({ ...row, list: [1, undefined, null, Number.NaN, -0] });
      expect(stored.floats.buffer.byteLength).toBe(8);
    });
  });

  describe('indexes', () => {
    const readGroup = <T>(task: (index: ReturnType<typeof indexOf>) => Promise<T>) =>
      fixture.database.read(['rows'], (transaction) => task(indexOf(transaction)));
    const indexOf = (transaction: Parameters<Parameters<TestDatabase['read']>[1]>[0]) =>
      transaction.objectStore('rows').index('group');

    test('list rows by their keys, then by the keys of rows', async () => {
      await fixture.putRows(...letters);
      await readGroup(async (group) => {
        expect(await group.getAllKeys()).toEqual(['a', 'c', 'b']);
        expect(await group.getAllKeys('x')).toEqual(['a', 'c']);
        expect(await group.getAllKeys({ lower: 'x', lowerOpen: true })).toEqual(['b']);
        expect(await group.getAllKeys({ upper: 'x', upperOpen: true })).toEqual([]);
        expect(await group.getAll('x', 1)).toEqual([letters[0]]);
        expect(await group.getKey('y')).toBe('b');
        expect(await group.getKey('z')).toBeUndefined();
        expect(await group.count()).toBe(3);
        expect(await group.count({ upper: 'x' })).toBe(2);
        expect(await group.getEntries(undefined, 2)).toEqual([
          { key: 'x', primaryKey: 'a' },
          { key: 'x', primaryKey: 'c' },
        ]);
      });
    });

    test('of several members have list keys', async () => {
      await fixture.putRows(...letters);
      await fixture.database.read(['rows'], async (transaction) => {
        const ranked = transaction.objectStore('rows').index('ranked');
        expect(await ranked.getEntries()).toEqual([
          { key: ['x', 1], primaryKey: 'c' },
          { key: ['x', 2], primaryKey: 'a' },
          { key: ['y', 1], primaryKey: 'b' },
        ]);
        expect(await ranked.getAllKeys(keysStartingWith(['x']))).toEqual(['c', 'a']);
        expect(await ranked.getKey(['y', 1])).toBe('b');
      });
    });

    test('of lists have an entry for each different item', async () => {
      await fixture.putRows(...letters);
      await fixture.database.read(['rows'], async (transaction) => {
        const tags = transaction.objectStore('rows').index('tags');
        expect(await tags.getEntries()).toEqual([
          { key: 'blue', primaryKey: 'a' },
          { key: 'blue', primaryKey: 'b' },
          { key: 'red', primaryKey: 'a' },
        ]);
      });
    });

    test('follow each change of a row', async () => {
      await fixture.putRows(...letters);
      await fixture.putRows({ id: 'a', group: 'z', tags: ['green'] }, { id: 'b' });
      await readGroup(async (group) => expect(await group.getAllKeys()).toEqual(['c', 'a']));
      await fixture.database.write(['rows'], 'strict', (transaction) =>
        transaction.objectStore('rows').delete({ lower: 'a', upper: 'c' }),
      );
      await readGroup(async (group) => expect(await group.count()).toBe(0));
      await fixture.putRows(...letters);
      await fixture.database.write(['rows'], 'strict', (transaction) => transaction.objectStore('rows').clear());
      await readGroup(async (group) => expect(await group.count()).toBe(0));
    });

    test('that are unique refuse a second row and roll back its transaction', async () => {
      const put = (...rows: { id: string; mail: string }[]) =>
        fixture.database.write(['unique'], 'strict', async (transaction, requests) => {
          for (const row of rows) requests.push(transaction.objectStore('unique').put(row));
        });
      await put({ id: '1', mail: 'a' });
      await put({ id: '1', mail: 'a' });
      await expect(put({ id: '2', mail: 'b' }, { id: '3', mail: 'a' })).rejects.toMatchObject({
        name: 'ConstraintError',
      });
      expect(await fixture.database.getAllKeys('unique')).toEqual(['1']);
    });
  });
}

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DatabaseFixture, letters, type OpenHost, type TestSchema } from './fixture.ts';
import { describeKeys } from './keys.ts';
import { describeRows } from './rows.ts';
import { describeTransactions } from './transactions.ts';

/** Declare tests that a host's databases fulfill the interface's contract. */
export function describeDatabase(title: string, openHost: OpenHost): void {
  describe(title, () => {
    const fixture = new DatabaseFixture(title, openHost);
    beforeEach(() => fixture.start());
    afterEach(() => fixture.end());

    describeRows(fixture);
    describeKeys(fixture);
    describeTransactions(fixture);

    test('what was written is there when the database is opened again', async () => {
      await fixture.putRows(...letters);
      await fixture.putValues(['key', 'value']);
      await fixture.reopen();
      expect(fixture.database.storeNames).toEqual(['pairs', 'rows', 'unique', 'values']);
      expect(await fixture.database.getAll('rows')).toEqual(letters);
      expect(await fixture.database.get('values', 'key')).toBe('value');
      await fixture.database.read(['rows'], async (transaction) => {
        expect(await transaction.objectStore('rows').index('group').getAllKeys('x')).toEqual(['a', 'c']);
      });
    });

    test('upgrades keep rows, fill new indexes, and are never undone', async () => {
      await fixture.putRows(...letters);
      await fixture.database.close();
      const upgraded = await fixture.openDatabase<TestSchema & { more: { key: string; value: number } }>({
        name: fixture.name,
        version: 2,
        async upgrade(editor, oldVersion, transaction) {
          expect(oldVersion).toBe(1);
          editor.createObjectStore('more');
          const rows = await transaction.objectStore('rows').getAll();
          await transaction.objectStore('more').put(rows.length, 'count');
        },
      });
      expect(await upgraded.get('more', 'count')).toBe(4);
      expect(await upgraded.count('rows')).toBe(4);
      await upgraded.close();
      await fixture.restart();
      await expect(fixture.open()).rejects.toMatchObject({ name: 'VersionError' });
    });
  });
}

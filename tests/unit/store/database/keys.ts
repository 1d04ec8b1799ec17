import { describe, expect, test } from 'vitest';
import type { Key } from '../../../../sw/store/database.ts';
import type { DatabaseFixture } from './fixture.ts';

/** Declare tests for the order of keys. */
export function describeKeys(fixture: DatabaseFixture): void {
  describe('keys', () => {
    /** Keys in ascending order. */
    const keys: Key[] = [
      ...[Number.NEGATIVE_INFINITY, -1e300, -2, -1.5, -1e-300, 0, 5e-324, 1, 1.5, 255, 256, 1e300],
      Number.POSITIVE_INFINITY,
      ...[new Date(-1), new Date(0), new Date(1e12)],
      ...['', '\u0000', '\u0001', 'a', 'a\u0000', 'aa', 'b', '~', '\u007e', '\u007f', '\u0080', 'é', '\u407e'].filter(
        (text, index, all) => all.indexOf(text) === index,
      ),
      ...['\u407f', '\u4080', '中', '\ud83d\ude00', '\uffff'],
      ...[
        [],
        [-1],
        [1],
        [1, 1],
        [1, 'a'],
        [new Date(3)],
        ['a'],
        ['a', 1],
        ['a', 'b'],
        ['a', []],
        ['ab'],
        [[]],
        [[], 1],
      ],
    ];

    test('sort as in IndexedDB and come back as they are', async () => {
      await fixture.putValues(...keys.map((key, index) => [key, index] as const).reverse());
      expect(await fixture.database.getAll('values')).toEqual(keys.map((_, index) => index));
      expect(await fixture.database.getAllKeys('values')).toEqual(keys);
      for (const [index, key] of keys.entries()) expect(await fixture.database.get('values', key)).toBe(index);
    });

    test('bound ranges exactly', async () => {
      await fixture.putValues(...keys.map((key, index) => [key, index] as const));
      for (const [index, key] of keys.entries()) {
        expect(await fixture.database.count('values', { lower: key })).toBe(keys.length - index);
        expect(await fixture.database.count('values', { lower: key, lowerOpen: true })).toBe(keys.length - index - 1);
        expect(await fixture.database.count('values', { upper: key })).toBe(index + 1);
        expect(await fixture.database.count('values', { upper: key, upperOpen: true })).toBe(index);
      }
    });

    test('zero and minus zero are the same', async () => {
      await fixture.putValues([0, 'first'], [-0, 'second']);
      expect(await fixture.database.getAll('values')).toEqual(['second']);
    });

    test('with bounds in the wrong order are refused', async () => {
      const read = async () => fixture.database.getAll('values', { lower: 2, upper: 1 });
      await expect(read()).rejects.toMatchObject({ name: 'DataError' });
    });

    test('of many characters are told apart, or refused', async () => {
      const prefix = 'https://example.com/?'.padEnd(1800, 'x');
      await fixture.putValues([`${prefix}1`, 1], [`${prefix}2`, 2]);
      expect(await fixture.database.getAll('values', { lower: `${prefix}2` })).toEqual([2]);
      const long = 'k'.repeat(5000);
      expect(await fixture.database.get('values', long)).toBeUndefined();
      expect(await fixture.database.count('values', { lower: long })).toBe(0);
      expect(await fixture.database.count('values', { upper: long, upperOpen: true })).toBe(2);
      const refusal = await fixture.putValues([long, 3]).then(
        () => undefined,
        (error: unknown) => error,
      );
      if (refusal) expect(refusal).toMatchObject({ code: 'too-large' });
      else expect(await fixture.database.get('values', long)).toBe(3);
      expect(await fixture.database.count('values')).toBe(refusal ? 2 : 3);
    });
  });
}

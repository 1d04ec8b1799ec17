import { expect, test } from 'vitest';
import { firstFrom } from '../../../sw/geometry/first-from.ts';

test('a binary search finds what a linear one finds', () => {
  const values = [1, 3, 3, 3, 7, 9];
  for (let from = 0; from <= values.length; from++)
    for (let end = from; end <= values.length; end++)
      for (let value = 0; value <= 10; value++) {
        const index = values.findIndex((other, i) => i >= from && i < end && other >= value);
        expect(firstFrom(values, value, from, end), `${value} in ${from} to ${end}`).toBe(index < 0 ? end : index);
      }
  expect(firstFrom(['a', 'c'], 'b')).toBe(1);
  expect(firstFrom([], 1)).toBe(0);
});

import { expect, test } from 'vitest';
import { allOf } from '../../../../sw/rows/where/parse.ts';

const joined = (...texts: string[]) => allOf(texts.map((text, i) => ({ text, path: `half ${i}` })));

test('conditions are joined, and empty ones restrict nothing', () => {
  expect(joined()).toBe('');
  expect(joined('', ' ')).toBe('');
  expect(joined('', 'A = 1 OR B = 2')).toBe('A = 1 OR B = 2');
  expect(joined('A = 1 OR B = 2', 'C = 3')).toBe('(A = 1 OR B = 2) AND (C = 3)');
});

test.each(['1 = 1) OR (1 = 1', 'A = 1)', '(A = 1', "A = 'x", 'A = 1 --', 'A = 1 /* x', '/* x */', ') OR (', 'A = 1;'])(
  'no half reaches into the other: %s',
  (half) => {
    expect(() => joined('A = 1', half)).toThrow(/half 1/);
    expect(() => joined(half, 'A = 1')).toThrow(/half 0/);
    expect(() => joined(half)).toThrow(/half 0/);
  },
);

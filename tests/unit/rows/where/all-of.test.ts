import { expect, test } from 'vitest';
import { combineConditions } from '../../../../sw/rows/where/parse.ts';

const joinTexts = (...texts: string[]) => combineConditions(texts.map((text, i) => ({ text, path: `half ${i}` })));

test('conditions are joined, and empty ones restrict nothing', () => {
  expect(joinTexts()).toBe('');
  expect(joinTexts('', ' ')).toBe('');
  expect(joinTexts('', 'A = 1 OR B = 2')).toBe('A = 1 OR B = 2');
  expect(joinTexts('A = 1 OR B = 2', 'C = 3')).toBe('(A = 1 OR B = 2) AND (C = 3)');
});

test.each(['1 = 1) OR (1 = 1', 'A = 1)', '(A = 1', "A = 'x", 'A = 1 --', 'A = 1 /* x', '/* x */', ') OR (', 'A = 1;'])(
  'no half reaches into the other: %s',
  (half) => {
    expect(() => joinTexts('A = 1', half)).toThrow(/half 1/);
    expect(() => joinTexts(half, 'A = 1')).toThrow(/half 0/);
    expect(() => joinTexts(half)).toThrow(/half 0/);
  },
);

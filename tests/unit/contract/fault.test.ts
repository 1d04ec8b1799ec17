import { expect, test } from 'vitest';
import { reasonOf } from '../../../sw/contract/index.ts';

test.each<[string, unknown, string]>([
  ['the words of a library', new Error('unexpected end of file.'), 'unexpected end of file'],
  [
    'the words of a decoder',
    new RangeError('row 3: expected a ring of 4 vertices'),
    'row 3: expected a ring of 4 vertices',
  ],
  ['a text', 'no EOI marker', 'no EOI marker'],
])('a fault repeats %s', (_, error, expected) => {
  expect(reasonOf(error)).toBe(expected);
});

test('a fault does not repeat errors of the language, which speak of our code', () => {
  const catchError = (work: () => unknown) => {
    try {
      return work();
    } catch (error) {
      return error;
    }
  };
  const missing = catchError(() => (undefined as unknown as { sampleType: number }).sampleType);
  expect(String(missing)).toContain('sampleType');
  expect(reasonOf(missing)).toBe('it is damaged or cut off');
});

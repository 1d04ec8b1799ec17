import { expect, test } from 'vitest';
import type { AttributeBatch } from '../../../sw/rows/batch.ts';
import { textSearch } from '../../../sw/rows/text/find-text.ts';
import { random as seeded } from '../geometry/random.ts';
import { makeMemoryField } from './memory-table.ts';

const field = makeMemoryField('A', 'gisFieldTypeString');

function findRows(values: readonly (string | null)[], text: string, contains: boolean): number[] {
  const batch: AttributeBatch = {
    firstRow: 0,
    rowCount: values.length,
    columns: new Map([
      [
        'A',
        {
          kind: 'string',
          values: values.map((value) => value ?? ''),
          nulls: Uint8Array.from(values, (value) => Number(value === null)),
        },
      ],
    ]),
  };
  const marks = new Int16Array(values.length).fill(-1);
  textSearch(field, {}, { text, contains })!(batch, marks, 3);
  return [...marks.keys()].filter((row) => marks[row] === 3);
}

test('finds in one text what it finds value by value', () => {
  const random = seeded(11);
  const signs = ['a', 'A', 'b', '.', '*', ' ', 'é', 'É', 'ß', '😀'];
  const word = (longest: number): string =>
    Array.from({ length: Math.floor(random() * longest) }, () => signs[Math.floor(random() * signs.length)]).join('');
  for (let round = 0; round < 300; round++) {
    const values = Array.from({ length: 40 }, () => (random() < 0.1 ? null : word(6)));
    const searchText = word(3) || 'a';
    const rows = [...values.keys()].filter((row) => values[row] !== null);
    expect(findRows(values, searchText, false)).toEqual(rows.filter((row) => values[row] === searchText));
    const foldText = (text: string): string => text.replace(/[aAéÉ]/g, (sign) => sign.toLowerCase());
    expect(findRows(values, searchText, true)).toEqual(
      rows.filter((row) => foldText(values[row]!).includes(foldText(searchText))),
    );
  }
});

test('numbers are sought as they are written, without the object id of another', () => {
  const batch: AttributeBatch = {
    firstRow: 0,
    rowCount: 4,
    columns: new Map([['A', { kind: 'double', values: Float64Array.of(1.5, 15, -0.25, 1e21) }]]),
  };
  const rows = (text: string, contains: boolean): number[] => {
    const marks = new Int16Array(4).fill(-1);
    textSearch(makeMemoryField('A', 'gisFieldTypeDouble'), {}, { text, contains })?.(batch, marks, 0);
    return [...marks.keys()].filter((row) => marks[row] === 0);
  };
  expect(rows('5', true)).toEqual([0, 1, 2]);
  expect(rows('15', false)).toEqual([1]);
  expect(rows('15.0', false)).toEqual([]);
  expect(rows('1E+21', true)).toEqual([3]);
  expect(rows('x', true)).toEqual([]);
});

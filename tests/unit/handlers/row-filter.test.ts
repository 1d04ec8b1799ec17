import { expect, test } from 'vitest';
import { bindConditions, conditionFilter, conditionsKey } from '../../../sw/handlers/row-filter.ts';
import type { AttributeBatch } from '../../../sw/rows/batch.ts';
import { field } from '../rows/made-table.ts';

const rowCount = 1000;
const names = ['Bern', 'bern', 'Köln'];
const batch: AttributeBatch = {
  firstRow: 0,
  rowCount,
  columns: new Map([
    ['POP', { kind: 'int', values: Int32Array.from({ length: rowCount }, (_, i) => i) }],
    ['NAME', { kind: 'string', values: Array.from({ length: rowCount }, (_, i) => names[i % 3]!) }],
  ]),
};
const manifest = { fields: [field('POP', 'gisFieldTypeInteger'), field('NAME')] } as never;
const conditions = (text: string) => bindConditions([{ text, path: 'Clause' }], manifest, 0);
const keep = (text: string) => conditionFilter(conditions(text))!(batch).reduce((sum, bit) => sum + bit, 0);

test('filters of the same rows are remembered apart, and each again in the next picture', () => {
  const clauses = Array.from({ length: 20 }, (_, i) => `POP < ${10 * i}`);
  for (const [i, clause] of clauses.entries()) expect(keep(clause)).toBe(10 * i);
  for (const [i, clause] of clauses.entries()) expect(keep(clause)).toBe(10 * i);

  const twice = [conditionFilter(conditions('POP < 7'))!(batch), conditionFilter(conditions('POP < 7'))!(batch)];
  expect(twice[0]).toBe(twice[1]);
});

test('filters that differ in a function alone are not taken for each other', () => {
  expect(conditionsKey(conditions("UPPER(NAME) = 'bern'"))).toBeUndefined();
  expect(keep("UPPER(NAME) = 'bern'")).toBe(0);
  expect(keep("LOWER(NAME) = 'bern'")).toBe(667);
  expect(conditionsKey(conditions("NAME = 'a'"))).not.toBe(conditionsKey(conditions("NAME = 'b'")));
});

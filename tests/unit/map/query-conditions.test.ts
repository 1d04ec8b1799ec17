import { expect, test } from 'vitest';
import { type ConditionRow, isWrong, makeWhereClause } from '../../../src/map/query/query-conditions.ts';
import { readCondition } from '../../../sw/rows/where/bind.ts';
import { field } from '../rows/made-table.ts';

const fields = [
  field('NAME', 'gisFieldTypeString'),
  field('POP', 'gisFieldTypeInteger'),
  field('BUILT', 'gisFieldTypeDate'),
];
const row = (part: Partial<ConditionRow>): ConditionRow => ({
  field: 'NAME',
  operator: '=',
  value: '',
  value2: '',
  ...part,
});

test.each([
  [{ value: "O'Hara" }, "NAME = 'O''Hara'"],
  [{ operator: 'contains', value: '50%_x' }, "UPPER(NAME) LIKE '%50\\%\\_X%' ESCAPE '\\'"],
  [{ operator: 'begins', value: 'fr' }, "UPPER(NAME) LIKE 'FR%'"],
  [{ operator: 'null' }, 'NAME IS NULL'],
  [{ field: 'POP', operator: '>=', value: ' 1e3 ' }, 'POP >= 1000'],
  [{ field: 'POP', operator: 'between', value: '1', value2: '5' }, 'POP BETWEEN 1 AND 5'],
  [{ field: 'BUILT', operator: '<', value: '2024-02-29' }, "BUILT < DATE '2024-02-29'"],
] as const)('%j is written as %s, which the server reads', (part, where) => {
  expect(makeWhereClause([row(part)], fields, 'AND')).toBe(where);
  expect(() => readCondition(where, fields, 'test', 0)).not.toThrow();
});

test.each([
  [{ field: 'POP', value: '1 OR 1=1' }],
  [{ field: 'POP', operator: 'between', value: '1', value2: '' }],
  [{ field: 'BUILT', value: "2024' OR '1'='1" }],
  [{ field: 'NOPE', value: 'x' }],
  [{ value: '' }],
] as const)('%j asks nothing', (part) => {
  expect(makeWhereClause([row(part)], fields, 'AND')).toBe('');
});

test('several conditions are joined', () => {
  const rows = [row({ value: 'a' }), row({ field: 'POP', operator: '>', value: '1' })];
  expect(makeWhereClause(rows, fields, 'OR')).toBe("(NAME = 'a') OR (POP > 1)");
});

test.each([
  [{ field: 'POP', operator: '>', value: 'abc' }, true],
  [{ field: 'POP', operator: 'between', value: '1', value2: 'x' }, true],
  [{ field: 'POP', operator: '>', value: ' 12 ' }, false],
  [{ field: 'POP', operator: '>', value: '' }, false],
  [{ field: 'POP', operator: 'null', value: 'abc' }, false],
  [{ value: 'abc' }, false],
] as const)('that %j is wrong: %s', (part, wrong) => {
  const entry = row(part);
  expect(isWrong(entry, fields.find(({ Name }) => Name === entry.field)!)).toBe(wrong);
});

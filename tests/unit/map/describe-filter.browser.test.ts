import { expect, test } from 'vitest';
import { describeFilter } from '../../../src/map/query/describe-filter.ts';
import { makeWhereClause } from '../../../src/map/query/query-conditions.ts';
import type { Value } from '../../../sw/contract/index.ts';

const fields = [
  { Name: 'POP', AliasName: 'Population', Type: 'gisFieldTypeInteger' },
  { Name: 'NAME', AliasName: '', Type: 'gisFieldTypeString' },
  { Name: 'order', AliasName: '', Type: 'gisFieldTypeString' },
  { Name: 'SEEN', AliasName: 'Seen at', Type: 'gisFieldTypeDate' },
] as Value<'Field'>[];
const row = (field: string, operator: string, value = '', value2 = '') =>
  ({ field, operator, value, value2 }) as Parameters<typeof makeWhereClause>[0][number];

test.each([
  [[row('POP', '>', '5')], 'AND', 'Population is greater than 5'],
  [
    [row('POP', 'between', '5', '7'), row('NAME', 'contains', "it's 5%")],
    'AND',
    "Population is between 5 to 7 and NAME contains “IT'S 5%”",
  ],
  [
    [row('NAME', 'begins', 'a'), row('POP', 'null'), row('NAME', 'notNull')],
    'OR',
    'NAME begins with “A” or Population has no value or NAME has a value',
  ],
  [[row('SEEN', '>=', '2020-01-02')], 'AND', 'Seen at is at least 2020-01-02'],
  [[row('order', '=', 'x')], 'AND', 'order is “x”'],
] as const)('what the query builder writes is read in words (%#)', (rows, join, text) => {
  expect(describeFilter(makeWhereClause(rows, fields, join), fields)).toBe(text);
});

test.each([
  [
    "(POP > 1 AND NAME = 'a') OR POP IS NULL",
    '(Population is greater than 1 and NAME is “a”) or Population has no value',
  ],
  ["POP IN (1, 2) AND NOT (NAME LIKE 'a_')", 'Population IN (1, 2) and NOT (NAME LIKE “a_”)'],
  ['MOD(POP, 2) = 1', 'MOD (Population, 2) is 1'],
  ['', ''],
])('other clauses stay as they are where words are missing: %s', (where, text) => {
  expect(describeFilter(where, fields)).toBe(text);
});

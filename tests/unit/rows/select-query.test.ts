import { expect, test } from 'vitest';
import { readSelect } from '../../../sw/rows/select-query.ts';

test.each([
  ['SELECT * FROM towns', { table: 'towns', where: '' }],
  [
    "select a, \"B c\" from t where x = 'from where ''order by''' ; ",
    { columns: ['a', 'B c'], table: 't', where: "x = 'from where ''order by'''" },
  ],
] as const)('%s', (query, expected) => {
  expect(readSelect(query, 'Source')).toEqual(expected);
});

test.each([
  ['', /table/],
  ['SELECT a', /table/],
  ['SELECT FROM t', /column names/],
  ['SELECT a FROM t, u', /one table/],
  ['SELECT count(*) FROM t', /plain column name/],
  ['DELETE FROM t', /SELECT at the start/],
  ['SELECT a FROM t order  by a', /expected no ORDER BY, because a source has no order, found "order {2}by a"/],
  ['SELECT a FROM t WHERE b IN (SELECT c FROM d)', /no second SELECT/],
] as const)('%s is refused', (query, message) => {
  expect(() => readSelect(query, 'Source')).toThrow(
    expect.objectContaining({ code: 'bad-sql', message: expect.stringMatching(message) }),
  );
});

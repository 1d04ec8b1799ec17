import { beforeAll, expect, test } from 'vitest';
import { orderRows, readOrder } from '../../../../sw/rows/order-rows.ts';
import { countRows, scan } from '../../../../sw/rows/scan.ts';
import { readCondition } from '../../../../sw/rows/where/bind.ts';
import { rowValue } from '../../../../sw/rows/where/row-value.ts';
import { random } from '../../geometry/random.ts';
import { rowCount, sqliteTable, table } from '../sqlite-table.ts';
import { generator } from './generate.ts';

const { fields } = table.manifest;
let queryIds: (sql: string) => number[];

beforeAll(async () => {
  const database = await sqliteTable();
  queryIds = (sql) => database.exec(sql).map(([id]) => Number(id));
});

test('3,000 random conditions select the same rows as SQLite', async () => {
  const condition = generator(random(5));
  let some = 0;
  for (let i = 0; i < 3000; i++) {
    const [ours, theirs] = condition(1 + (i % 4));
    const requested = queryIds(`SELECT ID FROM t WHERE ${theirs}`);
    const where = [readCondition(ours, fields)!];
    const actual = await scan(table, { where });
    expect(
      Array.from(actual, (row) => row + 1),
      ours,
    ).toEqual(requested);
    expect(await countRows(table, { where }), ours).toBe(requested.length);
    // Also test row by row, and the negation, where unknown and false differ.
    const batch = await table.attributes(0);
    const value = rowValue(where[0]!, batch);
    const singly = Array.from({ length: batch.rowCount }, (_, row) => row).filter((row) => value(row) === true);
    expect(singly, ours).toEqual(requested.filter((id) => id <= 40).map((id) => id - 1));
    const negated = await scan(table, { where: [readCondition(`NOT (${ours})`, fields)!] });
    expect(
      Array.from(negated, (row) => row + 1),
      `NOT ${ours}`,
    ).toEqual(queryIds(`SELECT ID FROM t WHERE NOT (${theirs})`));
    if (requested.length > 0 && requested.length < rowCount) some++;
  }
  // Many conditions select some but not all rows, so the comparison is meaningful.
  expect(some).toBeGreaterThan(1200);
}, 60_000);

test.each([
  'SMALL',
  'SMALL DESC, NAME',
  'NAME DESC, REAL, ID DESC',
  'REAL',
  'NAME',
  'DAY DESC',
  'LOWER(NAME) DESC, SMALL * 2',
  'BIG DESC NULLS FIRST',
])('ORDER BY %s as SQLite has it', async (order) => {
  const all = Uint32Array.from({ length: rowCount }, (_, row) => row);
  const requested = queryIds(`SELECT ID FROM t ORDER BY ${order}, ID`);
  const terms = readOrder(`ORDER BY ${order}`, fields);
  expect(Array.from(await orderRows(table, all, terms), (row) => row + 1)).toEqual(requested);
  expect(Array.from(await orderRows(table, all, terms, 25), (row) => row + 1)).toEqual(requested.slice(0, 25));
});

test.each([
  "SMALL = '5'",
  "'5' < SMALL",
  "SMALL IN ('1', 2, ' 3 ')",
  "REAL BETWEEN '-1' AND '2.5'",
  "LENGTH(NAME) = '3'",
  "SUBSTR(NAME, 2) = 'b' OR SUBSTR(NAME, 1, 1) = 'a'",
])('%s selects as in SQLite', async (condition) => {
  // In SQLite a column gives a literal its type, but a function doesn't.
  const theirs = condition.replace("(NAME) = '3'", '(NAME) = 3');
  const requested = queryIds(`SELECT ID FROM t WHERE ${theirs} ORDER BY ID`);
  const actual = await scan(table, { where: [readCondition(condition, fields)!] });
  expect(requested.length).toBeGreaterThan(0);
  expect(Array.from(actual, (row) => row + 1)).toEqual(requested);
});

test.each([
  ['NOT ', ''],
  ['NOT ', ', NULL'],
  ['', ''],
  ['', ', NULL'],
])('BIG %sIN a long list%s selects as in SQLite', async (not, last) => {
  const list = Array.from({ length: 5000 }, (_, i) => 7 * i + (i % 2 ? 0 : 0.5)).join(', ') + last;
  for (const [ours, theirs] of [
    [`BIG ${not}IN (${list})`],
    [`NOT (BIG ${not}IN (${list}))`],
    [`BIG + 0 ${not}IN (${list})`],
    [`BIG ${not}IN (${list}, SMALL)`.replace(list, list.slice(0, 4000).replace(/,[^,]*$/, last))],
    [`NAME ${not}IN ('${'x'.repeat(20)}', 'a''', '${list.replaceAll(', ', "', '")}', 'a', 'é', 'b')`],
    [
      `DAY ${not}IN (${Array.from({ length: 1200 }, (_, i) => `'2020-02-${10 + (i % 12)}'`).join()}${last})`,
      `DAY ${not}IN (${Array.from({ length: 12 }, (_, i) => Date.UTC(2020, 1, 10 + i)).join()}${last})`,
    ],
  ] as [string, string?][]) {
    const actual = await scan(table, { where: [readCondition(ours, fields)!] });
    expect(
      Array.from(actual, (row) => row + 1),
      ours.slice(0, 40),
    ).toEqual(queryIds(`SELECT ID FROM t WHERE ${theirs ?? ours}`));
  }
});

test('text that is no number is not compared with one', () => {
  expect(() => readCondition("SMALL = 'five'", fields)).toThrow('expected a number, found a string');
  expect(() => readCondition("SMALL = ''", fields)).toThrow('expected a number, found a string');
});

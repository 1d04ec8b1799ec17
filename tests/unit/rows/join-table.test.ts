import { expect, test } from 'vitest';
import { joinTable } from '../../../sw/rows/join-table.ts';
import { readRows } from '../../../sw/rows/read-rows.ts';
import { scan } from '../../../sw/rows/scan.ts';
import { readCondition } from '../../../sw/rows/where/bind.ts';
import { field, writeAndOpen } from './made-table.ts';

const rows = writeAndOpen({
  name: 'rows',
  fields: [field('K', 'gisFieldTypeInteger')],
  columns: [[1, null]],
  rowCount: 2,
}).table;
const nothing = writeAndOpen({
  name: 'nothing',
  fields: [field('K', 'gisFieldTypeInteger'), field('T'), field('D', 'gisFieldTypeDate')],
  columns: [[], [], []],
  rowCount: 0,
}).table;
const side = (name: string, table: typeof rows) => ({ name, table, where: [], key: 'K' });

test('a table without rows gives nulls to a join', async () => {
  const { table } = await joinTable(side('rows', rows), side('nothing', nothing), true, 'Source');
  const { fields } = table.manifest;
  const condition = readCondition('nothing.T IS NULL AND nothing.D IS NULL AND NOT rows.K IS NULL', fields, 'here');
  expect(await readRows(table, await scan(table, { where: [condition!] }), fields.slice(2))).toEqual([
    [null, null, null, null],
  ]);
  const inner = await joinTable(side('rows', rows), side('nothing', nothing), false, 'Source');
  expect(await scan(inner.table, { where: inner.where })).toHaveLength(0);
  const other = await joinTable(side('nothing', nothing), side('rows', rows), true, 'Source');
  expect(await scan(other.table, { where: other.where })).toHaveLength(0);
});

import { beforeEach, expect, test } from 'vitest';
import type { RequestOf } from '../../../sw/contract/index.ts';
import { field } from '../rows/made-table.ts';
import { hostPage, limitAnswer, soapAnswer } from './page-host.ts';

/** Maximum rows per response of the simulated service, which has rows 1 to 20. */
const limit = 3;
const requested: number[][] = [];
hostPage(({ operation, content }) => {
  if (operation !== 'QueryData') return limitAnswer(limit);
  const ids = (content as RequestOf<'QueryData'>).QueryFilter.FIDSet!.FIDArray;
  requested.push(ids);
  // Rows come in the table's order, not the request's.
  const actual = ids.filter((id) => id <= 20).toSorted((a, b) => a - b);
  const Records = actual.slice(0, limit).map((id) => ({ Values: [{ type: 'int' as const, value: id }, `row ${id}`] }));
  const FieldArray = [field('OBJECTID', 'gisFieldTypeOID'), field('NAME')];
  return soapAnswer('QueryData', {
    Result: { URL: '', Object: { type: 'RecordSet', Fields: { FieldArray }, Records } as never },
  });
});
const { currentKey, mapInfo } = await import('../../../src/state/services.ts');
currentKey.value = 'Mills';
mapInfo.value = {
  Name: 'Mills',
  StandaloneTableDescriptions: [{ type: 'StandaloneTableDescription', ID: 0 }],
} as never;
const { readRows, rowLimit } = await import('../../../src/state/rows.ts');
type Subject = Parameters<typeof readRows>[0];
const subject = { id: 0, name: 'Mills', fields: [], idField: 'OBJECTID' } as unknown as Subject;

beforeEach(() => {
  requested.length = 0;
});

test('all rows are read of a service that returns few at once, in the order they are asked for', async () => {
  const { rows } = await readRows(subject, [9, 2, 14, 1, 7, 20, 3]);

  expect(rows.map(({ id }) => id)).toEqual([9, 2, 14, 1, 7, 20, 3]);
  expect(requested).toHaveLength(3);
});

test('ids that are gone end the questions', async () => {
  const { rows } = await readRows(subject, [99, 4, 98]);

  expect(rows.map(({ id }) => id)).toEqual([4]);
  expect(requested).toEqual([
    [99, 4, 98],
    [99, 98],
  ]);
});

test('what a service returns at once is what its author said', async () => {
  expect(await rowLimit()).toBe(3);
});

import { expect, test } from 'vitest';
import { answerRows } from '../../../../sw/handlers/query/feature-query.ts';
import { readOrder, readValues } from '../../../../sw/rows/order-rows.ts';
import { rowNumbers } from '../../../../sw/rows/scan.ts';
import { memoryTable, pointBatch } from '../../rows/memory-table.ts';
import { filter, querySampleRows } from './ask-sample.ts';

const makeRequest = (subFields: string) =>
  `<MapName>Related</MapName><LayerID>1</LayerID>${filter(`<SubFields>${subFields}</SubFields><PrefixClause>DISTINCT</PrefixClause>`)}`;

test.each(['Shape', 'KIND,Shape', 'PICTURE'])(
  'different rows by %s are not told, rather than told wrong',
  async (subFields) => {
    const fault = /SubFields: "(Shape|PICTURE)" with DISTINCT isn't supported/;
    expect(await querySampleRows('QueryFeatureData', makeRequest(subFields))).toMatch(fault);
    expect(await querySampleRows('QueryFeatureCount', makeRequest(subFields))).toMatch(fault);
  },
);

test.each([
  ['KIND', 3],
  ['KIND,NAME', 4],
  ['OBJECTID,Shape', 4],
  ['*', 4],
])('there are so many different rows by %s: %i', async (subFields, count) => {
  const actual = await querySampleRows('QueryFeatureData', makeRequest(subFields));
  expect(typeof actual === 'string' ? actual : actual.rows.length).toBe(count);
});

test('different values come without the object id that would tell rows apart', async () => {
  const actual = await querySampleRows('QueryFeatureData', makeRequest('KIND'));
  expect(actual).toMatchObject({ names: ['KIND'] });
});

test('rows that ORDER BY leaves equal come by object id, not along the curve they are stored on', async () => {
  const points = Array.from({ length: 40 }, (_, i) => [(i * 7) % 40, (i * 11) % 40] as const);
  const table = memoryTable({ NAME: ['gisFieldTypeString', points.map(() => 'same')] }, pointBatch(points));
  const stored = await readValues(table, rowNumbers(0, 40), [
    { kind: 'column', type: 'number', name: table.manifest.idField },
  ]);
  expect(stored[0]).not.toEqual(points.map((_, i) => i + 1));
  const order = readOrder('ORDER BY NAME', table.manifest.fields);
  const rows = await answerRows({ table, question: {}, order, choice: {}, isDistinct: false } as never, 40);
  expect(Array.from(rows, (row) => stored[0]![row])).toEqual(points.map((_, i) => i + 1));
});

test.each([
  ['Related', 1, '"Shape" or nothing'],
  ['Related', 3, '"Shape" or nothing'],
])('a field of %s %i that is no shape has no spatial reference', async (map, layer, expected) => {
  const named = `<MapName>${map}</MapName><LayerID>${layer}</LayerID>${filter('<SpatialReferenceFieldName>NAME</SpatialReferenceFieldName>')}`;
  expect(await querySampleRows('QueryFeatureData', named)).toContain(`expected ${expected}, found "NAME"`);
});

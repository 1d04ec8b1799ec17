import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asyncBufferFromFile, parquetMetadataAsync } from 'hyparquet';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeRemote } from '../../../../src/extensions/remote/import/describe-remote.ts';
import { makeRemote } from '../../../../src/extensions/remote/import/make-remote.ts';
import type { Context } from '../../../../sw/context.ts';
import { sourceAddress } from '../../../../sw/formats/reading/source-address.ts';
import type { RelationshipDefinition } from '../../../../sw/service/definition.ts';
import { unpackService } from '../../../../sw/service/package.ts';
import { restJson } from '../../../contract/rest/ask-rest.ts';
import { type RangeServer, startRangeServer } from '../../../range-server.ts';
import { point } from '../../formats/geopackage/make-geopackage.ts';
import { remoteContext } from './remote-context.ts';

const groups = 6;
const groupRows = 100;
const count = groups * groupRows;
/** Two blocks: columns this close to the end of the file are read together with it. */
const marginBytes = 128 * 1024;
const numbers = Array.from({ length: count }, (_, i) => i);

/** Points along a line, each with a text that is much larger than all its other values. */
function makeFile(): Uint8Array {
  let seed = 1;
  const ballast = () => {
    let text = '';
    while (text.length < 4000) {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
      text += seed.toString(36);
    }
    return text;
  };
  const sides = ['xmin', 'ymin', 'xmax', 'ymax'] as const;
  const covering = { bbox: Object.fromEntries(sides.map((side) => [side, [side]])) };
  const column = { encoding: 'WKB', geometry_types: ['Point'], covering };
  const geo = JSON.stringify({ version: '1.1.0', primary_column: 'geometry', columns: { geometry: column } });
  const double = { type: 'DOUBLE' as const };
  return new Uint8Array(
    parquetWriteBuffer({
      columnData: [
        { name: 'n', data: numbers, type: 'INT32' },
        { name: 'parent', data: numbers.map((i) => Math.floor(i / 10)), type: 'INT32' },
        { name: 'name', data: numbers.map((i) => `name ${i}`), type: 'STRING' },
        { name: 'ballast', data: numbers.map(ballast), type: 'STRING' },
        ...sides.map((side) => ({
          name: side,
          data: numbers.map((i) => (side.startsWith('x') ? i / 10 : 0)),
          ...double,
        })),
        { name: 'geometry', data: numbers.map((i) => point([i / 10, 0])), type: 'BYTE_ARRAY' },
      ],
      rowGroupSize: groupRows,
      kvMetadata: [{ key: 'geo', value: geo }],
    }),
  );
}

let server: RangeServer;
let chunks: readonly (readonly [start: number, end: number])[];
beforeAll(async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'columns-')), 'points.parquet');
  writeFileSync(path, makeFile());
  server = await startRangeServer({ 'points.parquet': path });
  const { row_groups: all } = await parquetMetadataAsync(await asyncBufferFromFile(path));
  chunks = all.map(({ columns }) => {
    const { data_page_offset: first, total_compressed_size: length } = columns[3]!.meta_data!;
    return [Number(first), Number(first + length)];
  });
});
afterAll(() => server?.stop());

/** Return the row groups whose large text was fetched, except for text that shares a block with another column. */
const ballastRead = (): number[] =>
  chunks.flatMap(([start, end], group) => {
    const isRead = server.ranges.some((range) => {
      const [first, last] = /(\d+)-(\d+)/.exec(range)!.slice(1).map(Number);
      return first! < end - marginBytes && last! > start + marginBytes;
    });
    return isRead ? [group] : [];
  });

const relation: RelationshipDefinition = {
  ...{ RelationshipID: 0, originId: 0, destinationId: 0, originKey: 'n', destinationKey: 'parent' },
  ...{ forwardName: 'children', backwardName: 'parent', Cardinality: 'gisRelCardinalityOneToMany', IsComposite: false },
};

/** Make a context that hasn't stored any part of the file. */
async function freshContext(): Promise<Context> {
  const context = await remoteContext();
  const described = await describeRemote(sourceAddress(`${server.origin}/points.parquet`), {
    fetchRemote: fetch,
  });
  const choices = { name: 'There', title: 'points', description: '' };
  const { definition, files } = await unpackService(makeRemote(described, choices));
  const maps = definition.maps.map((map) => ({ ...map, relationships: [relation] }));
  await context.store.publish({ ...definition, maps }, files);
  server.reset();
  return context;
}

const ask = async (path: string, parameters: Readonly<Record<string, unknown>>) =>
  restJson(await freshContext(), `services/There/MapServer/${path}`, parameters);

test('Find reads the fields that it searches, and of what it found all of them', async () => {
  const search = { layers: '0', searchFields: 'name', contains: false };
  const { results } = await ask('find', { ...search, searchText: 'name 345' });
  expect(results).toMatchObject([{ foundFieldName: 'name', value: 'name 345', attributes: { n: '345' } }]);
  expect(ballastRead()).toEqual([3]);
  expect((await ask('find', { ...search, searchText: 'nobody' })).results).toEqual([]);
  expect(ballastRead()).toEqual([]);
  // The columns of all row groups are fetched together, not one by one
  expect(server.ranges.length).toBeLessThanOrEqual(groups + 2);
  const filtered = { ...search, searchText: 'name 345', layerDefs: { 0: 'n >= 250 AND n < 450' } };
  expect((await ask('find', filtered)).results).toHaveLength(1);
  expect(ballastRead()).toEqual([3]);
});

test('Identify reads all fields of what it found alone', async () => {
  const { results } = await ask('identify', {
    ...{ geometry: '34.5,0', geometryType: 'esriGeometryPoint', sr: 4326, layers: 'all:0', tolerance: 1 },
    ...{ mapExtent: '34,-1,36,1', imageDisplay: '400,400,96', returnGeometry: false },
  });
  expect(results).toMatchObject([{ attributes: { n: '345' } }]);
  // The parent row's large text is part of the response.
  expect(ballastRead()).toEqual([0, 3]);
});

const answers: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'a field': { where: 'n = 345', outFields: 'n' },
  'an order': { where: '1=1', outFields: 'name', orderByFields: 'n DESC', resultRecordCount: 2 },
  'distinct values': { where: 'n < 300', outFields: 'parent', returnDistinctValues: true, returnGeometry: false },
  'object ids': { where: "name = 'name 345'", returnIdsOnly: true },
  'a count': { where: "name LIKE '%45'", returnCountOnly: true },
  'an extent': { where: "name LIKE '%45'", returnExtentOnly: true },
  statistics: {
    outStatistics: [{ statisticType: 'sum', onStatisticField: 'n', outStatisticFieldName: 'total' }],
    groupByFieldsForStatistics: 'parent',
  },
};

test.each(Object.entries(answers))('a query of %s reads the fields that it names', async (_, parameters) => {
  const answered = await ask('0/query', parameters);
  expect(answered.error).toBeUndefined();
  expect(answered.features ?? answered.objectIds ?? answered.extent ?? answered.count).toBeTruthy();
  expect(server.ranges.length).toBeGreaterThan(0);
  expect(ballastRead()).toEqual([]);
});

test('related records are read with their keys, and with the fields that are named', async () => {
  const { relatedRecordGroups } = await ask('0/queryRelatedRecords', {
    ...{ relationshipId: 0, objectIds: '35', outFields: 'name', returnGeometry: false },
  });
  const names = Array.from({ length: 10 }, (_, i) => ({ attributes: { name: `name ${340 + i}` } }));
  expect(relatedRecordGroups).toMatchObject([{ objectId: 35, relatedRecords: names }]);
  expect(ballastRead()).toEqual([]);
});

/** Join rows with their child rows. No parameter names the large text of the right side. */
const makeJoinRequest = (more: Readonly<Record<string, unknown>>) => {
  const named = { type: 'mapLayer', mapLayerId: 0 };
  const dataSource = {
    ...{ type: 'joinTable', leftTableSource: named, rightTableSource: named },
    ...{ leftTableKey: 'n', rightTableKey: 'parent', joinType: 'esriLeftOuterJoin' },
  };
  const layer = { id: 101, source: { type: 'dataLayer', dataSource } };
  return ask('dynamicLayer/query', { layer, returnGeometry: false, ...more });
};

test('a join reads of its right side the key and the fields that are named', async () => {
  const all = await makeJoinRequest({ where: '1=1', outFields: '*', resultRecordCount: 1 });
  const [left, right] = ['name', 'ballast'].map((field) =>
    all.fields.map(({ name }: { name: string }) => name).filter((name: string) => name.endsWith(`.${field}`)),
  ) as [string[], string[]];
  expect([left.length, right.length]).toEqual([2, 2]);
  expect(ballastRead().length).toBeGreaterThan(0);

  const { features } = await makeJoinRequest({ where: `${left[0]} = 'name 35'`, outFields: left.join() });
  expect(features).toMatchObject([{ attributes: { [left[0]!]: 'name 35', [left[1]!]: 'name 350' } }]);
  expect(ballastRead()).toEqual([]);
  const counted = await makeJoinRequest({ where: `${left[1]} = 'name 350'`, returnCountOnly: true });
  expect(counted.count).toBe(1);
  expect(ballastRead()).toEqual([]);
  // Apart from the end of the file, a column of all row groups is fetched in one go
  expect(server.ranges.length).toBeLessThanOrEqual(3 * groups + 2);
});

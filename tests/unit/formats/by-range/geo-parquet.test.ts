import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  Table as ArrowTable,
  Binary,
  Bool,
  Field,
  Float64,
  Int32,
  Int64,
  Struct,
  TimestampMillisecond,
  tableToIPC,
  Utf8,
  vectorFromArray,
} from 'apache-arrow';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { Compression, Table as WasmTable, WriterPropertiesBuilder, writeParquet } from 'parquet-wasm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { describeRemote } from '../../../../src/extensions/remote/import/describe-remote.ts';
import { answer } from '../../../../sw/answer.ts';
import { createBlockMemory, createBlockReader, noStore } from '../../../../sw/extensions/remote/block-reader.ts';
import { type RemoteDescription, remoteManifest } from '../../../../sw/extensions/remote/remote-manifest.ts';
import { openGeoParquet } from '../../../../sw/formats/parquet/open-geo-parquet.ts';
import { readFile } from '../../../../sw/formats/read-file.ts';
import { sourceAddress } from '../../../../sw/formats/reading/source-address.ts';
import { createBatchCache } from '../../../../sw/rows/batch-cache.ts';
import { readRows } from '../../../../sw/rows/read-rows.ts';
import { countRows, scan } from '../../../../sw/rows/scan.ts';
import type { Table } from '../../../../sw/rows/table.ts';
import { askRest } from '../../../contract/rest/ask-rest.ts';
import { type RangeServer, startRangeServer } from '../../../range-server.ts';
import { publishRemote, remoteContext } from '../../extensions/remote/remote-context.ts';
import { collection, point, polygon } from '../geopackage/make-geopackage.ts';
import { packFiles } from '../pack-files.ts';
import { type Area, apart, areaBox, areas, type Box } from './areas.ts';

/** Sorted by longitude, so that row groups are next to each other; every thirtieth has no geometry. */
const rows: readonly (Area & { readonly isEmpty: boolean })[] = areas(4000)
  .sort((a, b) => areaBox(a)[0] - areaBox(b)[0])
  .map((area, i) => ({ ...area, isEmpty: i % 30 === 7 }));

const makeShape = ({ geometry }: Area): Uint8Array =>
  collection(
    6,
    geometry.coordinates.map((rings) => polygon(rings as never)),
  );
const struct = (names: readonly string[]) =>
  new Struct(names.map((name) => new Field(name, new Float64(), true)) as never);
const sides = ['xmin', 'ymin', 'xmax', 'ymax'] as const;
const geo = (more: object = {}, crs: object = {}) =>
  JSON.stringify({
    version: '1.1.0',
    primary_column: 'geometry',
    columns: { geometry: { encoding: 'WKB', geometry_types: ['Polygon', 'MultiPolygon'], ...more, ...crs } },
  });
const covering = { covering: { bbox: Object.fromEntries(sides.map((side) => [side, ['bbox', side]])) } };

function ipcOfAreas(): Uint8Array {
  const of = <T>(read: (area: Area) => T) => rows.map(read);
  const time = (text: unknown) => (text === null ? null : Date.parse(`${String(text)}Z`));
  const table = new ArrowTable({
    n: vectorFromArray(
      of(({ properties }) => properties.n as number),
      new Int32(),
    ),
    big: vectorFromArray(
      of(({ properties }) => BigInt(properties.big as number)),
      new Int64(),
    ),
    share: vectorFromArray(
      of(({ properties }) => properties.share as number | null),
      new Float64(),
    ),
    name: vectorFromArray(
      of(({ properties }) => properties.name as string | null),
      new Utf8(),
    ),
    flag: vectorFromArray(
      of(({ properties }) => properties.flag as boolean),
      new Bool(),
    ),
    at: vectorFromArray(
      of(({ properties }) => time(properties.at)),
      new TimestampMillisecond('UTC'),
    ),
    west: vectorFromArray(
      of((area) => areaBox(area)[0]),
      new Float64(),
    ),
    ballast: vectorFromArray(
      of((_) => Array.from({ length: 40 }, () => String(Math.random())).join(' ')),
      new Utf8(),
    ),
    geometry: vectorFromArray(
      rows.map((row) => (row.isEmpty ? null : makeShape(row))),
      new Binary(),
    ),
    bbox: vectorFromArray(
      rows.map((row) => (row.isEmpty ? null : Object.fromEntries(areaBox(row).map((value, i) => [sides[i]!, value])))),
      struct(sides),
    ),
  } as never);
  return tableToIPC(table, 'stream');
}

/** Write the areas with the Parquet library for Rust, in row groups of 500 compressed by zstd. */
function byRust(ipc: Uint8Array, metadata: string): Uint8Array {
  const properties = new WriterPropertiesBuilder()
    .setCompression(Compression.ZSTD)
    .setMaxRowGroupSize(500)
    .setKeyValueMetadata(new Map([['geo', metadata]]))
    .build();
  return writeParquet(WasmTable.fromIPCStream(ipc), properties);
}

/** Points from the other writer, without statistics of their extent. */
const plain = new Uint8Array(
  parquetWriteBuffer({
    columnData: [{ name: 'geometry', data: [point([1, 2]), point([3, 4])], type: 'BYTE_ARRAY' }],
    kvMetadata: [{ key: 'geo', value: geo({ geometry_types: ['Point'] }) }],
  }),
);

let server: RangeServer;
let whole: Uint8Array;
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parquet-'));
  const ipc = ipcOfAreas();
  whole = byRust(ipc, geo(covering));
  const files: Record<string, Uint8Array> = {
    'areas.parquet': whole,
    'mixed.parquet': byRust(ipc, geo({ ...covering, geometry_types: ['Polygon', 'Point'] })),
    'plain.parquet': plain,
    'cut.parquet': whole.subarray(0, whole.length >> 1),
    'no-boxes.parquet': byRust(ipc, geo()),
  };
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes);
  server = await startRangeServer(Object.fromEntries(Object.keys(files).map((name) => [name, join(folder, name)])));
});
afterAll(() => server?.stop());
beforeEach(() => {
  server.reset();
  Object.assign(server, { fault: undefined, etag: '"one"' });
});

const describeSource = async (name = 'areas.parquet') =>
  (await describeRemote(sourceAddress(`${server.origin}/${name}`), { fetchRemote: fetch })) as RemoteDescription;

async function opened(): Promise<Table> {
  const manifest = remoteManifest(await describeSource());
  const host = {
    fetchRemote: fetch,
    store: noStore,
    memory: createBlockMemory(),
    signedAddress: async (address: string) => address,
  };
  return openGeoParquet(manifest, createBlockReader(manifest.remote!, host), createBatchCache());
}

test('a file elsewhere is described from its footer', async () => {
  const actual = await describeSource();
  expect(actual).toMatchObject({
    remote: { format: 'geoparquet', version: 'etag:"one"' },
    ...{ geometry: 'polygon', rowCount: 4000, crs: { code: 4326 }, leftOut: [] },
    typicalBox: { rows: 500 },
  });
  const boxes = rows.filter(({ isEmpty }) => !isEmpty).map(areaBox);
  expect(actual.extent).toEqual([0, 1, 2, 3].map((k) => (k < 2 ? Math.min : Math.max)(...boxes.map((box) => box[k]!))));
  expect(actual.columns.map(({ name, fieldType }) => `${name} ${fieldType.slice(12)}`)).toEqual([
    ...[
      'n Integer',
      'big Double',
      'share Double',
      'name String',
      'flag SmallInteger',
      'at Date',
      'west Double',
      'ballast String',
    ],
  ]);
  expect(server.ranges.length).toBeLessThanOrEqual(3);
  expect(server.sentBytes).toBeLessThan(200_000);
});

test('rows and shapes are those of a published copy', async () => {
  const [copy] = (await readFile({ name: 'areas.parquet', bytes: whole })).tables;
  const table = await opened();
  const { fields, batches } = table.manifest;
  const values = fields.filter(({ Type }) => Type !== 'gisFieldTypeGeometry' && Type !== 'gisFieldTypeOID');
  expect(values.map(({ Name }) => Name)).toEqual(copy!.columns.map(({ name }) => name));
  const read = await readRows(table, await scan(table, {}), values);
  const plainValue = (value: unknown) =>
    value instanceof Date
      ? value.getTime()
      : value && typeof value === 'object' && 'value' in value
        ? value.value
        : value;
  expect(read.map((record) => record.map(plainValue))).toEqual(
    rows.map((_, row) => copy!.columns.map(({ values: column }) => column[row])),
  );
  expect(batches).toHaveLength(8);
  const shapes = copy!.geometry!;
  for (const index of batches.keys()) {
    const batch = await table.geometry(0, index);
    const { firstRow, rowCount } = batch;
    const listParts = (
      { featureOffsets, partOffsets, xy }: Pick<typeof batch, 'featureOffsets' | 'partOffsets' | 'xy'>,
      row: number,
    ) =>
      Array.from({ length: featureOffsets[row + 1]! - featureOffsets[row]! }, (_, i) => {
        const part = featureOffsets[row]! + i;
        return [...xy.subarray(2 * partOffsets[part]!, 2 * partOffsets[part + 1]!)];
      });
    for (let row = 0; row < rowCount; row++) expect(listParts(batch, row)).toEqual(listParts(shapes, firstRow + row));
  }
});

test('a box reads its row groups alone, and only the columns that a request needs', async () => {
  const table = await opened();
  const meets = (row: (typeof rows)[number], [west, south, east, north]: Box) => {
    const box = areaBox(row);
    return !row.isEmpty && box[0] <= east && box[2] >= west && box[1] <= north && box[3] >= south;
  };
  const box = [5, 45, 6, 46] as const;
  const expected = rows.flatMap((row, i) => (meets(row, box) ? [i] : []));
  server.reset();
  expect([...(await scan(table, { extent: box }))]).toEqual(expected);
  // The matching extents are in at most two groups
  expect(server.sentBytes).toBeLessThan(whole.length / 4);
  expect(server.ranges.length).toBeLessThanOrEqual(4);
  server.reset();
  const read = await readRows(table, Uint32Array.from(expected), table.manifest.fields.slice(2, 3));
  expect(read).toEqual(expected.map((row) => [{ type: 'int', value: rows[row]!.properties.n }]));
  expect(server.sentBytes).toBeLessThan(300_000);
  // Even a box around everything excludes rows without geometry
  expect(await countRows(table, { extent: [-180, -90, 180, 90] })).toBe(rows.filter(({ isEmpty }) => !isEmpty).length);
  server.reset();
  expect(await scan(table, { objectIds: [1234] })).toEqual(Uint32Array.of(1233));
  expect(server.ranges).toEqual([]);
});

test('a filter leaves out row groups by their statistics', async () => {
  const table = await opened();
  server.reset();
  const column = { kind: 'column', type: 'number', name: 'west' };
  const above = (value: number) => [
    {
      kind: 'compare',
      type: 'boolean',
      operator: '>=',
      left: column,
      right: { kind: 'constant', type: 'number', value },
    },
  ];
  expect(await scan(table, { where: above(1000) as never })).toHaveLength(0);
  expect(server.ranges).toEqual([]);
  expect([...(await scan(table, { where: above(areaBox(rows[3700]!)[0]) as never }))]).toEqual(
    Array.from({ length: 300 }, (_, i) => 3700 + i),
  );
  expect(server.ranges).toHaveLength(1);
  expect(server.sentBytes).toBeLessThan(150_000);
});

test('it is published and answers as any other layer', async () => {
  const context = await remoteContext();
  await publishRemote(context, `${server.origin}/areas.parquet`);
  const query = async (parameters: Readonly<Record<string, string>>) => {
    const url = `${context.origin}/rest/services/There/MapServer/0/query?${new URLSearchParams({ f: 'json', ...parameters })}`;
    return (await (await answer(context, new Request(url)))!.json()) as Record<string, never>;
  };
  const area = { geometry: '5,45,6,46', geometryType: 'esriGeometryEnvelope', inSR: '4326' };
  const inArea = rows.filter((row) => {
    const [west, south, east, north] = areaBox(row);
    return !row.isEmpty && west <= 6 && east >= 5 && south <= 46 && north >= 45;
  });
  const envelope = { ...area, spatialRel: 'esriSpatialRelEnvelopeIntersects' };
  expect(await query({ ...envelope, returnCountOnly: 'true' })).toEqual({ count: inArea.length });
  const { features } = await query({ ...envelope, outFields: 'n,name', orderByFields: 'n', returnGeometry: 'false' });
  expect(features).toMatchObject(
    inArea
      .map(({ properties: { n, name } }) => ({ attributes: { n, name } }))
      .sort((a, b) => Number(a.attributes.n) - Number(b.attributes.n)),
  );
  const sum = [{ statisticType: 'sum', onStatisticField: 'n', outStatisticFieldName: 'total' }];
  expect(await query({ where: '1=1', outStatistics: JSON.stringify(sum) })).toMatchObject({
    features: [{ attributes: { total: (4000 * 3999) / 2 } }],
  });
});

test('a map by the values of a column reads that column alone, and is that of the copy', async () => {
  const far = apart(rows.filter((row) => !row.isEmpty && areaBox(row)[0] > 0 && areaBox(row)[2] < 15));
  const read: Record<string, number> = {};
  const images: Record<string, Uint8Array> = {};
  const color = [20, 90, 160, 255];
  const symbol = { type: 'esriSFS', style: 'esriSFSSolid', color };
  const uniqueValueInfos = far
    .slice(0, 20)
    .map((n) => ({ value: String(n), symbol: { ...symbol, color: [9, 9, n % 200, 255] } }));
  const copied = await packFiles([{ name: 'areas.parquet', bytes: whole }], (choices) => ({
    ...choices,
    name: 'Copy',
  }));
  for (const [field, service] of [
    ['n', 'There'],
    ['n', 'Copy'],
    ['ballast', 'There'],
  ] as const) {
    const context = await remoteContext();
    await publishRemote(context, `${server.origin}/areas.parquet`);
    await context.store.publish(copied.definition, copied.files);
    const renderer = { type: 'uniqueValue', field1: field, defaultSymbol: symbol, uniqueValueInfos };
    server.reset();
    const response = await askRest(context, `services/${service}/MapServer/export`, {
      ...{ f: 'image', format: 'bmp', bbox: '0,40,15,55', bboxSR: 4326, imageSR: 4326, size: '800,600' },
      dynamicLayers: [
        {
          ...{ id: 0, source: { type: 'mapLayer', mapLayerId: 0 }, drawingInfo: { renderer, showLabels: false } },
          definitionExpression: `n IN (${far})`,
        },
      ],
    });
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect(new TextDecoder().decode(bytes.subarray(0, 2)), new TextDecoder().decode(bytes.subarray(0, 300))).toBe('BM');
    images[`${field} ${service}`] = bytes;
    read[`${field} ${service}`] = server.sentBytes;
  }
  const image = images['n There']!;
  expect(new Set(image.subarray(54)).size).toBeGreaterThan(10);
  expect(Buffer.compare(image, images['n Copy']!)).toBe(0);
  expect(read['n Copy']).toBe(0);
  // Geometries and whole blocks are read for both
  expect(read['n There']).toBeLessThan(0.75 * read['ballast There']!);
});

test('a file that changed, or whose parts cannot be found, is refused with the reason', async () => {
  const table = await opened();
  server.etag = '"two"';
  await expect(table.geometry(0, 3)).rejects.toMatchObject({ code: 'source-failed', detail: { reason: 'changed' } });
  await expect(describeSource('plain.parquet')).rejects.toThrow('a bbox column or geospatial statistics');
  await expect(describeSource('no-boxes.parquet')).rejects.toThrow('Publish a copy instead.');
  await expect(describeSource('mixed.parquet')).rejects.toThrow('found Polygon, Point');
  await expect(describeSource('mixed.parquet')).rejects.toMatchObject({
    detail: { reason: 'shapes', found: 'Polygon, Point' },
  });
  await expect(describeSource('plain.parquet')).rejects.toMatchObject({ detail: { reason: 'no-index' } });
  await expect(describeSource('cut.parquet')).rejects.toThrow('the Parquet file is cut off');
});

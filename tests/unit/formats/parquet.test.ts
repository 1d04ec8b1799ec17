import {
  Bool,
  type DataType,
  DateDay,
  Decimal,
  Field,
  FixedSizeBinary,
  Float64,
  Int64,
  List,
  Struct,
  Table,
  TimestampMicrosecond,
  tableToIPC,
  Utf8,
  vectorFromArray,
} from 'apache-arrow';
import { parquetMetadata } from 'hyparquet';
import { ByteWriter, parquetWriteBuffer } from 'hyparquet-writer';
import { writeMetadata } from 'hyparquet-writer/src/metadata.js';
import { Compression, Table as WasmTable, WriterPropertiesBuilder, writeParquet } from 'parquet-wasm';
import { expect, test } from 'vitest';
import { readFile } from '../../../sw/formats/read-file.ts';
import { diagnosticText } from '../../../sw/formats/reading/diagnostic.ts';
import type { SourceTable } from '../../../sw/formats/reading/source-table.ts';
import { collection, line, point, polygon, wkb } from './geopackage/make-geopackage.ts';

const read = async (bytes: Uint8Array, name = 'towns.parquet') => (await readFile({ name, bytes })).tables;
const fault = (bytes: Uint8Array) =>
  read(bytes).then(
    () => 'read',
    (error: Error) => error.message,
  );
const notes = (table: SourceTable) => table.notes.map((note) => diagnosticText(note));
const facts = (table: SourceTable) => table.columns.map(({ alias, type, values }) => [alias, type, values]);

/** Write a table with the Parquet library for Rust. */
function byRust(table: Table, compression: Compression, metadata: Record<string, string> = {}): Uint8Array {
  const properties = new WriterPropertiesBuilder()
    .setCompression(compression)
    .setKeyValueMetadata(new Map(Object.entries(metadata)))
    .build();
  return writeParquet(WasmTable.fromIPCStream(tableToIPC(table, 'stream')), properties);
}

/** Write columns with the library for JavaScript. */
const byScript = (columnData: Parameters<typeof parquetWriteBuffer>[0]['columnData'], geo?: object, rowGroupSize = 2) =>
  new Uint8Array(
    parquetWriteBuffer({
      columnData,
      rowGroupSize,
      ...(geo ? { kvMetadata: [{ key: 'geo', value: JSON.stringify(geo) }] } : {}),
    }),
  );

/** Split a 128-bit integer into four parts of 32 bits, lowest first. */
const parts128 = (value: bigint) =>
  Uint32Array.from({ length: 4 }, (_, i) => Number(BigInt.asUintN(32, value >> BigInt(32 * i))));

test('whole decimals of more digits than a double has are texts to the last', async () => {
  const values = [123456789012345678901234567890n, -9007199254740993n, 7n];
  const data = vectorFromArray(values.map(parts128), new Decimal(0, 38, 128));
  const [table] = await read(byRust(new Table({ id: data }), Compression.ZSTD));
  expect(facts(table!)).toEqual([['id', 'String', values.map(String)]]);
  expect(notes(table!)).toEqual([]);
});

const types = {
  large: vectorFromArray([1n, null, 9007199254740993n], new Int64()),
  yes: vectorFromArray([true, null, false], new Bool()),
  day: vectorFromArray([new Date('2024-02-29'), null, new Date('1899-12-31')], new DateDay()),
  moment: vectorFromArray([Date.UTC(2024, 0, 1, 12), null, -1], new TimestampMicrosecond('UTC')),
  real: vectorFromArray([Number.NaN, null, -1e300], new Float64()),
  text: vectorFromArray(['Grüße', null, ''], new Utf8()),
  tags: vectorFromArray([['a', 'b'], null, []], new List(new Field('item', new Utf8()))),
  bytes: vectorFromArray([new Uint8Array([0, 255]), null, new Uint8Array([1, 2])], new FixedSizeBinary(2)),
  name: vectorFromArray(
    [{ common: 'x', count: 1 }, null, { common: null, count: 2 }],
    new Struct([new Field('common', new Utf8(), true), new Field('count', new Float64(), true)] as Field<DataType>[]),
  ),
};

test.each([
  ['zstd', Compression.ZSTD],
  ['gzip', Compression.GZIP],
  ['snappy', Compression.SNAPPY],
])('a table of the library of Rust is read with its types, packed by %s', async (_, compression) => {
  const [table, ...others] = (await read(byRust(new Table(types), compression))) as [SourceTable];
  expect(others).toEqual([]);
  expect(table).toMatchObject({ name: 'towns', rowCount: 3 });
  expect(table.geometry).toBeUndefined();
  expect(facts(table)).toEqual([
    ['large', 'String', ['1', null, '9007199254740993']],
    ['yes', 'SmallInteger', [1, null, 0]],
    ['day', 'Date', [Date.UTC(2024, 1, 29), null, Date.UTC(1899, 11, 31)]],
    ['moment', 'Date', [Date.UTC(2024, 0, 1, 12), null, -1]],
    ['real', 'Double', [null, null, -1e300]],
    ['text', 'String', ['Grüße', null, '']],
    ['tags', 'String', ['["a","b"]', null, '[]']],
    ['name.common', 'String', ['x', null, null]],
    ['name.count', 'Double', [1, null, 2]],
  ]);
  expect(table.columns.at(-1)!.name).toBe('name_count');
  expect(notes(table)).toEqual(['Binary fields were left out: bytes.']);
});

const makeGeo = (column: object, name = 'geometry') => ({
  version: '1.1.0',
  primary_column: name,
  columns: { [name]: { encoding: 'WKB', geometry_types: [], ...column } },
});
const shapes = [
  point([13.4, 52.5, 30], 1000),
  line([
    [0, 0],
    [1, 1],
  ]),
  null,
  polygon([
    [
      [0, 0],
      [4, 0],
      [4, 4],
      [0, 0],
    ],
  ]),
  collection(7, [point([7, 7]), wkb(2, [{ u32: 0 }])]),
];

test('well-known binary becomes a layer for each kind of geometry, without a coordinate system in degrees', async () => {
  const box = { xmin: 0, ymin: 0, xmax: 1, ymax: 1 };
  const columns = [
    { name: 'id', data: [1, 2, 3, 4, 5], type: 'INT32' as const },
    { name: 'bbox', data: shapes.map(() => box) },
    { name: 'geometry', data: shapes, type: 'BYTE_ARRAY' as const },
  ];
  const covering = { bbox: Object.fromEntries(Object.keys(box).map((key) => [key, ['bbox', key]])) };
  const schema = [
    { name: 'root', num_children: 3 },
    { name: 'id', type: 'INT32' as const, repetition_type: 'OPTIONAL' as const },
    { name: 'bbox', num_children: 4, repetition_type: 'OPTIONAL' as const },
    ...Object.keys(box).map((name) => ({ name, type: 'DOUBLE' as const, repetition_type: 'OPTIONAL' as const })),
    { name: 'geometry', type: 'BYTE_ARRAY' as const, repetition_type: 'OPTIONAL' as const },
  ];
  const kvMetadata = [{ key: 'geo', value: JSON.stringify(makeGeo({ covering })) }];
  const columnData = columns.map(({ name, data }) => ({ name, data }));
  const bytes = new Uint8Array(parquetWriteBuffer({ columnData, schema, kvMetadata, rowGroupSize: 2 }));
  const tables = await read(bytes);
  expect(tables.map(({ part, rowCount, spatialReference }) => [part, rowCount, spatialReference?.WKID])).toEqual([
    ['points', 3, 4326],
    ['lines', 2, 4326],
    ['polygons', 1, 4326],
  ]);
  expect(facts(tables[0]!)).toEqual([['id', 'Integer', [1, 3, 5]]]);
  expect([...tables[0]!.geometry!.xy]).toEqual([13.4, 52.5, 7, 7]);
  expect(notes(tables[0]!)).toContain('Heights were left out: layers are flat.');
});

const utm = {
  type: 'ProjectedCRS',
  name: 'ETRS89 / UTM zone 32N',
  base_crs: {
    type: 'GeographicCRS',
    name: 'ETRS89',
    datum: {
      type: 'GeodeticReferenceFrame',
      name: 'European Terrestrial Reference System 1989',
      ellipsoid: { name: 'GRS 1980', semi_major_axis: 6378137, inverse_flattening: 298.257222101 },
    },
    coordinate_system: { subtype: 'ellipsoidal', axis: [] },
  },
  conversion: {
    name: 'UTM zone 32N',
    method: { name: 'Transverse Mercator' },
    parameters: [
      { name: 'Latitude of natural origin', value: 0, unit: 'degree' },
      { name: 'Longitude of natural origin', value: 9, unit: 'degree' },
      { name: 'Scale factor at natural origin', value: 0.9996, unit: 'unity' },
      { name: 'False easting', value: 500000, unit: 'metre' },
      { name: 'False northing', value: 0, unit: 'metre' },
    ],
  },
  coordinate_system: {
    subtype: 'Cartesian',
    axis: [
      { name: 'Easting', abbreviation: 'E', direction: 'east', unit: 'metre' },
      { name: 'Northing', abbreviation: 'N', direction: 'north', unit: 'metre' },
    ],
  },
};

test('the coordinate system is taken from PROJJSON by its number, or as text without one', async () => {
  const makeReference = async (crs: unknown) => {
    const columns = [{ name: 'geometry', data: [point([500000, 5500000])], type: 'BYTE_ARRAY' as const }];
    return (await read(byScript(columns, makeGeo({ crs }))))[0]!.spatialReference;
  };
  expect(await makeReference({ ...utm, id: { authority: 'EPSG', code: 25832 } })).toMatchObject({ WKID: 25832 });
  const compound = { type: 'CompoundCRS', components: [{ ...utm, id: { authority: 'EPSG', code: 25832 } }] };
  expect(await makeReference(compound)).toMatchObject({ WKID: 25832 });
  expect(await makeReference({ id: { authority: 'OGC', code: 'CRS84' } })).toMatchObject({ WKID: 4326 });
  expect(await makeReference(null)).toBeUndefined();
  const { WKT } = (await makeReference(utm))!;
  const { default: proj4 } = await import('proj4');
  // Expected values by gdaltransform for EPSG:25832.
  const [x, y] = proj4(WKT!, 'EPSG:4326', [691875.63, 5334219.86]);
  expect([x, y].map((value) => value!.toFixed(5))).toEqual(['11.57891', '48.13228']);
});

test('the types GEOMETRY and GEOGRAPHY of Parquet itself are geometry, and so is binary of that name', async () => {
  const data = [point([1, 2]), point([3, 4])];
  const [typed] = await read(
    byScript([{ name: 'place', data: [{ type: 'Point', coordinates: [1, 2] }], type: 'GEOMETRY' }]),
  );
  expect([...typed!.geometry!.xy]).toEqual([1, 2]);
  expect(typed!.spatialReference).toMatchObject({ WKID: 4326 });
  const [named] = await read(byScript([{ name: 'geom', data, type: 'BYTE_ARRAY' }]));
  expect([...named!.geometry!.xy]).toEqual([1, 2, 3, 4]);
  expect(named!.spatialReference).toBeUndefined();
});

test('the encodings of GeoParquet 1.1 that are lists of vertices are read', async () => {
  const vertex = new Struct([new Field('x', new Float64()), new Field('y', new Float64())]);
  const ring = new List(new Field('vertices', vertex));
  const makePoint = (x: number, y: number) => ({ x, y });
  const toNative = async (encoding: string, value: unknown, type: DataType) => {
    const table = new Table({ geometry: vectorFromArray([value, null], type) });
    const geo = JSON.stringify(makeGeo({ encoding }));
    const [actual] = await read(byRust(table, Compression.ZSTD, { geo }));
    return [actual!.geometry!.kind, [...actual!.geometry!.xy], [...actual!.geometry!.featureOffsets]];
  };
  expect(await toNative('point', makePoint(1, 2), vertex)).toEqual(['point', [1, 2], [0, 1, 1]]);
  expect(await toNative('linestring', [makePoint(0, 0), makePoint(1, 2)], ring)).toEqual([
    'polyline',
    [0, 0, 1, 2],
    [0, 1, 1],
  ]);
  const square = [makePoint(0, 0), makePoint(0, 4), makePoint(4, 4), makePoint(0, 0)];
  const rings = new List(new Field('rings', ring));
  expect(await toNative('polygon', [square], rings)).toEqual(['polygon', [0, 0, 0, 4, 4, 4, 0, 0], [0, 1, 1]]);
  const multi = [[square], [square.map(({ x, y }) => makePoint(x + 9, y))]];
  expect(await toNative('multipolygon', multi, new List(new Field('polygons', rings)))).toMatchObject([
    'polygon',
    { length: 16 },
    [0, 2, 2],
  ]);
});

test('what is no Parquet, cut, encrypted, packed otherwise or a bomb is named', async () => {
  const whole = byRust(new Table(types), Compression.ZSTD);
  expect(await fault(new TextEncoder().encode('{"not": "parquet"}'))).toBe(
    'towns.parquet: expected a Parquet file, which begins with "PAR1", found other bytes.',
  );
  expect(await fault(whole.subarray(0, whole.length - 100))).toBe(
    'towns.parquet: expected a Parquet file that ends with "PAR1"; the end of the file is missing.',
  );
  expect(await fault(byRust(new Table(types), Compression.BROTLI))).toBe(
    "towns.parquet can't be read as Parquet: expected snappy, zstd or gzip compression, found BROTLI.",
  );
  const encrypted = whole.slice();
  encrypted.set(new TextEncoder().encode('PARE'), whole.length - 4);
  expect(await fault(encrypted)).toBe(
    "towns.parquet is an encrypted Parquet file, which can't be read. Add a decrypted copy.",
  );
  const spoiled = whole.slice();
  spoiled.fill(0x55, 8, 60);
  expect(await fault(spoiled)).toMatch(/^towns\.parquet can't be read as Parquet: /);
  // A file of a few bytes may claim to repeat them without limit.
  const plain = byScript([{ name: 'n', data: [1], type: 'INT32' }]);
  const metadata = parquetMetadata(plain.buffer as ArrayBuffer);
  const [group] = metadata.row_groups;
  const catchFault = (row_group: object) => {
    const writer = new ByteWriter();
    writer.appendBytes(plain.subarray(0, 4));
    writeMetadata(writer, { ...metadata, row_groups: [{ ...group!, ...row_group }] });
    writer.appendBytes(plain.subarray(0, 4));
    return fault(new Uint8Array(writer.getBuffer()));
  };
  expect(await catchFault({ num_rows: 30_000_000n })).toMatch(
    /^towns\.parquet: expected at most 2000\d{4} cells, found 30000000\.$/,
  );
  const [column] = group!.columns;
  const large = { ...column!, meta_data: { ...column!.meta_data!, total_uncompressed_size: 2n ** 33n } };
  expect(await catchFault({ columns: [large] })).toMatch(
    /^towns\.parquet: expected at most 42949\d{5} bytes, found 8589934\d{3}\.$/,
  );
});

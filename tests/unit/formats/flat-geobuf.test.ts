import { readFileSync } from 'node:fs';
import { Builder } from 'flatbuffers';
import { Column } from 'flatgeobuf/lib/mjs/flat-geobuf/column.js';
import { Feature as FeatureTable } from 'flatgeobuf/lib/mjs/flat-geobuf/feature.js';
import { Geometry } from 'flatgeobuf/lib/mjs/flat-geobuf/geometry.js';
import { Header } from 'flatgeobuf/lib/mjs/flat-geobuf/header.js';
import { serialize } from 'flatgeobuf/lib/mjs/geojson.js';
import type { Feature } from 'geojson';
import { expect, test } from 'vitest';
import { readFile } from '../../../sw/formats/read-file.ts';
import { diagnosticText } from '../../../sw/formats/reading/diagnostic.ts';
import type { SourceTable } from '../../../sw/formats/reading/source-table.ts';
import { distancesTo, listShapePaths } from './shape-paths.ts';

/*
 * Made by GDAL 3.6.2: `ogr2ogr -f FlatGeobuf X.fgb X.csv -oo GEOM_POSSIBLE_NAMES=WKT -oo KEEP_GEOM_COLUMNS=NO` with
 * mixed: `-a_srs EPSG:25832 -oo AUTODETECT_TYPE=YES -lco SPATIAL_INDEX=NO -nlt GEOMETRY -dim XYZM`,
 * types: `-a_srs EPSG:4326 -nlt POINT -nln Städte` with a .csvt,
 * bends, rounds: from `gml/curves.gpkg`,
 * own: from types, with `-t_srs` of a conic CRS on the Bessel ellipsoid that has no number.
 */
const made = (name: string) => new Uint8Array(readFileSync(`tests/unit/formats/files/flat-geobuf/${name}.fgb`));
const read = async (bytes: Uint8Array | Blob, name = 'a.fgb') => (await readFile({ name, bytes })).tables;
const fault = (bytes: Uint8Array) =>
  read(bytes).then(
    () => 'read',
    (error: Error) => error.message,
  );
const column = (table: SourceTable, name: string) => table.columns.find((candidate) => candidate.name === name)!;
const notes = (table: SourceTable) => table.notes.map((note) => diagnosticText(note));

test('every kind of geometry becomes part of a layer of its family, without heights and measures', async () => {
  const tables = await read(made('mixed'));
  expect(tables.map(({ name, part, geometry }) => [name, part, geometry!.kind])).toEqual([
    ['mixed', 'points', 'multipoint'],
    ['mixed', 'lines', 'polyline'],
    ['mixed', 'polygons', 'polygon'],
  ]);
  const [points, lines, polygons] = tables as [SourceTable, SourceTable, SourceTable];
  expect(column(points, 'word').values).toEqual(['point', 'points', 'collection']);
  expect([...points.geometry!.xy]).toEqual([1, 2, 5, 5, 6, 6, 7, 7]);
  expect([...points.geometry!.featureOffsets]).toEqual([0, 1, 3, 4]);
  expect(column(lines, 'word').values).toEqual(['line', 'lines', 'collection', 'curve']);
  expect([...lines.geometry!.partOffsets.subarray(0, 5)]).toEqual([0, 3, 5, 8, 10]);
  expect(column(polygons, 'id').values).toEqual([3, 6, 7, 10]);
  expect([...polygons.geometry!.featureOffsets]).toEqual([0, 2, 5, 6, 7]);
  expect([...polygons.geometry!.partOffsets]).toEqual([0, 5, 10, 15, 20, 25, 29, 33]);
  // Exterior rings are clockwise here, holes counter-clockwise.
  expect([...polygons.geometry!.xy.subarray(0, 8)]).toEqual([0, 0, 0, 4, 4, 4, 4, 0]);
  expect(points.spatialReference).toMatchObject({ type: 'ProjectedCoordinateSystem', WKID: 25832 });
  expect(notes(points)).toEqual([
    'Heights were left out: layers are flat.',
    'Measures were left out.',
    '1 curve was drawn by straight segments, at most 5 cm off.',
  ]);
});

test('curves are at most 5 cm off those of GDAL', async () => {
  const { curves }: { curves: Record<string, number[][][]> } = JSON.parse(
    readFileSync('tests/unit/formats/files/gml/facts.txt', 'utf8'),
  );
  for (const [name, count] of [
    ['bends', 5],
    ['rounds', 3],
  ] as const) {
    const [table, ...others] = (await read(made(name))) as [SourceTable];
    expect(others).toEqual([]);
    const paths = listShapePaths(table);
    // The file stores its rows in Hilbert order.
    const numbers = column(table, 'number').values as number[];
    const inOrder = curves[name]!.map((_, number) => paths[numbers.indexOf(number)]!);
    expect(Math.max(...distancesTo(inOrder, curves[name]!))).toBeLessThan(0.0501);
    expect(notes(table)).toEqual([`${count} curves were drawn by straight segments, at most 5 cm off.`]);
  }
});

test('columns have the types that the file says, with an index before the features', async () => {
  const [table] = (await read(new Blob([made('types')]))) as [SourceTable];
  expect(table).toMatchObject({ name: 'Städte', rowCount: 3, spatialReference: { WKID: 4326 } });
  expect(table.columns.map(({ name, type, values }) => [name, type, values])).toEqual([
    ['whole', 'Integer', [-2147483648, 1, null]],
    ['flag', 'SmallInteger', [0, 1, null]],
    ['small', 'SmallInteger', [32767, -300, null]],
    ['large', 'String', ['-5', '9007199254740993', null]],
    ['real', 'Double', [-1e300, 1.5, null]],
    ['single', 'Double', [-3.5, 0.25, null]],
    ['day', 'Date', [Date.UTC(1899, 11, 31), Date.UTC(2024, 1, 29), null]],
    ['moment', 'Date', [Date.UTC(2024, 1, 29, 23, 2, 3), Date.UTC(2024, 1, 29, 12, 34, 56, 789), null]],
    ['text', 'String', ['', 'Grüße', '']],
    ['json', 'String', ['[]', '{"a":[1,2]}', '']],
  ]);
  expect(notes(table)).toEqual([]);
  expect([...table.geometry!.xy]).toEqual([11.5, 48.1, 13.4, 52.5, 9.2, 48.8]);
});

test('a coordinate system without a number is read from its text', async () => {
  const [table] = await read(made('own'));
  expect(table!.spatialReference).toMatchObject({ type: 'ProjectedCoordinateSystem' });
  expect(table!.spatialReference!.WKID).toBeUndefined();
  expect(table!.spatialReference!.WKT).toMatch(/Lambert/i);
});

test('a file of the JavaScript writer, which knows neither index nor coordinate system, is read', async () => {
  const features: Feature[] = [
    { type: 'Feature', geometry: { type: 'Point', coordinates: [1, 2] }, properties: { a: 'x', n: 1.5, yes: true } },
    { type: 'Feature', geometry: { type: 'Point', coordinates: [3, 4] }, properties: { a: 'y', n: 2, yes: false } },
  ];
  const [table] = await read(serialize({ type: 'FeatureCollection', features }), 'places.fgb');
  expect(table).toMatchObject({ name: 'places', rowCount: 2 });
  expect(table!.columns.map(({ type, values }) => [type, values])).toEqual([
    ['String', ['x', 'y']],
    ['Double', [1.5, 2]],
    ['SmallInteger', [1, 0]],
  ]);
  expect([...table!.geometry!.xy]).toEqual([1, 2, 3, 4]);
});

test('what is no FlatGeobuf, of another version, cut or damaged is named', async () => {
  const whole = made('types');
  expect(await fault(new TextEncoder().encode('<html>Not found</html>'))).toBe(
    `a.fgb can't be read as FlatGeobuf: expected a file that begins with "fgb", found bytes 3c 68 74 6d 6c 3e 4e 6f.`,
  );
  expect(await fault(Uint8Array.from(whole, (byte, index) => (index === 3 ? 2 : byte)))).toMatch(
    /expected version 3, found version 2/,
  );
  expect(await fault(whole.subarray(0, whole.length - 10))).toBe(
    `a.fgb: expected ${whole.length} bytes up to the end of feature 3, found ${whole.length - 10}; the end of the file is missing.`,
  );
  expect(await fault(whole.subarray(0, 300))).toMatch(/expected at least \d+ bytes, found 300/);
  const huge = Uint8Array.from(whole);
  new DataView(huge.buffer).setUint32(8, 0xfffffff0, true);
  expect(await fault(huge)).toMatch(/expected a header of 8 to 10485760 bytes, found 4294967280/);
});

/** Make a file with many columns and features whose lines all have the same `vertexCount` vertices. */
function makeRepeatedFile({ columnCount = 1, featureCount = 1, lineCount = 1, vertexCount = 2 }): Uint8Array {
  const head = new Builder();
  const name = head.createString('a');
  Column.startColumn(head);
  Column.addName(head, name);
  const column = Column.endColumn(head);
  const columns = Header.createColumnsVector(head, Array(columnCount).fill(column));
  Header.startHeader(head);
  Header.addColumns(head, columns);
  Header.addGeometryType(head, 5);
  Header.addIndexNodeSize(head, 0);
  head.finishSizePrefixed(Header.endHeader(head));
  const feature = new Builder();
  const xy = Geometry.createXyVector(feature, Array(2 * vertexCount).fill(1));
  Geometry.startGeometry(feature);
  Geometry.addXy(feature, xy);
  const line = Geometry.endGeometry(feature);
  const lines = Geometry.createPartsVector(feature, Array(lineCount).fill(line));
  Geometry.startGeometry(feature);
  Geometry.addParts(feature, lines);
  const geometry = Geometry.endGeometry(feature);
  FeatureTable.startFeature(feature);
  FeatureTable.addGeometry(feature, geometry);
  feature.finishSizePrefixed(FeatureTable.endFeature(feature));
  const entry = Buffer.from(feature.asUint8Array());
  return Buffer.concat([made('types').subarray(0, 8), head.asUint8Array(), ...Array(featureCount).fill(entry)]);
}

test('what a small file repeats counts against its budget', async () => {
  expect(await fault(makeRepeatedFile({ lineCount: 3 }))).toBe('read');
  expect(await fault(makeRepeatedFile({ columnCount: 20_000 }))).toBe(
    'a.fgb: expected at most 16384 columns, found 20000.',
  );
  expect(await fault(makeRepeatedFile({ columnCount: 16_000, featureCount: 2000 }))).toMatch(
    /^a\.fgb: expected at most 2\d{7} cells, found 2\d{7}\.$/,
  );
  expect(await fault(makeRepeatedFile({ lineCount: 5000, vertexCount: 5000 }))).toMatch(
    /^a\.fgb: expected at most 2\d{6} vertices, found 2\d{6}\.$/,
  );
});

test('spoiled bytes end in a fault or in a table, never in endless work', { timeout: 30_000 }, async () => {
  const whole = made('mixed');
  let faults = 0;
  for (let offset = 12; offset < whole.length; offset += 7) {
    const spoiled = whole.slice();
    spoiled[offset]! ^= 0xff;
    const actual = await read(spoiled).catch((error: unknown) => error);
    if (Array.isArray(actual)) continue;
    expect(actual).toMatchObject({ code: expect.stringMatching(/^bad-/) });
    faults++;
  }
  expect(faults).toBeGreaterThan(50);
});

import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { readFile } from '../../../../sw/formats/read-file.ts';
import { diagnosticText } from '../../../../sw/formats/reading/diagnostic.ts';
import type { SourceTable } from '../../../../sw/formats/reading/source-table.ts';
import { distancesTo, listShapePaths } from '../shape-paths.ts';
import { collection, geometry, line, makeGeoPackage, point, polygon, wkb } from './make-geopackage.ts';

vi.mock('sql.js/dist/sql-wasm.wasm?url', () => ({ default: 'node_modules/sql.js/dist/sql-wasm.wasm' }));

const columns = 'fid INTEGER PRIMARY KEY, geom BLOB';
const read = async (bytes: Uint8Array) => (await readFile({ name: 'a.gpkg', bytes })).tables;
/** Read a table of these geometries, with fids from 1. */
const shapes = async (kind: string, values: readonly (Uint8Array | null)[], srs = 4326) =>
  read(await makeGeoPackage([{ name: 'a', kind, columns, srs, rows: values.map((value, i) => [i + 1, value]) }]));

/** Format rows as `fid: part / part`, each part with its coordinates. */
const draw = ({ geometry: shape, columns: [fid] }: SourceTable) =>
  fid!.values.map((id, row) => {
    const { xy, partOffsets, featureOffsets } = shape!;
    const parts = Array.from({ length: featureOffsets[row + 1]! - featureOffsets[row]! }, (_, i) => {
      const part = featureOffsets[row]! + i;
      return [...xy.subarray(partOffsets[part]! * 2, partOffsets[part + 1]! * 2)].join(' ');
    });
    return `${id}: ${parts.join(' / ')}`;
  });
const readMessage = (tables: readonly SourceTable[]) =>
  tables.map(({ notes }) => notes.map((note) => diagnosticText(note)));

const square = [
  [0, 0],
  [4, 0],
  [4, 4],
  [0, 4],
  [0, 0],
];
const hole = [
  [1, 1],
  [1, 2],
  [2, 2],
  [1, 1],
];
const clockwise = '0 0 0 4 4 4 4 0 0 0';
const counterClockwise = '1 1 2 2 1 2 1 1';
const reversePath = (path: readonly (readonly number[])[]) => [...path].reverse();

test.each([0, 1, 2, 3, 4])('the envelope of kind %i is passed over', async (envelope) => {
  const [table] = await shapes('POINT', [geometry(point([1, 2]), { envelope })]);
  expect(draw(table!)).toEqual(['1: 1 2']);
});

test('both byte orders are read, of the head and of the geometry', async () => {
  const [table] = await shapes('POLYGON', [
    geometry(polygon([square, hole], 0, false), { isLittle: false, envelope: 1 }),
    geometry(polygon([reversePath(square), reversePath(hole)])),
  ]);
  expect(draw(table!)).toEqual([`1: ${clockwise} / ${counterClockwise}`, `2: ${clockwise} / ${counterClockwise}`]);
});

test('heights and measures are passed over, in the codes of ISO and in extended ones', async () => {
  const tables = await shapes('POINT', [
    geometry(point([1, 2, 3], 1000)),
    geometry(point([3, 4, 5], 2000)),
    geometry(point([5, 6, 7, 8], 3000)),
    geometry(point([7, 8, 9], 0x80000000)),
    geometry(point([9, 1, 2, 3], 0xc0000000)),
    geometry(wkb(0x20000001, [{ u32: 4326 }, 2, 3])),
  ]);
  expect(draw(tables[0]!)).toEqual(['1: 1 2', '2: 3 4', '3: 5 6', '4: 7 8', '5: 9 1', '6: 2 3']);
  expect(readMessage(tables)).toEqual([['Heights were left out: layers are flat.', 'Measures were left out.']]);
});

test('geometries of several parts are read', async () => {
  const [points] = await shapes('MULTIPOINT', [geometry(collection(4, [point([1, 2]), point([3, 4])]))]);
  expect(points!.geometry!.kind).toBe('multipoint');
  expect(draw(points!)).toEqual(['1: 1 2 / 3 4']);
  const path = [
    [1, 2],
    [3, 4],
  ];
  const [lines] = await shapes('MULTILINESTRING', [
    geometry(collection(5, [line(path), line(reversePath(path))])),
    geometry(collection(11, [line(path)])),
  ]);
  expect(draw(lines!)).toEqual(['1: 1 2 3 4 / 3 4 1 2', '2: 1 2 3 4']);
  const [areas] = await shapes('MULTIPOLYGON', [
    geometry(collection(6, [polygon([square]), polygon([hole])])),
    geometry(collection(12, [polygon([square, hole])])),
  ]);
  expect(areas!.geometry!.kind).toBe('polygon');
  expect(draw(areas!)).toEqual([`1: ${clockwise} / 1 1 1 2 2 2 1 1`, `2: ${clockwise} / ${counterClockwise}`]);
});

test('a table of several kinds becomes a layer of each, collections go to all they have members for', async () => {
  const path = [
    [1, 2],
    [3, 4],
  ];
  const tables = await shapes('GEOMETRY', [
    null,
    geometry(line(path)),
    geometry(collection(7, [point([5, 6]), line(path), collection(7, [polygon([square])])])),
    geometry(point([7, 8])),
    geometry(collection(7, [])),
  ]);
  expect(tables.map(({ name, part }) => [name, part])).toEqual([
    ['a', 'points'],
    ['a', 'lines'],
    ['a', 'polygons'],
  ]);
  expect(tables.map(draw)).toEqual([
    ['3: 5 6', '4: 7 8'],
    ['1: ', '2: 1 2 3 4', '3: 1 2 3 4', '5: '],
    [`3: ${clockwise}`],
  ]);
  expect(readMessage(tables)).toEqual([[], ['2 features have no geometry.'], []]);
});

test('empty geometries are none: by their head, as points of no place, and without vertices', async () => {
  const nowhere = point([Number.NaN, Number.NaN]);
  const tables = await shapes('GEOMETRY', [
    geometry(nowhere, { isEmpty: true }),
    geometry(nowhere),
    geometry(point([1, 2])),
    geometry(collection(4, [])),
  ]);
  expect(tables.map(draw)).toEqual([['1: ', '2: ', '3: 1 2', '4: ']]);
  expect(readMessage(tables)).toEqual([['3 features have no geometry.']]);
});

test('a table of no kind and without geometries is a plain one', async () => {
  const tables = await shapes('GEOMETRY', [null]);
  expect(tables.map(({ rowCount, geometry: actual }) => [rowCount, actual])).toEqual([[1, undefined]]);
  expect(readMessage(tables)).toEqual([['No feature has a geometry.']]);
});

test('curves are at most 5 cm off those of GDAL', async () => {
  const folder = new URL('../files/gml/', import.meta.url);
  const { curves }: { curves: Record<string, number[][][]> } = JSON.parse(
    readFileSync(new URL('facts.txt', folder), 'utf8'),
  );
  const tables = await read(readFileSync(new URL('curves.gpkg', folder)));
  expect(tables.map(({ name, rowCount }) => [name, rowCount])).toEqual([
    ['bends', 5],
    ['rounds', 3],
  ]);
  for (const table of tables) {
    expect(Math.max(...distancesTo(listShapePaths(table), curves[table.name]!))).toBeLessThan(0.0501);
    // Smooth, but without many more vertices than necessary.
    for (const path of listShapePaths(table).flat()) expect(path.length).toBeLessThan(1000);
  }
  expect(readMessage(tables)).toEqual([
    ['5 curves were drawn by straight segments, at most 5 cm off.'],
    ['3 curves were drawn by straight segments, at most 5 cm off.'],
  ]);
});

test('arcs in degrees are 5 cm off in degrees, and those on a line stay it', async () => {
  const [table] = await shapes('CIRCULARSTRING', [
    geometry(wkb(8, [{ u32: 3 }, 7, 50, 7.0001, 50.0001, 7.0002, 50])),
    geometry(wkb(8, [{ u32: 3 }, 7, 50, 8, 51, 9, 52])),
  ]);
  const [bent, straight] = listShapePaths(table!).map(([path]) => path!);
  expect(bent!.length).toBeGreaterThan(20);
  expect(straight).toEqual([7, 50, 8, 51, 9, 52]);
});

test('arcs of a small file that make more vertices than it may have end in a fault', async () => {
  const arc = geometry(wkb(8, [{ u32: 3 }, 0, 0, 1e12, 1e12, 2e12, 0]));
  await expect(shapes('CIRCULARSTRING', Array(30).fill(arc), 25832)).rejects.toThrow(
    /^a\.gpkg: expected at most 2\d{6} vertices, found 2\d{6}\.$/,
  );
});

test('solid surfaces leave the row without a shape, rings without corners are dropped', async () => {
  const tables = await shapes('MULTISURFACE', [
    geometry(polygon([square])),
    geometry(collection(12, [polygon([square]), wkb(15, [{ u32: 1 }])])),
    geometry(wkb(16, [{ u32: 0 }])),
    geometry(polygon([square, hole.slice(0, 2)])),
  ]);
  expect(tables.map(draw)).toEqual([[`1: ${clockwise}`, '2: ', '3: ', `4: ${clockwise}`]]);
  expect(readMessage(tables)).toEqual([
    [
      '2 geometries with solid surfaces or unsupported curves (POLYHEDRALSURFACE, TIN) were left out, first in row 2.',
      '2 features have no geometry.',
      '1 ring with fewer than three corners was left out.',
    ],
  ]);
});

test('the coordinate system comes from its authority, else from its definition, else it is asked for', async () => {
  const cells = [geometry(point([500000, 5600000]))];
  const reference = async (srs: number) => (await shapes('POINT', cells, srs))[0]!.spatialReference;
  expect(await reference(100032)).toMatchObject({ type: 'ProjectedCoordinateSystem', WKID: 25832 });
  expect(await reference(-1)).toBeUndefined();
  expect(await reference(0)).toBeUndefined();
  const actual = await makeGeoPackage(
    [
      { name: 'a', kind: 'POINT', columns, srs: 7, rows: [[1, cells[0]!]] },
      { name: 'b', kind: 'POINT', columns, srs: 8, rows: [[1, cells[0]!]] },
    ],
    (database) =>
      database.run(
        `INSERT INTO gpkg_spatial_ref_sys VALUES ('a', 7, 'Town', 1, 'PROJCS["Town grid",GEOGCS["GCS_ETRS_1989"]]', NULL), ('b', 8, 'Town', 2, 'ENGCRS["Site"]', NULL)`,
      ),
  );
  const tables = await read(actual);
  expect(tables[0]!.spatialReference).toEqual({
    type: 'ProjectedCoordinateSystem',
    WKT: 'PROJCS["Town grid",GEOGCS["GCS_ETRS_1989"]]',
  });
  expect(tables[1]!.spatialReference).toBeUndefined();
  expect(readMessage(tables)).toEqual([[], ["The coordinate system with srs_id 8 couldn't be read."]]);
});

test.each([
  [
    'no geometry of a GeoPackage',
    point([1, 2]),
    /row 2: expected a GeoPackage geometry, which begins with "GP", found 01 01 00 00\./,
  ],
  ['text', 'POINT(1 2)', /row 2: .* found "POINT\(1 2\)"\./],
  [
    'an envelope of no kind',
    geometry(point([1, 2]), { envelope: 5 }),
    /row 2: expected an envelope type from 0 to 4, found 5\./,
  ],
  ['no byte order', geometry(new Uint8Array([7, 0, 0, 0, 0])), /row 2: expected byte order 0 or 1, found 7\./],
  ['no type', geometry(wkb(99, [])), /row 2: expected a geometry type, found 99\./],
  ['a cut point', geometry(point([1, 2]).subarray(0, 13)), /row 2: expected 16 bytes, found 8\./],
  [
    'a ring that is a point',
    geometry(wkb(10, [{ u32: 1 }, { byte: 1 }, { u32: 1 }, 1, 2])),
    /row 2: expected a geometry type, found 1\./,
  ],
  ['too many vertices', geometry(wkb(2, [{ u32: 4e9 }, 1, 2])), /row 2: expected 64000000000 bytes, found 16\./],
  [
    'no finite number',
    geometry(point([1, Number.POSITIVE_INFINITY])),
    /row 2: expected finite coordinates, found \(1, Infinity\)/,
  ],
])('a row with %s has no shape, and table and row are told', async (_, value, message) => {
  const bytes = await makeGeoPackage([
    {
      name: 'a',
      kind: 'POINT',
      columns,
      rows: [
        [1, geometry(point([1, 2]))],
        [2, value],
      ],
    },
  ]);
  const { tables } = await readFile({ name: 'a.gpkg', bytes });
  expect(tables).toMatchObject([{ rowCount: 2 }]);
  expect([...tables[0]!.geometry!.xy]).toEqual([1, 2]);
  expect([...tables[0]!.geometry!.featureOffsets]).toEqual([0, 1, 1]);
  const messages = tables[0]!.notes.map((note) => diagnosticText(note)).find((note) => message.test(note));
  expect(messages).toContain('a.gpkg, table "a", ');
});

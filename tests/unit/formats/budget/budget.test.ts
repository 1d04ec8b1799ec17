import { gzipSync, zipSync } from 'fflate';
import initSqlJs from 'sql.js';
import { expect, test, vi } from 'vitest';
import { Budget } from '../../../../sw/contract/budget.ts';
import { readFile } from '../../../../sw/formats/read-file.ts';
import { makeShp } from '../make-shapefile.ts';

vi.mock('sql.js/dist/sql-wasm.wasm?url', () => ({ default: 'node_modules/sql.js/dist/sql-wasm.wasm' }));

const groups = (...pairs: readonly (readonly [number, string | number])[]): string =>
  pairs.map(([code, value]) => `${code}\n${value}\n`).join('');
const dxf = (block: string, entities: string): string =>
  groups([0, 'SECTION'], [2, 'BLOCKS'], [0, 'BLOCK'], [8, '0'], [2, 'B'], [70, 0], [10, 0], [20, 0]) +
  block +
  groups([0, 'ENDBLK'], [0, 'ENDSEC'], [0, 'SECTION'], [2, 'ENTITIES']) +
  entities +
  groups([0, 'ENDSEC'], [0, 'EOF']);
const line = groups([0, 'LWPOLYLINE'], [8, '0'], [90, 20_000], [70, 0]).concat(
  Array.from({ length: 20_000 }, (_, i) => groups([10, i], [20, i % 7])).join(''),
);

const kml = (inside: string): string =>
  `<kml xmlns="http://www.opengis.net/kml/2.2"><Document>${inside}</Document></kml>`;
const arc = Array.from({ length: 10_000 }, (_, i) => [i % 180, i % 80]);

const ods = (cell: string): Uint8Array =>
  zipSync({
    'content.xml': new TextEncoder().encode(
      `<office:document-content xmlns:office="urn:o" xmlns:table="urn:t" xmlns:text="urn:x"><office:body><office:spreadsheet><table:table table:name="a">${cell}</table:table></office:spreadsheet></office:body></office:document-content>`,
    ),
  });

/** Make a PMTiles file whose root directory points this many times to the same empty leaf directory. */
function directories(count: number): Uint8Array {
  const varint = (value: number): number[] => (value < 128 ? [value] : [(value & 127) | 128, ...varint(value >>> 7)]);
  const pointers = (length: number, offset: number): Uint8Array => {
    const many = (value: (i: number) => number) => Array.from({ length: count }, (_, i) => varint(value(i))).flat();
    return Uint8Array.from([
      ...varint(count),
      ...many((i) => (i === 0 ? 0 : 1)),
      ...many(() => 0),
      ...many(() => length),
      ...many(() => offset + 1),
    ]);
  };
  const last = gzipSync(Uint8Array.of(0));
  const root = gzipSync(pointers(last.length, 0));
  const head = new DataView(new ArrayBuffer(127));
  for (const [i, letter] of [...'PMTiles\u0003'].entries()) head.setUint8(i, letter.charCodeAt(0));
  const sections = [
    127,
    root.length,
    127 + root.length,
    0,
    127 + root.length,
    last.length,
    127 + root.length + last.length,
    0,
  ];
  for (const [i, value] of sections.entries()) head.setBigUint64(8 + 8 * i, BigInt(value), true);
  for (const [i, value] of [1, 2, 1, 2, 0, 5].entries()) head.setUint8(96 + i, value);
  return Uint8Array.from([...new Uint8Array(head.buffer), ...root, ...last]);
}

/** Concatenate `text(i)` for many features. */
const ofEach = (count: number, text: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => text(i)).join('');

/** Make a table whose fields have no width, so that each row is one byte. */
function narrowDbf(fieldCount: number, rowCount: number): Uint8Array {
  const headerLength = 32 + 32 * fieldCount + 1;
  const bytes = new Uint8Array(headerLength + rowCount).fill(0x20, headerLength);
  const view = new DataView(bytes.buffer);
  view.setUint32(4, rowCount, true);
  view.setUint16(8, headerLength, true);
  view.setUint16(10, 1, true);
  for (let i = 0; i < fieldCount; i++) bytes.set([0x41, ...Array(10).fill(0), 0x43], 32 + 32 * i);
  bytes[headerLength - 1] = 0x0d;
  return bytes;
}

/** Make a shapefile with one line, and an index whose rows all point to that line. */
function oneLine(vertexCount: number, rowCount: number): Record<string, Uint8Array> {
  const shp = makeShp(3, [[Array.from({ length: vertexCount }, (_, i) => [i % 180, i % 90] as const)]]);
  const shx = new Uint8Array(100 + 8 * rowCount);
  shx.set(shp.subarray(0, 100));
  const view = new DataView(shx.buffer);
  view.setInt32(24, shx.length / 2);
  for (let row = 0; row < rowCount; row++) {
    view.setInt32(100 + 8 * row, 50);
    view.setInt32(104 + 8 * row, new DataView(shp.buffer).getInt32(104));
  }
  return { 'one.shp': shp, 'one.shx': shx };
}

test.each<[name: string, content: string | Uint8Array, code: string, message: RegExp]>([
  [
    'lines.dxf',
    dxf(line, groups([0, 'INSERT'], [8, '0'], [2, 'B'], [10, 0], [20, 0], [70, 500], [71, 100], [44, 1], [45, 1])),
    'too-large',
    /^lines\.dxf: expected at most \d+ vertices, found \d+\.$/,
  ],
  [
    'arcs.topojson',
    JSON.stringify({
      type: 'Topology',
      arcs: [arc],
      objects: {
        a: {
          type: 'GeometryCollection',
          geometries: Array.from({ length: 1000 }, () => ({ type: 'LineString', arcs: [0] })),
        },
      },
    }),
    'too-large',
    /^arcs\.topojson: expected at most \d+ vertices, found \d+\.$/,
  ],
  [
    'wide.ods',
    ods(
      '<table:table-row><table:table-cell office:value-type="string" table:number-columns-spanned="2000000000"><text:p>a</text:p></table:table-cell></table:table-row>',
    ),
    'too-large',
    /^wide\.ods, sheet "a": expected at most 1048576 rows and 16384 columns, found row 1, column 2000000000\.$/,
  ],
  [
    'tall.ods',
    ods(
      `<table:table-row table:number-rows-repeated="1048576">${'<table:table-cell office:value-type="string"><text:p>a</text:p></table:table-cell>'.repeat(19)}</table:table-row>`,
    ),
    'too-large',
    /^tall\.ods: expected at most 20\d{5} cells, found \d+\.$/,
  ],
  [
    'elements.kml',
    kml('<a/>'.repeat(4_000_001)),
    'too-large',
    /^elements\.kml: expected at most 4000000 elements, found 4000001\.$/,
  ],
  ['directories.pmtiles', directories(200), 'bad-package', /duplicate directory at byte \d+/],
  [
    'keys.geojson',
    `{"type":"FeatureCollection","features":[${ofEach(7000, (i) => `${i ? ',' : ''}{"type":"Feature","geometry":null,"properties":{"k${i}":1}}`)}]}`,
    'too-large',
    /^keys\.geojson: expected at most 2\d{7} cells, found 2\d{7}\.$/,
  ],
  [
    'keys.gpx',
    `<gpx>${ofEach(6000, (i) => `<wpt lat="1" lon="2"><extensions><k${i}>1</k${i}></extensions></wpt>`)}</gpx>`,
    'too-large',
    /^keys\.gpx: expected at most 2\d{7} cells, found 36000000\.$/,
  ],
  [
    'keys.gml',
    `<w:FeatureCollection xmlns:w="w" xmlns:a="a">${ofEach(7500, (i) => `<w:member><a:f><a:k${i}>1</a:k${i}></a:f></w:member>`)}</w:FeatureCollection>`,
    'too-large',
    /^keys\.gml: expected at most 2\d{7} cells, found 2\d{7}\.$/,
  ],
  [
    'narrow.zip',
    zipSync({ 'narrow.dbf': narrowDbf(2000, 12_000) }),
    'too-large',
    /^narrow\.dbf: expected at most 20\d{6} cells, found 24000000\.$/,
  ],
  [
    'one.zip',
    zipSync(oneLine(20_000, 1000)),
    'too-large',
    /^one\.shp: expected at most 4\d{6} vertices, found 4\d{6}\.$/,
  ],
])('%s is refused with path, limit and found', async (name, content, code, message) => {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const fault = await readFile({ name, bytes }).catch((error: unknown) => error);
  expect(fault).toMatchObject({ code, message: expect.stringMatching(message) });
});

test.each([
  [
    'asks itself',
    'WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT x AS a FROM c',
    'bad-package',
    'a view with an end',
  ],
  [
    'asks itself without the word',
    'WITH c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) AS a FROM (SELECT x FROM c LIMIT 100000000000)',
    'bad-package',
    'a view with an end',
  ],
  [
    'multiplies a table with itself',
    'SELECT count(*) AS a FROM data AS x, data AS y, data AS z',
    'too-large',
    'at most 20000000 reading steps',
  ],
  [
    'multiplies under the name of a small table',
    'SELECT count(*) AS a FROM data AS gpkg_contents, data AS y, data AS z',
    'too-large',
    'at most 20000000 reading steps',
  ],
  ['ends', 'SELECT d.a AS a FROM data AS d JOIN data AS e ON e.fid = d.fid WHERE d.a > 10', 'read', '990'],
])('a view that %s', async (_, view, code, message) => {
  const { Database } = await initSqlJs({ locateFile: () => 'node_modules/sql.js/dist/sql-wasm.wasm' });
  const database = new Database();
  database.exec(
    `CREATE TABLE gpkg_contents (table_name TEXT, data_type TEXT, identifier TEXT, description TEXT);
     INSERT INTO gpkg_contents VALUES ('t', 'attributes', '', '');
     CREATE TABLE data (fid INTEGER PRIMARY KEY, a INTEGER);
     WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 1000) INSERT INTO data SELECT x, x FROM c;
     CREATE VIEW t AS ${view};`,
  );
  const actual = await readFile({ name: 'v.gpkg', bytes: database.export() }).then(
    ({ tables }) => ({ code: 'read', message: String(tables[0]!.rowCount) }),
    (error: unknown) => error,
  );
  expect(actual).toMatchObject({ code, message: expect.stringContaining(message) });
});

test('a budget says what was found, and is not deceived by what is no number', () => {
  const budget = new Budget('a.file', { cells: 10 });
  budget.take('cells', 10);
  expect(budget.taken('cells')).toBe(10);
  expect(() => budget.take('cells')).toThrow('a.file: expected at most 10 cells, found 11.');
  expect(() => budget.take('steps', Number.NaN)).toThrow('a.file: expected at most 20000000 steps, found NaN.');
});

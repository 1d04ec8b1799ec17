import { readFileSync } from 'node:fs';
import { unzipSync, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { diagnosticText } from '../../../../sw/formats/reading/diagnostic.ts';
import type { SourceTable } from '../../../../sw/formats/reading/source-table.ts';
import { readShapefile } from '../../../../sw/formats/shapefile/read-shapefile.ts';
import { makeDbf, makeShp } from '../make-shapefile.ts';

const readBytes = (name: string) => new Uint8Array(readFileSync(new URL(name, import.meta.url)));
const read = async (bytes: Uint8Array): Promise<SourceTable> => (await readShapefile({ name: 'a.zip', bytes }))[0]!;

/** List the first attribute of each row with its point. */
function readRows({ columns, geometry, rowCount }: SourceTable) {
  const { xy, featureOffsets } = geometry!;
  return Array.from({ length: rowCount }, (_, row) => {
    const position = featureOffsets[row]!;
    return [
      columns[0]!.values[row],
      featureOffsets[row + 1]! > position ? [xy[2 * position], xy[2 * position + 1]] : null,
    ];
  });
}
const listTexts = ({ notes }: SourceTable) => notes.map((note) => diagnosticText(note));
const all = [
  ['A', [10, 50]],
  ['B', [11, 51]],
  ['C', [12, 52]],
];
const withoutB = [all[0], ['B', null], all[2]];

// Expected values by ogrinfo of GDAL 3.6.
test.each([
  ['records of old shapes and bytes between records', 'gap.zip', all],
  ['a null shape whose record says more than it has', 'nullpad.zip', withoutB],
  ['records in another order than the table', 'permuted.zip', all],
])('the index leads to the shapes: %s', async (_, name, rows) => {
  const table = await read(readBytes(name));
  expect(readRows(table)).toEqual(rows);
  expect(listTexts(table).filter((text) => text.includes('.shx'))).toEqual([]);
});

test.each([
  ['missing', (_: Uint8Array) => undefined],
  ['cut off', (shx: Uint8Array) => shx.subarray(0, 110)],
  ['of zeros', (shx: Uint8Array) => new Uint8Array(shx.length)],
  ['leading nowhere', (shx: Uint8Array) => shx.slice().fill(0x7f, 100)],
  ['a record short', (shx: Uint8Array) => shorten(shx)],
])('shapes are searched where the index is %s', async (_, change) => {
  for (const [name, rows] of [
    ['gap', all],
    ['nullpad', withoutB],
  ] as const) {
    const { [`${name}.shx`]: shx, ...rest } = unzipSync(readBytes(`${name}.zip`));
    const changed = change(shx!);
    const table = await read(zipSync({ ...rest, ...(changed ? { [`${name}.shx`]: changed } : {}) }));
    expect(readRows(table)).toEqual(rows);
    // Without an index, contiguous records are unambiguous.
    if (changed || name === 'gap') expect(listTexts(table)).toContainEqual(expect.stringContaining('.shx'));
  }
});

/** Shorten an index, as if its writer hadn't finished: valid, but one record short. */
function shorten(shx: Uint8Array): Uint8Array {
  const short = shx.slice(0, -8);
  new DataView(short.buffer).setInt32(24, short.length / 2);
  return short;
}

const points = makeShp(1, [[[[10, 50]]], [[[11, 51]]], [[[12, 52]]]]);
const listNames = (...cells: string[]) => makeDbf([{ name: 'NAME', type: 'C', length: 5, cells }]);

test('a .shp in order needs no .shx and no warning', async () => {
  const table = await read(zipSync({ 'a.shp': points, 'a.dbf': listNames('A', 'B', 'C') }));
  expect(readRows(table)).toEqual(all);
  expect(listTexts(table)).toEqual([]);
});

// ogrinfo of GDAL 3.6 prints two and three of their features.
test.each([
  ['fewer records than shapes', listNames('A', 'B'), 2],
  ['more records than shapes', listNames('A', 'B', 'C', 'D'), 3],
])('%s: what both have is read, and it is said', async (_, dbf, count) => {
  const table = await read(zipSync({ 'a.shp': points, 'a.dbf': dbf }));
  expect(readRows(table)).toEqual(all.slice(0, count));
  expect(listTexts(table)).toContainEqual(
    expect.stringMatching(/^The \.shp has 3 geometries and the \.dbf \d records/),
  );
});

test('records that are deleted in the table take their shapes along', async () => {
  const dbf = makeDbf([{ name: 'NAME', type: 'C', length: 5, cells: ['A', 'B', 'C', 'D'] }], { deleted: [1, 3] });
  expect(readRows(await read(zipSync({ 'a.shp': points, 'a.dbf': dbf })))).toEqual([all[0], all[2]]);
});

test('a shape with a coordinate that is no number is left out, and its row stays', async () => {
  const shp = makeShp(1, [[[[10, 50]]], [[[11, Number.POSITIVE_INFINITY]]], [[[12, 52]]]]);
  const table = await read(zipSync({ 'a.shp': shp, 'a.dbf': listNames('A', 'B', 'C') }));
  expect(readRows(table)).toEqual(withoutB);
  expect(listTexts(table)).toContain('a.shp, record 2: expected finite coordinates, found (11, Infinity).');
});

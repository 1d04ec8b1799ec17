import { readFileSync } from 'node:fs';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { datumShift } from '../../../sw/geometry/datum-shift.ts';
import { readDatums } from '../../../sw/geometry/datums.ts';
import { checkGrid, findGridFiles, readNtv2, setGrids } from '../../../sw/geometry/grids.ts';
import { transformation } from '../../../sw/geometry/project.ts';
import { defineFromTable, readProjectionTable } from '../../../sw/geometry/projection-table.ts';
import { referenceFromWkid, type SpatialReference } from '../../../sw/geometry/spatial-reference.ts';

const readBytes = (path: string): ArrayBuffer => new Uint8Array(readFileSync(new URL(path, import.meta.url))).buffer;
const files = ['grids/little-endian.gsb', 'grids/big-endian.gsb'];
/**
 * Points shifted with these files by PROJ (makers/datum_grid_reference.py); its single precision costs some
 * micrometers.
 */
const judged = JSON.parse(readFileSync(new URL('grids/points.json', import.meta.url), 'utf8')) as {
  points: readonly (readonly [number, number, ...thereAndBack: number[]])[];
  systems: readonly (readonly [number, number, number, number])[];
};
const german: SpatialReference = { type: 'ProjectedCoordinateSystem', WKID: 31467 };
const wgs84 = referenceFromWkid(4326);

beforeAll(() => {
  readDatums(readFileSync('public/datums.json', 'utf8'));
  defineFromTable(german, readProjectionTable(readFileSync('public/epsg.json', 'utf8')));
});
afterEach(() => setGrids([]));

const metres = ([x, y]: Float64Array, u: number, v: number): number =>
  Math.hypot((x! - u) * Math.cos((v * Math.PI) / 180), y! - v) * 111_320;

test.each(files)('%s moves every point as PROJ does, there and back, in the finest part that has it', (file) => {
  const grid = readNtv2(readBytes(file), file);
  expect(judged.points.length).toBeGreaterThan(90);
  for (const [x, y, thereX, thereY, backX, backY] of judged.points) {
    const there = Float64Array.of(x, y);
    const back = Float64Array.of(x, y);
    expect(grid.move(there, 0, false) && grid.move(back, 0, true)).toBe(true);
    expect(metres(there, thereX!, thereY!)).toBeLessThan(1e-5);
    expect(metres(back, backX!, backY!)).toBeLessThan(1e-5);
  }
  const outside = Float64Array.of(12, 50);
  expect(grid.move(outside, 0, false)).toBe(false);
  expect([...outside]).toEqual([12, 50]);
});

test('a grid that comes makes positions right at once, and one that goes leaves them as before', () => {
  const error = (): number =>
    Math.max(
      ...judged.systems.map(([x, y, longitude, latitude]) => {
        const way = transformation(german, wgs84)!;
        const xy = Float64Array.of(x, y);
        way.forward(xy);
        const there = metres(xy, longitude, latitude);
        way.inverse(xy);
        expect(Math.hypot(xy[0]! - x, xy[1]! - y)).toBeLessThan(1e-3);
        return there;
      }),
    );
  const before = error();
  expect(before).toBeGreaterThan(0.1);
  setGrids([{ name: 'beta2007.GSB', bytes: readBytes(files[0]!) }]);
  expect(error()).toBeLessThan(1e-5);
  // Berlin is outside this part of the grid, so the mean shift applies.
  const berlin = Float64Array.of(13.4, 52.5);
  transformation(german, wgs84)!.inverse(berlin);
  setGrids([]);
  expect(error()).toBe(before);
  const mean = Float64Array.of(13.4, 52.5);
  transformation(german, wgs84)!.inverse(mean);
  expect([...berlin]).toEqual([...mean]);
});

test('a transformation that is asked for by number needs its grid, and uses it', () => {
  const ask = () => datumShift({ WKID: 15948 }, 'here')!;
  expect(ask).toThrow('BETA2007.gsb');
  setGrids([{ name: 'BETA2007.gsb', bytes: readBytes(files[1]!) }]);
  const [x, y, thereX, thereY] = judged.points[0]!;
  const xy = Float64Array.of(x, y);
  ask().forward(xy, 0, 2);
  expect(metres(xy, thereX!, thereY!)).toBeLessThan(1e-5);
  ask().inverse(xy, 0, 2);
  expect(metres(xy, x, y)).toBeLessThan(1e-5);
});

test('grids that Esri names without an ending are files of NTv2', () => {
  expect(() => datumShift({ WKID: 108068 }, 'here')).toThrow('PENR2009.gsb');
  expect(findGridFiles(6230)).toContainEqual([[['PENR2009.gsb', 1]], false, 0.9]);
  // The omitted grid converts OSGB36 to the datum of a railway, not to WGS 84.
  expect(findGridFiles(6277).flatMap(([files]) => files.map(([file]) => file))).not.toContain('osgb36_xrail84.gsb');
});

test('no grid leads away from WGS 84 or ETRS89', () => {
  expect(findGridFiles(6326)).toEqual([]);
  expect(findGridFiles(6258)).toEqual([]);
  expect(findGridFiles(6314).length).toBeGreaterThan(3);
});

const damaged: readonly (readonly [string, (bytes: Uint8Array, view: DataView) => Uint8Array | undefined, RegExp])[] = [
  ['is cut off', (bytes) => bytes.slice(0, 600), /byte \d+: expected \d+ bytes of nodes, found \d+/],
  ['is empty', () => new Uint8Array(), /expected a header of 176 bytes, found 0/],
  ['is another file', (bytes) => void bytes.fill(65, 0, 8), /expected "NUM_OREC" \(NTv2\), found "AAAAAAAA"/],
  ['has no parts', (_, view) => view.setInt32(40, 0, true) as undefined, /expected 1 to 1000 parts, found 0/],
  ['has too few parts', (_, view) => view.setInt32(40, 4, true) as undefined, /expected part 4 of 4/],
  [
    'has steps of nothing',
    (_, view) => view.setFloat64(18 * 16 + 16 + 8, 0, true) as undefined,
    /expected .* nodes, found /,
  ],
  ['counts in degrees', (bytes) => void bytes.fill(68, 56, 64), /expected "SECONDS"/],
];
test.each(damaged)('a grid that %s is refused with its reason', (_, damage, says) => {
  const bytes = new Uint8Array(readBytes(files[0]!));
  const remaining = damage(bytes, new DataView(bytes.buffer)) ?? bytes;
  const check = () => checkGrid(remaining.buffer as ArrayBuffer, 'BETA2007.gsb');
  expect(check).toThrow(expect.objectContaining({ code: 'bad-value' }));
  expect(check).toThrow(says);
});

test('a grid of a name that no transformation uses is refused: it would never be used', () => {
  expect(() => checkGrid(readBytes(files[0]!), 'mine.gsb')).toThrow('such as BETA2007.gsb, found "mine.gsb"');
  expect(() => checkGrid(readBytes(files[0]!), 'Beta2007.gsb')).not.toThrow();
});

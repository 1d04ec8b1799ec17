import { describe, expect, test } from 'vitest';
import {
  findBoxCopies,
  findWorldOffsets,
  splitBoxAtDateLine,
  unwrapEast,
} from '../../../sw/geometry/date-line/around-world.ts';
import type { Extent } from '../../../sw/geometry/extent.ts';
import { transformation } from '../../../sw/geometry/project.ts';
import { getUnits, referenceFromWkid, type SpatialReference } from '../../../sw/geometry/spatial-reference.ts';

const degrees = referenceFromWkid(4326);
const mercator = referenceFromWkid(102100);
const utm = referenceFromWkid(32760);
const half = 20037508.342789244;
const geographic =
  'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]';
const wkt = (projection: string, parameters: Record<string, number>, unit: string): SpatialReference => ({
  type: 'ProjectedCoordinateSystem',
  WKT: `PROJCS["X",${geographic},PROJECTION["${projection}"],${Object.entries(parameters)
    .map(([name, value]) => `PARAMETER["${name}",${value}],`)
    .join('')}UNIT[${unit}]]`,
});
const origin = { False_Easting: 0, False_Northing: 0 };
/** The WKT that Esri's SDK writes for a view in degrees across the antimeridian. */
const plateCarree = wkt('Plate_Carree', { ...origin, Central_Meridian: 180 }, '"Degrees",111319.491');

describe('equidistant cylinders are those of PROJ 9.1', () => {
  test.each([
    [plateCarree, [-170, 10], [9.99999998142944, 9.99999998142945]],
    [plateCarree, [170, -20], [-9.99999998142944, -19.9999999628589]],
    // At the poles the library jumps to the opposite one.
    [plateCarree, [-170, -90], [9.99999998142944, -89.999999832865]],
    [referenceFromWkid(4087), [20, 90], [2226389.81586547, 10018754.1713946]],
    [
      wkt(
        'Equidistant_Cylindrical',
        { False_Easting: 500000, False_Northing: 0, Central_Meridian: -160, Standard_Parallel_1: 60 },
        '"Meter",1',
      ),
      [170, -20],
      [-1169792.3618991, -2226389.81586547],
    ],
    [
      wkt(
        'Equirectangular',
        { standard_parallel_1: 30, central_meridian: 150, false_easting: 0, false_northing: 1000 },
        '"metre",1',
      ),
      [7, 46.9],
      [-13785987.4957552, 5221884.11820453],
    ],
  ])('%#', (reference, [x, y], [expectedX, expectedY]) => {
    const way = transformation(degrees, reference)!;
    const xy = Float64Array.of(x!, y!);
    way.forward(xy);
    expect(xy[0]).toBeCloseTo(expectedX!, 6);
    expect(xy[1]).toBeCloseTo(expectedY!, 4);
    way.inverse(xy);
    expect(xy[0]).toBeCloseTo(x!, 9);
    expect(xy[1]).toBeCloseTo(y!, 9);
  });

  test('a unit as long as a degree is one', () => {
    expect(getUnits(plateCarree)).toBe('gisDecimalDegrees');
  });
});

test.each([
  [degrees, [170, 0, -170, 1], [170, 0, 190, 1]],
  [degrees, [-20, 0, 20, 1], [-20, 0, 20, 1]],
  [mercator, [half - 5, 0, 5 - half, 1], [half - 5, 0, half + 5, 1]],
  // In other systems x doesn't wrap around.
  [utm, [10, 0, -10, 1], [10, 0, -10, 1]],
])('the east of a box is right of its west: %#', (reference, extent, expected) => {
  unwrapEast(extent as unknown as Extent, reference).forEach((value, i) => {
    expect(value).toBeCloseTo(expected[i]!, 6);
  });
});

const sides = (boxes: readonly Extent[]) => boxes.map(([xmin, , xmax]) => [xmin, xmax]);

test.each([
  [[-20, 20], undefined, [[-20, 20]]],
  [
    [170, 190],
    undefined,
    [
      [-190, -170],
      [170, 190],
    ],
  ],
  [[185, 190], undefined, [[-175, -170]]],
  [
    [-545, -535],
    undefined,
    [
      [175, 185],
      [-185, -175],
    ],
  ],
  // Data from 0° to 360°.
  [
    [-175, -170],
    [0, 360],
    [
      [-175, -170],
      [185, 190],
    ],
  ],
  [
    [185, 190],
    [0, 360],
    [
      [-175, -170],
      [185, 190],
    ],
  ],
  [[-180, 180], undefined, [[-180, 180]]],
  [[-300, 300], undefined, [[-300, 300]]],
  [[180, 180], undefined, [[180, 180]]],
  [[0, 360], undefined, [[-180, 360]]],
])('a box %j is searched in data of %j', ([xmin, xmax], data, expected) => {
  const stored: Extent | undefined = data ? [data[0]!, -90, data[1]!, 90] : undefined;
  const actual = sides(findBoxCopies([xmin!, 0, xmax!, 1], degrees, stored));
  expect(actual.sort((a, b) => a[0]! - b[0]!)).toEqual([...expected].sort((a, b) => a[0]! - b[0]!));
});

test.each([
  [
    degrees,
    [170, 190],
    [
      [170, 180],
      [-180, -170],
    ],
  ],
  [
    degrees,
    [-190, 170],
    [
      [170, 180],
      [-180, 170],
    ],
  ],
  [degrees, [10, 20], [[10, 20]]],
  [
    mercator,
    [half - 5, half + 5],
    [
      [half - 5, half],
      [-half, 5 - half],
    ],
  ],
  // Here the antimeridian is in the middle.
  [
    plateCarree,
    [-10, 10],
    [
      [-10, 0],
      [-360, -350],
    ],
  ],
  [utm, [-10, 10], [[-10, 10]]],
])('a box is parted at the date line: %#', (reference, [xmin, xmax], expected) => {
  const actual = sides(splitBoxAtDateLine([xmin!, 0, xmax!, 1], reference));
  expect(actual).toHaveLength(expected.length);
  actual.flat().forEach((value, i) => {
    expect(value).toBeCloseTo(expected.flat()[i]!, 3);
  });
});

test.each([
  [degrees, [-180, 180], [0]],
  [degrees, [170, 190], [0, 360]],
  [degrees, [-190, -170], [-360, 0]],
  [degrees, [0, 360], [0, 360]],
  [degrees, [200, 220], [360]],
  [mercator, [half - 1000, half + 1000], [0, 2 * half]],
  // Anything wider than the world is shown once.
  [degrees, [-200, 200], [0]],
  [plateCarree, [-20, 20], [0]],
  [utm, [-1e9, 1e9], [0]],
])('turns of the world in a view: %#', (reference, [xmin, xmax], expected) => {
  const actual = findWorldOffsets([xmin!, -1, xmax!, 1], reference);
  expect(actual).toHaveLength(expected.length);
  actual.forEach((turn, i) => {
    expect(turn).toBeCloseTo(expected[i]!, 6);
  });
});

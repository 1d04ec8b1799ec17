import { expect, test } from 'vitest';
import type { Value } from '../../../sw/contract/index.ts';
import { distanceTo, nearestFirst } from '../../../sw/geometry/lengths/shape-distance.ts';

type Shape = Value<'Geometry'>;
const points = (...flat: number[]) =>
  Array.from({ length: flat.length / 2 }, (_, i) => ({ type: 'PointN', X: flat[2 * i], Y: flat[2 * i + 1] }));
const point = (X: number, Y: number) => ({ type: 'PointN', X, Y }) as Shape;
const line = (...flat: number[]) =>
  ({ type: 'PolylineN', PathArray: [{ PointArray: points(...flat) }] }) as unknown as Shape;
const area = (...rings: number[][]) =>
  ({ type: 'PolygonN', RingArray: rings.map((ring) => ({ PointArray: points(...ring) })) }) as unknown as Shape;
const square = (x: number, y: number, size: number) => [x, y, x, y + size, x + size, y + size, x + size, y, x, y];

/** Expected: `Geometry.distance` of shapely 1.8 (GEOS 3.11) from the point (2, 1). */
test.each([
  ['a point', point(5, 5), 5],
  ['several points', { type: 'MultipointN', PointArray: points(9, 9, 2, 3) } as unknown as Shape, 2],
  ['the middle of a line', line(0, 0, 4, 4), Math.SQRT1_2],
  ['beyond the end of a line', line(-5, 1, 0, 1), 2],
  ['a line of one place', line(2, 4, 2, 4), 3],
  ['an area around it', area(square(0, 0, 4)), 0],
  ['an area beside it', area(square(4, 0, 2)), 2],
  ['the hole of an area', area(square(0, -1, 8), [1, 0, 7, 0, 7, 6, 1, 6, 1, 0]), 1],
  ['an island in the hole of an area', area(square(-9, -9, 30), square(0, 0, 9), square(1, 0, 3)), 0],
  ['nothing', { type: 'MultipointN', PointArray: [] } as unknown as Shape, Number.POSITIVE_INFINITY],
])('the distance to %s', (_, shape, expected) => {
  expect(distanceTo(shape, [2, 1])).toBeCloseTo(expected, 12);
});

const named = (name: string, shape?: Shape) => ({ name, shape });
const order = (actual: readonly { name: string; shape: Shape | undefined }[]) =>
  nearestFirst(actual, [2, 1]).map(({ name }) => name);

test('the nearest of points and lines is the first', () => {
  const far = named('far', point(2, 9));
  expect(order([far, named('near', point(2, 2)), named('path', line(0, 3, 9, 3))])).toEqual(['near', 'path', 'far']);
});

test('an area that contains the place is before its neighbours', () => {
  const neighbors = [named('right', area(square(3, 0, 4))), named('below', area(square(0, -4.5, 4)))];
  expect(order([...neighbors, named('around', area(square(0, 0, 3)))])).toEqual(['around', 'right', 'below']);
});

test('a point over an area is before it, one that the area covers is after it', () => {
  const [over, around] = [named('over', point(5, 1)), named('around', area(square(0, 0, 3)))];
  expect(order([over, around, named('covered', point(2, 1))])).toEqual(['over', 'around', 'covered']);
  expect(order([named('beside', area(square(4, 0, 1))), over])).toEqual(['over', 'beside']);
});

test('a raster is around every place', () => {
  expect(order([named('raster'), named('covered', point(2, 1)), named('beside', area(square(4, 0, 1)))])).toEqual([
    'raster',
    'covered',
    'beside',
  ]);
});

import { describe, expect, test } from 'vitest';
import { geodesicDistance, geodesicRing } from '../../../sw/geometry/geodesic.ts';
import { polygonArea, ringArea, ringsCentroid } from '../../../sw/geometry/measure.ts';
import { singleGeometry } from '../../../sw/geometry/single-geometry.ts';

/** A square of 10 with a hole of 2 in the middle, exterior clockwise. */
const rings = Float64Array.of(0, 0, 0, 10, 10, 10, 10, 0, 0, 0, 4, 4, 6, 4, 6, 6, 4, 6, 4, 4);
const offsets = Int32Array.of(0, 5, 10);

describe('centroids are those of GEOS 3.11 (shapely 1.8)', () => {
  const holed = [
    [0, 0, 4, 9, 10, 7, 7, 1, 0, 0],
    [3, 3, 6, 3, 5, 5, 3, 3],
  ];
  // Exterior rings are clockwise, like in stored tables.
  const second = [20, -5, 22, -2, 26, -3, 26, -5, 20, -5];
  const moveRing = (ring: number[]) => ring.map((value, i) => value + (i % 2 === 0 ? 4_500_000 : 5_600_000));
  test.each([
    ['with a hole', holed, [5.077192982456141, 4.343859649122807]],
    ['of two parts', [...holed, second], [8.988980716253444, 2.5950413223140494]],
    ['far from the origin', [...holed, second].map(moveRing), [4500008.988980716, 5600002.5950413225]],
    ['without an area', [[1, 1, 5, 1, 9, 1, 1, 1]], [5, 1]],
    ['of a slanting line', [[1, 1, 3, 5, 5, 9, 1, 1]], [3, 5]],
    ['of one place', [[2, 3, 2, 3, 2, 3, 2, 3]], [2, 3]],
  ])('%s', (_, parts, [x, y]) => {
    const { xy, partOffsets } = singleGeometry('polygon', parts);
    const [actualX, actualY] = ringsCentroid(xy, partOffsets);
    expect(actualX).toBeCloseTo(x!, 8);
    expect(actualY).toBeCloseTo(y!, 8);
  });
});

describe('on the spheroid', () => {
  test('distances are those of the literature', () => {
    // Karney 2013: JFK 40.6 N 73.8 W to LHR 51.6 N 0.5 W is 5551.759400 km.
    expect(geodesicDistance([-73.8, 40.6], [-0.5, 51.6])).toBeCloseTo(5551759.4, 0);
    expect(geodesicDistance([0, 0], [1, 0])).toBeCloseTo(111319.4908, 3);
    // Nearly antipodal points, for which older formulas don't converge.
    expect(geodesicDistance([0, 0.5], [179.7, -0.5])).toBeGreaterThan(19.9e6);
  });
});

describe('rings on the spheroid', () => {
  test.each([
    // Longitude first; perimeter in m and area in m² from the tests of Planimeter, GeographicLib.
    [
      'around the pole',
      [
        [0, 89],
        [90, 89],
        [180, 89],
        [270, 89],
      ],
      631819.8745,
      24952305678,
    ],
    [
      'over the equator',
      [
        [-1, 0],
        [0, -1],
        [1, 0],
        [0, 1],
      ],
      627598.2731,
      24619419146,
    ],
    [
      'of a quarter',
      [
        [0, 90],
        [0, 0],
        [90, 0],
      ],
      30022685,
      63758202715511,
    ],
  ] as const)('%s have the published area and perimeter, in either turn', (_, ring, perimeterM, areaM2) => {
    for (const entry of [ring, ring.toReversed()]) {
      const actual = geodesicRing(entry as unknown as [number, number][]);
      expect(actual.perimeterM / perimeterM).toBeCloseTo(1, 7);
      expect(actual.areaM2 / areaM2).toBeCloseTo(1, 7);
    }
  });
});

describe('in the plane', () => {
  test('areas have the sign of their turn and holes are taken away', () => {
    expect(ringArea(rings, 0, 5)).toBe(-100);
    expect(ringArea(rings, 5, 10)).toBe(4);
    expect(polygonArea(rings, offsets, 0, 2)).toBe(96);
  });
});

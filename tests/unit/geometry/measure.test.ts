import { describe, expect, test } from 'vitest';
import { geodesicDistance } from '../../../sw/geometry/geodesic.ts';
import { polygonArea, ringArea } from '../../../sw/geometry/measure.ts';

/** A square of 10 with a hole of 2 in its middle, exterior clockwise. */
const rings = Float64Array.of(0, 0, 0, 10, 10, 10, 10, 0, 0, 0, 4, 4, 6, 4, 6, 6, 4, 6, 4, 4);
const offsets = Int32Array.of(0, 5, 10);

describe('on the spheroid', () => {
  test('distances are those of the literature', () => {
    // Karney 2013: JFK 40.6 N 73.8 W to LHR 51.6 N 0.5 W is 5551.759400 km.
    expect(geodesicDistance([-73.8, 40.6], [-0.5, 51.6])).toBeCloseTo(5551759.4, 0);
    expect(geodesicDistance([0, 0], [1, 0])).toBeCloseTo(111319.4908, 3);
    // Nearly opposite points, where older formulas do not end.
    expect(geodesicDistance([0, 0.5], [179.7, -0.5])).toBeGreaterThan(19.9e6);
  });
});

describe('in the plane', () => {
  test('areas have the sign of their turn and holes are taken away', () => {
    expect(ringArea(rings, 0, 5)).toBe(-100);
    expect(ringArea(rings, 5, 10)).toBe(4);
    expect(polygonArea(rings, offsets, 0, 2)).toBe(96);
  });
});

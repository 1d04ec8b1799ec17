import { describe, expect, test } from 'vitest';
import { geodesicDistance } from '../../../sw/geometry/geodesic.ts';
import { pathLength, pointInRings, polygonArea, ringArea } from '../../../sw/geometry/measure.ts';
import { random } from './random.ts';

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
    expect(pathLength(rings, 0, 5)).toBe(40);
  });

  test('a point is inside by the even-odd rule, and on a shared edge inside of one neighbour', () => {
    const inside = (x: number, y: number) => pointInRings(x, y, rings, offsets, 0, 2);
    expect([inside(1, 1), inside(5, 5), inside(11, 5), inside(-1, 10)]).toEqual([true, false, false, false]);
    const left = Float64Array.of(0, 0, 1, 9, 5, 7, 3, 1, 0, 0);
    const right = Float64Array.of(5, 7, 9, 4, 3, 1, 5, 7);
    const next = random(5);
    for (let i = 0; i < 500; i++) {
      const t = next();
      const [x, y] = [3 + 2 * t, 1 + 6 * t];
      const both = [left, right].map((ring) => pointInRings(x, y, ring, Int32Array.of(0, ring.length / 2), 0, 1));
      expect(both[0]).not.toBe(both[1]);
    }
  });
});

import { expect, test } from 'vitest';
import { cutLine, cutRing } from '../../../sw/draw/layer/cut-pixels.ts';
import { copyInside } from '../../../sw/draw/layer/shapes.ts';
import { snapPath } from '../../../sw/draw/layer/snap.ts';

const identity = [1, 0, 0, 1, 0, 0] as const;
const snap = (...xy: number[]) => {
  const out = new Float64Array(xy.length);
  return [...out.subarray(0, 2 * snapPath(Float64Array.from(xy), 0, xy.length / 2, identity, 1, out))];
};

test('snapping leaves out what stays in a pixel or on a line, and points without an image', () => {
  expect(snap(0.1, 0.1, 0.9, 0.2, 1.5, 0.5, 7.2, 0.9, 7.2, 3)).toEqual([0.5, 0.5, 7.5, 0.5, 7.5, 3.5]);
  expect(snap(0, 0, 5, 0, 2, 0)).toEqual([0.5, 0.5, 5.5, 0.5, 2.5, 0.5]);
  expect(snap(Number.NaN, 0, 1, 1, Infinity, 0, 3, 3)).toEqual([1.5, 1.5, 3.5, 3.5]);
});

const window = [0, 0, 10, 10] as const;
const inside = (...xy: number[]) => {
  const out = new Float64Array(xy.length);
  return [...out.subarray(0, 2 * copyInside(Float64Array.from(xy), 0, xy.length / 2, window, out))];
};

test('runs outside one side shrink to their ends', () => {
  expect(inside(-5, 5, -6, 5, -7, 6, -8, 7, 5, 5)).toEqual([-5, 5, -8, 7, 5, 5]);
  expect(inside(-5, 5, -6, 90, -7, -6)).toEqual([]);
  // Around a corner: outside to the left, then above, then back into the window.
  expect(inside(-5, 5, -5, 20, 5, 20, 5, 5)).toEqual([-5, 5, -5, 20, 5, 20, 5, 5]);
});

test('the area seen through the window stays the same', () => {
  // Scale stars around the window, clip them to it and compare areas.
  let seed = 7;
  const random = () => {
    seed = (seed * 16807) % 2147483647;
    return seed / 2147483647;
  };
  for (let n = 0; n < 200; n++) {
    const ring: number[] = [];
    for (let i = 0; i < 24; i++) {
      const far = 1 + 30 * random();
      ring.push(4 + far * Math.cos(i / 3.82), 6 + far * Math.sin(i / 3.82));
    }
    const shrunk = Float64Array.from(inside(...ring, ring[0]!, ring[1]!));
    const whole = computeArea(cutRing(Float64Array.from(ring), 24, window));
    expect(computeArea(cutRing(shrunk, shrunk.length / 2, window))).toBeCloseTo(whole, 9);
  }
});

test('a ring around the window becomes the window, one beside it nothing', () => {
  const around = Float64Array.of(-9, -9, 20, -9, 20, 20, -9, 20);
  expect(Math.abs(computeArea(cutRing(around, 4, window)))).toBe(100);
  expect(cutRing(Float64Array.of(20, 0, 30, 0, 30, 5), 3, window)).toHaveLength(0);
});

test('a line is cut into the pieces that are seen', () => {
  const pieces: number[][] = [];
  const line = Float64Array.of(-5, 5, 15, 5, 15, 8, 5, 8, 5, 20);
  cutLine(line, 5, window, (piece) => pieces.push(piece));
  expect(pieces).toEqual([
    [0, 5, 10, 5],
    [10, 8, 5, 8, 5, 10],
  ]);
});

function computeArea(ring: Float64Array): number {
  let area = 0;
  for (let i = 0; i < ring.length; i += 2) {
    const j = (i + 2) % ring.length;
    area += ring[i]! * ring[j + 1]! - ring[j]! * ring[i + 1]!;
  }
  return area / 2;
}

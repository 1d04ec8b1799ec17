import { describe, expect, test } from 'vitest';
import { clipPaths, clipRings } from '../../../sw/geometry/clip.ts';
import type { Extent } from '../../../sw/geometry/extent.ts';
import { clearPaths, type PathBuffer, pathBuffer } from '../../../sw/geometry/flat-geometry.ts';
import { polygonArea } from '../../../sw/geometry/measure.ts';
import { pointInRings } from './point-in-rings.ts';
import { random } from './random.ts';

const box: Extent = [0, 0, 10, 10];
const parts = (out: PathBuffer) =>
  Array.from({ length: out.partCount }, (_, part) => [
    ...out.xy.subarray(2 * out.partOffsets[part]!, 2 * out.partOffsets[part + 1]!),
  ]);
const clipPath = (clip: typeof clipRings, ...coordinates: number[]) => {
  const out = pathBuffer(1, 1);
  clip(Float64Array.from(coordinates), Int32Array.of(0, coordinates.length / 2), 0, 1, box, out);
  return parts(out);
};

describe('rings', () => {
  test('inside stay, outside vanish, across are cut and closed', () => {
    expect(clipPath(clipRings, 1, 1, 1, 2, 2, 2, 1, 1)).toEqual([[1, 1, 1, 2, 2, 2, 1, 1]]);
    expect(clipPath(clipRings, 11, 1, 11, 2, 12, 2, 11, 1)).toEqual([]);
    const [ring] = clipPath(clipRings, 5, 2, 5, 4, 15, 4, 15, 2, 5, 2);
    expect(polygonArea(Float64Array.from(ring!), Int32Array.of(0, ring!.length / 2), 0, 1)).toBe(10);
    expect(ring!.slice(0, 2)).toEqual(ring!.slice(-2));
  });

  test('around the rectangle become the rectangle', () => {
    const [ring] = clipPath(clipRings, -100, -100, -100, 200, 200, 200, 200, -100, -100, -100);
    expect(polygonArea(Float64Array.from(ring!), Int32Array.of(0, ring!.length / 2), 0, 1)).toBe(100);
  });

  test('with broken vertices keep the rest', () => {
    expect(clipPath(clipRings, 1, 1, 1, 2, Number.NaN, Number.NaN, 2, 2, 1, 1)).toEqual([[1, 1, 1, 2, 2, 2, 1, 1]]);
    expect(clipPath(clipRings, Number.NaN, 1, Number.NaN, 2, 3, Number.NaN)).toEqual([]);
  });

  test('never gain area, and keep what is inside', () => {
    const next = random(21);
    const out = pathBuffer();
    for (let i = 0; i < 400; i++) {
      const count = 3 + Math.floor(next() * 30);
      const ring = new Float64Array(2 * count + 2);
      // A star around a center: simple, with rays through every side.
      const [cx, cy] = [next() * 14 - 2, next() * 14 - 2];
      for (let v = 0; v < count; v++) {
        const radius = next() * 12;
        ring[2 * v] = cx + radius * Math.cos((2 * Math.PI * v) / count);
        ring[2 * v + 1] = cy + radius * Math.sin((2 * Math.PI * v) / count);
      }
      ring.copyWithin(2 * count, 0, 2);
      const offsets = Int32Array.of(0, count + 1);
      clearPaths(out);
      clipRings(ring, offsets, 0, 1, box, out);
      const area = polygonArea(out.xy, out.partOffsets, 0, out.partCount);
      expect(area).toBeLessThanOrEqual(Math.min(100, polygonArea(ring, offsets, 0, 1)) + 1e-9);
      for (let v = 0; v < 2 * out.vertexCount; v++) expect(out.xy[v]! >= -1e-9 && out.xy[v]! <= 10 + 1e-9).toBe(true);
      for (let p = 0; p < 20; p++) {
        const [x, y] = [next() * 10, next() * 10];
        const isInClipped = pointInRings(x, y, out.xy, out.partOffsets, 0, out.partCount);
        expect(isInClipped).toBe(pointInRings(x, y, ring, offsets, 0, 1));
      }
    }
  });
});

describe('paths', () => {
  test('are cut into the pieces inside', () => {
    expect(clipPath(clipPaths, -5, 5, 15, 5)).toEqual([[0, 5, 10, 5]]);
    expect(clipPath(clipPaths, 5, 5, 15, 5, 15, 8, 5, 8)).toEqual([
      [5, 5, 10, 5],
      [10, 8, 5, 8],
    ]);
    expect(clipPath(clipPaths, 1, 1, 2, 2, 3, 1)).toEqual([[1, 1, 2, 2, 3, 1]]);
    expect(clipPath(clipPaths, -1, 5, 5, 11)).toEqual([[0, 6, 4, 10]]);
    expect(clipPath(clipPaths, -5, 8, 5, 18)).toEqual([]);
    expect(clipPath(clipPaths, 11, 0, 11, 10)).toEqual([]);
  });

  test('and rings of one vertex are kept inside', () => {
    expect([clipPath(clipPaths, 3, 4), clipPath(clipRings, 3, 4)]).toEqual([[[3, 4]], [[3, 4]]]);
    expect([clipPath(clipPaths, 3, 14), clipPath(clipRings, 3, 14)]).toEqual([[], []]);
    // A ring without area, from outside to outside.
    expect(clipPath(clipRings, -5, 5, 15, 5, -5, 5)[0]!.filter((_, i) => i % 2 === 0)).toContain(10);
  });

  test('break at vertices that are not finite', () => {
    expect(clipPath(clipPaths, 1, 1, 2, 2, Number.NaN, 3, 4, 4, 5, 5)).toEqual([
      [1, 1, 2, 2],
      [4, 4, 5, 5],
    ]);
    expect(clipPath(clipPaths, 1, 1, Number.POSITIVE_INFINITY, 1)).toEqual([]);
  });

  test('have the length of the parts inside', () => {
    const next = random(4);
    for (let i = 0; i < 300; i++) {
      const path = Array.from({ length: 20 }, () => next() * 30 - 10);
      const length = (list: number[][]) =>
        list.reduce((sum, p) => {
          for (let k = 2; k < p.length; k += 2) sum += Math.hypot(p[k]! - p[k - 2]!, p[k + 1]! - p[k - 1]!);
          return sum;
        }, 0);
      let sampled = 0;
      for (let k = 2; k < 20; k += 2) {
        const step = Math.hypot(path[k]! - path[k - 2]!, path[k + 1]! - path[k - 1]!) / 2000;
        for (let s = 0.5; s < 2000; s++) {
          const x = path[k - 2]! + ((path[k]! - path[k - 2]!) * s) / 2000;
          const y = path[k - 1]! + ((path[k + 1]! - path[k - 1]!) * s) / 2000;
          if (x >= 0 && x <= 10 && y >= 0 && y <= 10) sampled += step;
        }
      }
      expect(Math.abs(length(clipPath(clipPaths, ...path)) - sampled)).toBeLessThan(0.2);
    }
  });
});

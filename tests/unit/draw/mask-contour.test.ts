import { expect, test } from 'vitest';
import { maskContour } from '../../../sw/draw/surface/mask-contour.ts';
import type { PixelPaths } from '../../../sw/draw/surface/pixel-paths.ts';

/** Make a mask whose alpha is each pixel's coverage by a shape, from 16 x 16 samples. */
function makeMask(size: number, isInside: (x: number, y: number) => boolean): Uint8ClampedArray {
  const rgba = new Uint8ClampedArray(4 * size * size);
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      let hits = 0;
      for (let i = 0; i < 256; i++)
        if (isInside(x + ((i % 16) + 0.5) / 16, y + (Math.floor(i / 16) + 0.5) / 16)) hits++;
      rgba[4 * (y * size + x) + 3] = Math.round((255 * hits) / 256);
    }
  }
  return rgba;
}

function areas(paths: PixelPaths): number[] {
  const results: number[] = [];
  let first = 0;
  for (let part = 0; part < paths.partCount; part++) {
    const end = paths.partEnds[part]!;
    let area = 0;
    for (let v = first; v < end; v++) {
      const w = v + 1 === end ? first : v + 1;
      area += paths.xy[2 * v]! * paths.xy[2 * w + 1]! - paths.xy[2 * w]! * paths.xy[2 * v + 1]!;
    }
    results.push(area / 2);
    first = end;
  }
  return results;
}

test('a circle keeps its size to a tenth of a pixel', () => {
  const paths = maskContour(
    makeMask(60, (x, y) => Math.hypot(x - 30.3, y - 29.6) < 20),
    60,
    60,
  );
  expect(paths.partCount).toBe(1);
  for (let v = 0; v < paths.vertexCount; v++) {
    expect(Math.hypot(paths.xy[2 * v]! - 30.3, paths.xy[2 * v + 1]! - 29.6)).toBeCloseTo(20, 0.6);
  }
  expect(Math.abs(areas(paths)[0]!)).toBeCloseTo(Math.PI * 400, -0.7);
});

test('a hole runs against its shell', () => {
  const paths = maskContour(
    makeMask(40, (x, y) => Math.abs(Math.hypot(x - 20, y - 20) - 12) < 4),
    40,
    40,
  );
  const [outer, inner] = areas(paths);
  expect(paths.partCount).toBe(2);
  expect(Math.sign(outer!)).toBe(-Math.sign(inner!));
});

test('what touches the edge of the mask is closed there, and nothing makes no ring', () => {
  const paths = maskContour(
    makeMask(10, (x) => x > 4),
    10,
    10,
  );
  expect(paths.partCount).toBe(1);
  expect(Math.min(...paths.xy.filter((_, i) => i % 2 === 0 && i < 2 * paths.vertexCount))).toBeCloseTo(4, 1);
  expect(maskContour(new Uint8ClampedArray(400), 10, 10).featureCount).toBe(0);
});

test('corners that meet diagonally make rings that all close', () => {
  const paths = maskContour(
    makeMask(20, (x, y) => (Math.floor(x / 3) + Math.floor(y / 3)) % 2 === 0),
    20,
    20,
  );
  expect(paths.partCount).toBeGreaterThan(1);
  expect(areas(paths).every((area) => area !== 0)).toBe(true);
});

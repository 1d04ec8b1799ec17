import { expect, test } from 'vitest';
import { type SingleGeometry, singleGeometry } from '../../../../sw/geometry/single-geometry.ts';
import { withoutCrossings } from '../../../../sw/rows/relate/even-odd.ts';
import { relateMatrix } from '../../../../sw/rows/relate/relate.ts';
import { prepareSide } from '../../../../sw/rows/relate/side.ts';
import { runAtOnce } from '../../../../sw/scheduler.ts';
import { random } from '../../geometry/random.ts';
import { matrixOfJts } from './to-jts.ts';

const matrix = (a: SingleGeometry, b: SingleGeometry): string =>
  runAtOnce(relateMatrix(runAtOnce(prepareSide(a)), runAtOnce(prepareSide(b))));
const turn = (m: string): string => [0, 3, 6, 1, 4, 7, 2, 5, 8].map((i) => m[i]).join('');
const polygon = (...rings: number[][]): SingleGeometry => singleGeometry('polygon', rings);
const line = (...paths: number[][]): SingleGeometry => singleGeometry('polyline', paths);
const points = (...places: number[][]): SingleGeometry => singleGeometry('multipoint', places);

/** Resolve crossings first, because the expected matrix is unreliable if three lines cross in one rounded point. */
test('polygons of rings that crossed have the matrix that RelateOp makes', () => {
  const next = random(11);
  for (let i = 0; i < 600; i++) {
    const size = 3 + (i % 20);
    const nextPoint = (): number[] => [Math.floor(next() * size), Math.floor(next() * size)];
    const made = (): SingleGeometry => {
      const rings = Array.from({ length: 1 + Math.floor(next() * 3) }, () => {
        const ring = Array.from({ length: 3 + Math.floor(next() * 4) }, nextPoint);
        return [...ring, ring[0]!].flat();
      });
      return runAtOnce(withoutCrossings(polygon(...rings)));
    };
    const [a, b] = [made(), made()];
    if (a.xy.length === 0 || b.xy.length === 0) continue;
    const actual = matrix(a, b);
    expect(actual, `${i}: ${[...a.xy]} | ${[...b.xy]}`).toBe(matrixOfJts(a, b));
    expect(matrix(b, a), `${i} turned`).toBe(turn(actual));
  }
});

const square = polygon([0, 0, 0, 4, 4, 4, 4, 0, 0, 0]);
test.each<[string, SingleGeometry, SingleGeometry, string]>([
  ['the same square', square, square, '2FFF1FFF2'],
  ['an empty polygon', square, polygon(), 'FF2FF1FF2'],
  [
    'a square in a hole, edge on edge',
    polygon([-9, -9, -9, 9, 9, 9, 9, -9, -9, -9], [...square.xy]),
    square,
    'FF2F112F2',
  ],
  ['corner at corner', square, polygon([4, 4, 4, 6, 6, 6, 6, 4, 4, 4]), 'FF2F01212'],
  ['a line around a square', line([...square.xy]), square, 'F1FFFF2F2'],
  ['two lines around a square', line([0, 0, 0, 4, 4, 4], [4, 4, 4, 0, 0, 0]), square, 'F1FFFF2F2'],
  ['most of the way around', line([0, 0, 0, 4, 4, 4, 4, 0]), square, 'F1FF0F212'],
  ['through a square along one edge', line([-1, 0, 5, 0]), square, 'F11FF0212'],
  // Three lines pass through the same point, which no double represents exactly.
  [
    'two lines where a third side is',
    line([3, 0, 1, 3, 0, 0, 1, 2, 3, 3]),
    polygon([0, 0, 2, 1, 2, 2, 3, 1, 2, 3, 0, 0]),
    '101FF0212',
  ],
  ['lines that cross where a path ends', line([0, 0, 2, 2]), line([0, 2, 2, 0], [1, 1, 5, 1]), 'F01FF0102'],
  ['a line over pieces of itself', line([0, 0, 6, 0]), line([0, 0, 4, 0], [6, 0, 2, 0]), '10FF0FFF2'],
  ['points on the ends of a line', points([0, 0], [4, 0]), line([0, 0, 4, 0]), 'F0FFFF1F2'],
  ['points in, on and beside a square', points([2, 2], [0, 2], [9, 9]), square, '000FFF212'],
])('%s', (_, a, b, requested) => {
  expect(matrix(a, b)).toBe(requested);
  expect(matrix(b, a)).toBe(turn(requested));
});

test('neither size nor nearness of coordinates matters', () => {
  for (const scale of [1e-300, 1e-160, 1, 1e150, 4e307]) {
    const scaleAll = (...xy: number[]): number[] => xy.map((value) => value * scale);
    const small = polygon(scaleAll(0, 0, 0, 1, 1, 1, 1, 0, 0, 0));
    expect(matrix(small, polygon(scaleAll(0.5, 0.5, 0.5, 2, 2, 2, 2, 0.5, 0.5, 0.5))), String(scale)).toBe('212101212');
    expect(matrix(small, polygon(scaleAll(1, 0, 1, 1, 2, 1, 2, 0, 1, 0))), String(scale)).toBe('FF2F11212');
  }
  const beside = 1 + Number.EPSILON;
  const right = polygon([beside, 0, beside, 1, 2, 1, 2, 0, beside, 0]);
  expect(matrix(polygon([0, 0, 0, 1, 1, 1, 1, 0, 0, 0]), right)).toBe('FF2FF1212');
});

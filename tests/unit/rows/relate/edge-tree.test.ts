import { expect, test } from 'vitest';
import { type SingleGeometry, singleGeometry } from '../../../../sw/geometry/single-geometry.ts';
import { locateInRings, segmentsMeet } from '../../../../sw/rows/relate/edge-crossing.ts';
import { edgeTree } from '../../../../sw/rows/relate/edge-tree.ts';
import { pointsWhere } from '../../../../sw/rows/relate/points-where.ts';
import { runAtOnce } from '../../../../sw/scheduler.ts';
import { random } from '../../geometry/random.ts';
import { partsBatch } from '../memory-table.ts';

const next = random(21);
const whole = (n: number): number => Math.floor(next() * n);

/** Make rings of any length with vertices on a small grid, so that vertices, edges and points often coincide. */
function rings(): number[][] {
  return Array.from({ length: 1 + whole(6) }, () => {
    const size = 1 + whole(12);
    const points = Array.from({ length: 3 + whole(70) }, () => [whole(size), whole(size)]);
    return [...points, points[0]!].flat();
  });
}

const places = (geometry: SingleGeometry, points: readonly (readonly number[])[]): string[] =>
  points.map(([x, y]) => locateInRings(geometry.xy, geometry.partOffsets, 0, geometry.partOffsets.length - 1, x!, y!));

test('points are where a loop over all edges says', () => {
  for (let round = 0; round < 300; round++) {
    const polygon = singleGeometry('polygon', rings());
    const tree = runAtOnce(edgeTree(polygon));
    const points = Array.from({ length: 60 }, (_, i) =>
      i % 2 === 0 ? [whole(14) - 1, whole(14) - 1] : [next() * 14 - 1, next() * 14 - 1],
    );
    const expected = places(polygon, points);
    expect(points.map(([x, y]) => tree.locate(x!, y!))).toEqual(expected);
    const batch = partsBatch(
      'point',
      points.map((point, i) => (i === 7 ? [] : [point])),
    );
    const inside = pointsWhere(tree, batch, Uint32Array.from(points.keys()), (location) => location === 'inside');
    expect([...runAtOnce(inside)]).toEqual(
      expected.flatMap((location, i) => (location === 'inside' && i !== 7 ? [i] : [])),
    );
  }
});

test('groups of points far from all edges are told by one of them', () => {
  const ring = [0, 0, 0, 100, 100, 100, 100, 0, 0, 0];
  const polygon = runAtOnce(edgeTree(singleGeometry('polygon', [ring, [40, 40, 60, 40, 60, 60, 40, 60, 40, 40]])));
  // Three clusters: inside, in the hole, outside; some points of the first are on the edge.
  const points = Array.from({ length: 600 }, (_, i) => [[10, 50, 150][Math.floor(i / 200)]! + next(), 50 + next()]);
  for (let i = 0; i < 600; i += 50) points[i] = [0, 50];
  const batch = partsBatch(
    'point',
    points.map((point) => [point]),
  );
  for (const requested of ['inside', 'boundary', 'outside']) {
    const actual = runAtOnce(
      pointsWhere(polygon, batch, Uint32Array.from(points.keys()), (location) => location === requested),
    );
    expect([...actual]).toEqual(points.flatMap(([x, y], i) => (polygon.locate(x!, y!) === requested ? [i] : [])));
    expect(actual.length).toBeGreaterThan(10);
  }
});

test.each(['point', 'polyline'] as const)('a segment touches what a loop over every %s says', (kind) => {
  let met = 0;
  for (let round = 0; round < 300; round++) {
    const parts =
      kind === 'point'
        ? Array.from({ length: 40 }, () => [whole(12), whole(12)])
        : rings().map((ring) => ring.slice(0, -2));
    const geometry = singleGeometry(kind === 'point' ? 'multipoint' : kind, parts);
    const tree = runAtOnce(edgeTree(geometry));
    for (let i = 0; i < 20; i++) {
      const [x1, y1, x2, y2] = [whole(16) - 2, whole(16) - 2, whole(16) - 2, next() * 14];
      const expected = parts.some((part) => {
        for (let k = 0; k + (kind === 'point' ? 1 : 3) < part.length; k += 2) {
          const to = kind === 'point' ? k : k + 2;
          if (segmentsMeet(x1!, y1!, x2!, y2!, part[k]!, part[k + 1]!, part[to]!, part[to + 1]!)) return true;
        }
        return false;
      });
      expect(tree.touches(x1!, y1!, x2!, y2!)).toBe(expected);
      met += Number(expected);
    }
  }
  expect(met).toBeGreaterThan(100);
  expect(met).toBeLessThan(5900);
});

test('nothing is in nothing, and what has no image is nowhere', () => {
  const empty = runAtOnce(edgeTree(singleGeometry('polygon', [])));
  expect(empty.locate(0, 0)).toBe('outside');
  expect(empty.touches(0, 0, 1, 1)).toBe(false);
  const square = runAtOnce(edgeTree(singleGeometry('polygon', [[0, 0, 0, 1, 1, 1, 1, 0, 0, 0]])));
  expect(square.locate(Number.NaN, Number.NaN)).toBe('outside');
  expect(square.touches(Number.NaN, Number.NaN, Number.NaN, Number.NaN)).toBe(false);
});

import { expect, test } from 'vitest';
import { transformation } from '../../../sw/geometry/project.ts';
import { type SingleGeometry, singleGeometry } from '../../../sw/geometry/single-geometry.ts';
import type { GeometryBatch } from '../../../sw/rows/batch.ts';
import { nearTest } from '../../../sw/rows/relate/near-test.ts';
import { runAtOnce } from '../../../sw/scheduler.ts';
import { random as seeded } from '../geometry/random.ts';
import { partsBatch } from './memory-table.ts';

/** Run the test without pauses. */
function near(...requested: Parameters<typeof nearTest>): {
  test(batch: GeometryBatch, rows: Uint32Array): Uint32Array;
} {
  return {
    test(batch, rows) {
      const actual = runAtOnce(nearTest(...requested)).test(batch, rows);
      return actual instanceof Uint32Array ? actual : runAtOnce(actual);
    },
  };
}

const random = seeded(7);
const between = (low: number, high: number): number => low + random() * (high - low);

/** Make a star around a point; it never crosses itself. */
function star(x: number, y: number, reach: number): number[] {
  const ring = Array.from({ length: 7 }, (_, i) => {
    const [angle, radius] = [(-2 * Math.PI * i) / 7, between(0.3, 1) * reach];
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  });
  return [...ring, ring[0]!].flat();
}

const path = (): number[] => Array.from({ length: 8 }, () => between(-10, 10));

function made(kind: SingleGeometry['kind']): number[][] {
  if (kind === 'point') return [[between(-10, 10), between(-10, 10)]];
  if (kind === 'multipoint') return [0, 1, 2].map(() => [between(-10, 10), between(-10, 10)]);
  if (kind === 'polyline') return [path()];
  return [star(between(-10, 10), between(-10, 10), between(0.5, 8))];
}

/** Sample a geometry so densely that the minimum distance between samples is the distance, up to one step. */
function dense(kind: SingleGeometry['kind'], parts: readonly number[][], step: number): number[][] {
  const points: number[][] = [];
  for (const part of parts) {
    if (kind === 'point' || kind === 'multipoint') points.push(part);
    for (let i = 0; i + 3 < part.length; i += 2) {
      const [x1, y1, x2, y2] = part.slice(i, i + 4) as [number, number, number, number];
      const count = Math.ceil(Math.hypot(x2 - x1, y2 - y1) / step);
      for (let k = 0; k <= count; k++) points.push([x1 + ((x2 - x1) * k) / count, y1 + ((y2 - y1) * k) / count]);
    }
    if (kind === 'polygon') {
      // The interior too, because points inside have distance 0.
      for (let x = -18; x <= 18; x += step) {
        for (let y = -18; y <= 18; y += step) if (isInside(part, x, y)) points.push([x, y]);
      }
    }
  }
  return points;
}

function isInside(ring: readonly number[], x: number, y: number): boolean {
  let inside = false;
  for (let i = 0; i + 3 < ring.length; i += 2) {
    const [ax, ay, bx, by] = ring.slice(i, i + 4) as [number, number, number, number];
    if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) inside = !inside;
  }
  return inside;
}

const kinds = ['point', 'multipoint', 'polyline', 'polygon'] as const;

for (const queryKind of kinds) {
  for (const featureKind of kinds) {
    test(`${queryKind} near ${featureKind}: as the least distance of dense points`, () => {
      const step = 0.4;
      for (let round = 0; round < 12; round++) {
        const [query, feature] = [made(queryKind), made(featureKind)];
        const batch: GeometryBatch = partsBatch(featureKind, [feature]);
        const others = dense(featureKind, feature, step);
        let shortest = Number.POSITIVE_INFINITY;
        for (const [x, y] of dense(queryKind, query, step)) {
          for (const [u, v] of others) shortest = Math.min(shortest, Math.hypot(x! - u!, y! - v!));
        }
        const isNear = (distance: number): boolean =>
          near(singleGeometry(queryKind, query), distance).test(batch, Uint32Array.of(0)).length === 1;
        expect(isNear(shortest + 1e-9)).toBe(true);
        // Geometries that are clearly apart have no common point; those that clearly touch have one.
        if (shortest > 2 * step) expect(isNear(0)).toBe(false);
        if (shortest === 0) expect(isNear(0)).toBe(true);
        if (shortest > 2 * step) expect(isNear(shortest - 2 * step)).toBe(false);
      }
    });
  }
}

test('no feature is near an empty shape, and a row without geometry is near nothing', () => {
  const batch = partsBatch('polygon', [[], [star(0, 0, 5)]]);
  expect(near(singleGeometry('polygon', []), 100).test(batch, Uint32Array.of(0, 1))).toHaveLength(0);
  expect([...near(singleGeometry('point', [[0, 0]]), 100).test(batch, Uint32Array.of(0, 1))]).toEqual([1]);
});

test('measures in the reference of the query, rows after the first too', () => {
  const way = transformation(
    { type: 'GeographicCoordinateSystem', WKID: 4326 },
    { type: 'ProjectedCoordinateSystem', WKID: 3857 },
  );
  const batch = partsBatch('point', [[[10, 10]], [[0, 60]], [[0.5, 0]]]);
  const origin = singleGeometry('point', [[0, 0]]);
  // Half a degree is 55,660 m on the equator.
  expect([...near(origin, 55_661, way).test(batch, Uint32Array.of(0, 1, 2))]).toEqual([2]);
  expect([...near(origin, 55_659, way).test(batch, Uint32Array.of(0, 1, 2))]).toEqual([]);
});

test('finds the edge among many that is near', () => {
  const count = 2000;
  const ring = Array.from({ length: count + 1 }, (_, i) => {
    const angle = (-2 * Math.PI * (i % count)) / count;
    return [10 * Math.cos(angle), 10 * Math.sin(angle)];
  }).flat();
  const places = Array.from({ length: 500 }, (_, i): number[] => {
    const angle = (2 * Math.PI * (i + 0.5)) / 500;
    return [10.5 * Math.cos(angle), 10.5 * Math.sin(angle)];
  });
  const batch = partsBatch(
    'point',
    places.map((point) => [point]),
  );
  const rows = Uint32Array.from(places, (_, i) => i);
  const query = singleGeometry('polygon', [ring]);
  expect(near(query, 0.5001).test(batch, rows)).toHaveLength(500);
  expect(near(query, 0.4999).test(batch, rows)).toHaveLength(0);
});

import { describe, expect, test } from 'vitest';
import type { Fault } from '../../../../sw/contract/index.ts';
import { type SingleGeometry, singleGeometry } from '../../../../sw/geometry/single-geometry.ts';
import { locateInRings } from '../../../../sw/rows/relate/edge-crossing.ts';
import { withoutCrossings as withoutCrossingsInSteps } from '../../../../sw/rows/relate/even-odd.ts';
import { relationQuestion } from '../../../../sw/rows/relate/relation-test.ts';
import { scan } from '../../../../sw/rows/scan.ts';
import { runAtOnce } from '../../../../sw/scheduler.ts';
import { random } from '../../geometry/random.ts';
import { memoryTable, partsBatch } from '../memory-table.ts';

const withoutCrossings = (geometry: SingleGeometry, path?: string): SingleGeometry =>
  runAtOnce(withoutCrossingsInSteps(geometry, path));

const polygon = (...rings: number[][]): SingleGeometry => singleGeometry('polygon', rings);
const listRings = ({ xy, partOffsets }: SingleGeometry): number[][] =>
  Array.from({ length: partOffsets.length - 1 }, (_, i) => [
    ...xy.subarray(2 * partOffsets[i]!, 2 * partOffsets[i + 1]!),
  ]);
const box = (x: number, y: number, size: number): number[] => [
  ...[x, y, x, y + size, x + size, y + size],
  ...[x + size, y, x, y],
];
const area = (geometry: SingleGeometry): number =>
  Math.abs(
    listRings(geometry).reduce((sum, ring) => {
      for (let i = 0; i + 3 < ring.length; i += 2) sum += (ring[i]! * ring[i + 3]! - ring[i + 2]! * ring[i + 1]!) / 2;
      return sum;
    }, 0),
  );
const isIn = ({ xy, partOffsets }: SingleGeometry, x: number, y: number): boolean =>
  locateInRings(xy, partOffsets, 0, partOffsets.length - 1, x, y) === 'inside';

test.each([
  ['a square', polygon(box(0, 0, 4))],
  ['a square with a hole', polygon(box(0, 0, 4), box(1, 1, 1))],
  ['two squares with a common corner', polygon(box(0, 0, 1), box(1, 1, 1))],
])('%s stays what it is', (_, parameters) => {
  expect(withoutCrossings(parameters)).toBe(parameters);
});

test.each([
  ['a bow tie', polygon([0, 0, 2, 2, 2, 0, 0, 2, 0, 0]), 2, 2],
  ['a bow tie with a vertex in the middle', polygon([0, 0, 1, 1, 2, 2, 2, 0, 1, 1, 0, 2, 0, 0]), 2, 2],
  ['squares over each other', polygon(box(0, 0, 2), box(1, 1, 2)), 2, 6],
  ['the same square twice', polygon(box(0, 0, 2), box(0, 0, 2)), 0, 0],
  ['a ring of one place', polygon([3, 3, 3, 3, 3, 3, 3, 3]), 0, 0],
  ['squares with a common edge', polygon(box(0, 0, 2), box(2, 0, 2)), 1, 8],
  ['a ring with a spike', polygon([0, 0, 0, 2, 2, 2, 2, 0, 5, 0, 2, 0, 0, 0]), 1, 4],
  ['a ring that goes round twice', polygon([...box(0, 0, 2).slice(0, 8), ...box(0, 0, 2)]), 0, 0],
  ['a square around a bow tie', polygon(box(-1, -1, 4), [0, 0, 2, 2, 2, 0, 0, 2, 0, 0]), 3, 14],
])('%s becomes rings that do not cross', (_, parameters, rings, size) => {
  const actual = withoutCrossings(parameters);
  expect(actual.partOffsets).toHaveLength(rings + 1);
  expect(area(actual)).toBeCloseTo(size, 9);
  expect(withoutCrossings(actual)).toBe(actual);
});

test('a pentagram has five points and a hole', () => {
  const star = Array.from({ length: 6 }, (_, i) => [Math.sin((i * 4 * Math.PI) / 5), Math.cos((i * 4 * Math.PI) / 5)]);
  const actual = withoutCrossings(polygon([...star.slice(0, 5), star[0]!].flat()));
  expect(isIn(actual, 0, 0.9)).toBe(true);
  expect(isIn(actual, 0, 0)).toBe(false);
});

test('inside stays inside, whatever crosses', () => {
  const next = random(5);
  for (let shape = 0; shape < 300; shape++) {
    const rings = Array.from({ length: 1 + Math.floor(next() * 3) }, () => {
      // Whole numbers, so that vertices and edges often coincide.
      const whole = shape % 2 === 0;
      const nextCoordinate = () => (whole ? Math.floor(next() * 7) : next() * 7);
      const ring = Array.from({ length: 3 + Math.floor(next() * 9) }, () => [nextCoordinate(), nextCoordinate()]);
      return [...ring, ring[0]!].flat();
    });
    const geometry = polygon(...rings);
    const actual = withoutCrossings(geometry);
    for (let i = 0; i < 40; i++) {
      const [x, y] = [next() * 7, next() * 7];
      expect(isIn(actual, x, y), `${shape}: ${x} ${y} in ${JSON.stringify(rings)}`).toBe(isIn(geometry, x, y));
    }
  }
});

describe('a bow tie as query', () => {
  const bowTie = polygon([0, 0, 4, 4, 4, 0, 0, 4, 0, 0]);
  // Squares in the left half, in the right half, above the crossing, and over an edge.
  const squares = [box(0.25, 1.75, 0.5), box(3.25, 1.75, 0.5), box(1.75, 3.25, 0.5), box(0.5, 0, 1)];
  const ids = squares.map((_, i) => i + 1);
  const features = squares.map((ring) => [ring]);
  const table = memoryTable({ ID: ['gisFieldTypeOID', ids] }, partsBatch('polygon', features));

  test.each([
    ['gisSpatialRelContains', [0, 1]],
    ['gisSpatialRelIntersects', [0, 1, 3]],
    ['gisSpatialRelOverlaps', [3]],
  ] as const)('%s', async (relation, expected) => {
    const rows = await scan(table, runAtOnce(relationQuestion(bowTie, 'polygon', relation))!);
    const placed = await Promise.all(ids.map((id) => table.rowOfId(id)));
    expect(placed.flatMap((row, i) => (rows.includes(row) ? [i] : []))).toEqual(expected);
  });
});

test('edges that cross too often are refused', () => {
  const zigzag: number[] = [];
  for (let i = 0; i < 3000; i++) zigzag.push(i % 2, i / 3000);
  for (let i = 0; i < 3000; i++) zigzag.push(i / 3000, i % 2);
  expect(() => withoutCrossings(polygon([...zigzag, 0, 0]), 'Q.FilterGeometry')).toThrow(
    expect.objectContaining<Partial<Fault>>({ code: 'too-complex' }),
  );
});

test('a large query is asked whether its edges meet or not', async () => {
  const ring = Array.from({ length: 200_000 }, (_, i) => {
    const turn = (i / 200_000) * 2 * Math.PI;
    return [100 * Math.cos(turn), 100 * Math.sin(turn)];
  });
  const large = polygon([...ring, ring[0]!].flat());
  const readTable = (x: number) =>
    memoryTable({ ID: ['gisFieldTypeOID', [1]] }, partsBatch('polygon', [[box(x, 0, 10)]]));
  const makeRequest = (x: number, relation: 'gisSpatialRelContains' | 'gisSpatialRelOverlaps') =>
    scan(readTable(x), runAtOnce(relationQuestion(large, 'polygon', relation, '', 'Q'))!);
  expect(await makeRequest(0, 'gisSpatialRelContains')).toHaveLength(1);
  expect(await makeRequest(95, 'gisSpatialRelContains')).toHaveLength(0);
  expect(await makeRequest(95, 'gisSpatialRelOverlaps')).toHaveLength(1);
});

test('a large polygon is looked at a little in each step', () => {
  const vertices = 100_000;
  const xy = Float64Array.from({ length: 2 * vertices + 2 }, (_, i) => {
    const turn = (2 * Math.PI * ((i >> 1) % vertices)) / vertices;
    return i % 2 === 0 ? Math.cos(turn) : Math.sin(turn);
  });
  let reads = 0;
  const counted = new Proxy(xy, {
    get(target, key) {
      reads++;
      return target[key as unknown as number];
    },
  });
  let most = 0;
  for (
    const steps = withoutCrossingsInSteps({ ...polygon(), xy: counted, partOffsets: Int32Array.of(0, vertices + 1) });
    ;
  ) {
    const { done } = steps.next();
    most = Math.max(most, reads);
    reads = 0;
    if (done) break;
  }
  // Each edge is read a few times; reading all of them in one step would be a million.
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThan(300_000);
});

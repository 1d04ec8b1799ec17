import { expect, test } from 'vitest';
import { densityGrid } from '../../../../sw/draw/dense/density-grid.ts';
import { colorAt, resolveMaxDensity } from '../../../../sw/draw/dense/draw-heat.ts';
import type { HeatMap } from '../../../../sw/service/feature-reduction.ts';
import { denseView, layerOfPoints, resolution, scheduler } from './dense-view.ts';
import { manyPoints } from './many-points.ts';

const heat: HeatMap = {
  ...{ type: 'heatmap', radiusPt: 18, minDensity: 0, lowLabel: 'Low', highLabel: 'High' },
  stops: [
    { ratio: 0, color: [0, 0, 255, 0] },
    { ratio: 0.5, color: [0, 255, 0, 1] },
    { ratio: 1, color: [255, 0, 0, 1] },
  ],
};
const points = manyPoints(800);
const layer = layerOfPoints(points);
/** Points (1/72 inch) per degree. */
const ptPerDegree = (1 / resolution) * (72 / 96);

/**
 * The kernel as published by Silverman (Density Estimation, 1986, formula 4.5), computed directly for each position.
 */
function densityAt(x: number, y: number, getWeight: (point: (typeof points)[number]) => number): number {
  let sum = 0;
  for (const point of points) {
    const [px, py] = point.parts[0]! as [number, number];
    const share = (((x - px) ** 2 + (y - py) ** 2) * ptPerDegree ** 2) / heat.radiusPt ** 2;
    if (share < 1) sum += ((getWeight(point) * 3) / (Math.PI * heat.radiusPt ** 2)) * (1 - share) ** 2;
  }
  return sum;
}

test.each([
  [undefined, () => 1],
  ['AMOUNT', (point: (typeof points)[number]) => (point.values!.AMOUNT as number | null) ?? 0],
] as const)('densities with the weight %s are those of the published kernel', async (field, getWeight) => {
  const grid = await densityGrid(layer, { ...heat, field }, denseView, scheduler);
  let largest = 0;
  let farthest = 0;
  for (let row = 20; row < grid.rows - 20; row += 3)
    for (let column = 20; column < grid.columns - 20; column += 3) {
      const [x, y] = [(grid.columnFrom + column) * grid.spacing, (grid.rowFrom + row) * grid.spacing];
      const requested = densityAt(x, y, getWeight);
      largest = Math.max(largest, requested);
      farthest = Math.max(farthest, Math.abs(grid.densities[row * grid.columns + column]! - requested));
    }
  expect(largest).toBeGreaterThan(0.01);
  expect(farthest / largest).toBeLessThan(0.01);
});

/** Find the maximum density: climb from the densest points, with smaller steps once no step leads higher. */
function findMaxDensity(radiusPt: number, getWeight: (point: (typeof points)[number]) => number): number {
  const reach = radiusPt / ptPerDegree;
  const computeDensity = (x: number, y: number): number =>
    points.reduce((sum, point) => {
      const [px, py] = point.parts[0]! as [number, number];
      const share = ((x - px) ** 2 + (y - py) ** 2) / reach ** 2;
      return share < 1 ? sum + ((getWeight(point) * 3) / (Math.PI * radiusPt ** 2)) * (1 - share) ** 2 : sum;
    }, 0);
  const starts = points.map(({ parts }) => {
    const [x, y] = parts[0]! as [number, number];
    return [x, y, computeDensity(x, y)] as const;
  });
  let largest = 0;
  for (let [x, y, density] of starts.toSorted((a, b) => b[2] - a[2]).slice(0, 40)) {
    for (let step = reach / 2; step > reach / 500; ) {
      const better = [-1, 0, 1]
        .flatMap((across) => [-1, 0, 1].map((up) => [x + across * step, y + up * step] as const))
        .find(([nextX, nextY]) => computeDensity(nextX, nextY) > density);
      if (better) [x, y] = better;
      else step /= 2;
      density = computeDensity(x, y);
    }
    largest = Math.max(largest, density);
  }
  return largest;
}

test.each([
  // Wider than many clusters, as wide as one, and so narrow that few points have a neighbor.
  [60, undefined, () => 1],
  [18, undefined, () => 1],
  [3, undefined, () => 1],
  [9, 'AMOUNT', (point: (typeof points)[number]) => (point.values!.AMOUNT as number | null) ?? 0],
] as const)(
  'with a radius of %f points and the weight %s the maximum is the largest of all densities',
  async (radiusPt, field, getWeight) => {
    const actual = await resolveMaxDensity(layer, { ...heat, radiusPt, field }, scheduler);
    const largest = findMaxDensity(radiusPt, getWeight);
    // The grid has at most ten nodes per radius, and here at least one per pixel.
    expect(actual / largest).toBeGreaterThan(radiusPt === 3 ? 0.93 : 0.985);
    expect(actual / largest).toBeLessThan(1.001);
  },
);

test('the maximum of a style is as given', async () => {
  expect(await resolveMaxDensity(layer, { ...heat, maxDensity: 7 }, scheduler)).toBe(7);
});

test('colours between stops are mixed', () => {
  expect(colorAt(heat.stops, 0.25)).toEqual([0, 128, 128, 0.5]);
  expect(colorAt(heat.stops, 1)).toEqual([255, 0, 0, 1]);
});

import { expect, test } from 'vitest';
import { colorAt, densityGrid, maximumDensity } from '../../../../sw/draw/dense/draw-heat.ts';
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
/** Points of 1/72 inch in a degree. */
const ptPerDegree = (1 / resolution) * (72 / 96);

/** The kernel as Silverman publishes it (Density Estimation, 1986, formula 4.5), at each point anew. */
function densityAt(x: number, y: number, weightOf: (point: (typeof points)[number]) => number): number {
  let sum = 0;
  for (const point of points) {
    const [px, py] = point.parts[0]! as [number, number];
    const share = (((x - px) ** 2 + (y - py) ** 2) * ptPerDegree ** 2) / heat.radiusPt ** 2;
    if (share < 1) sum += ((weightOf(point) * 3) / (Math.PI * heat.radiusPt ** 2)) * (1 - share) ** 2;
  }
  return sum;
}

test.each([
  [undefined, () => 1],
  ['AMOUNT', (point: (typeof points)[number]) => (point.values!.AMOUNT as number | null) ?? 0],
] as const)('densities with the weight %s are those of the published kernel', async (field, weightOf) => {
  const grid = await densityGrid(layer, { ...heat, field }, denseView, scheduler);
  let largest = 0;
  let farthest = 0;
  for (let row = 20; row < grid.rows - 20; row += 3)
    for (let column = 20; column < grid.columns - 20; column += 3) {
      const [x, y] = [(grid.columnFrom + column) * grid.spacing, (grid.rowFrom + row) * grid.spacing];
      const requested = densityAt(x, y, weightOf);
      largest = Math.max(largest, requested);
      farthest = Math.max(farthest, Math.abs(grid.densities[row * grid.columns + column]! - requested));
    }
  expect(largest).toBeGreaterThan(0.01);
  expect(farthest / largest).toBeLessThan(0.01);
});

test('the maximum is that of the style, or near to the largest density of the data', async () => {
  expect(await maximumDensity(layer, { ...heat, maxDensity: 7 }, scheduler)).toBe(7);
  const grid = await densityGrid(layer, heat, denseView, scheduler);
  const largest = grid.densities.reduce((a, b) => Math.max(a, b));
  const found = await maximumDensity(layer, heat, scheduler);
  expect(found / largest).toBeGreaterThan(0.33);
  expect(found / largest).toBeLessThan(1.5);
});

test('colours between stops are mixed', () => {
  expect(colorAt(heat.stops, 0.25)).toEqual([0, 128, 128, 0.5]);
  expect(colorAt(heat.stops, 1)).toEqual([255, 0, 0, 1]);
});

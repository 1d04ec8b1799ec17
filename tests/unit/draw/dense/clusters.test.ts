import { expect, test } from 'vitest';
import type { Cluster } from '../../../../sw/draw/dense/cluster-cells.ts';
import {
  clusterRadiusPx,
  contrastColor,
  diameterPt,
  findClusters,
  findMaxCount,
} from '../../../../sw/draw/dense/draw-clusters.ts';
import { pickCluster } from '../../../../sw/draw/dense/pick-cluster.ts';
import { readPoints } from '../../../../sw/draw/dense/read-points.ts';
import { type Clusters, reductionText } from '../../../../sw/service/feature-reduction.ts';
import { denseView, layerOfPoints, scheduler } from './dense-view.ts';
import { manyPoints } from './many-points.ts';

const style: Clusters = {
  ...{ type: 'cluster', radiusPt: 45, minSizePt: 18, maxSizePt: 40, showLabels: true, maxScale: 0 },
  ...{ color: [47, 133, 119, 1], outlineColor: [255, 255, 255, 1], outlinePt: 1.5 },
};
const points = manyPoints(5000);
const layer = layerOfPoints(points);
const [xmin, , xmax] = denseView.extent;
const width = xmax - xmin;

test('the counts of all clusters add up to all points, and their middle is that of the points', async () => {
  const { clusters } = await findClusters(layer, style, denseView, scheduler);
  expect(clusters.length).toBeGreaterThan(8);
  expect(clusters.length).toBeLessThan(120);
  expect(clusters.reduce((sum, { count }) => sum + count, 0)).toBe(points.length);
  const middle = (axis: 0 | 1) => points.reduce((sum, { parts }) => sum + parts[0]![axis]!, 0) / points.length;
  const computeWeightedMean = (axis: 'x' | 'y') =>
    clusters.reduce((sum, { count, ...at }) => sum + count * at[axis], 0) / points.length;
  expect(computeWeightedMean('x')).toBeCloseTo(middle(0), 8);
  expect(computeWeightedMean('y')).toBeCloseTo(middle(1), 8);
});

test('clusters keep their distance', async () => {
  const { clusters } = await findClusters(layer, style, denseView, scheduler);
  const radius = (style.radiusPt * 96 * denseView.resolution) / 72;
  const near = clusters.flatMap((cluster, i) =>
    clusters.slice(i + 1).filter((other) => Math.hypot(cluster.x - other.x, cluster.y - other.y) < radius / 2),
  );
  expect(near).toEqual([]);
});

test('a part of the map has the clusters of the whole, also when it is moved', async () => {
  const { clusters: whole } = await findClusters(layer, style, denseView, scheduler);
  for (const shift of [0, 0.031, 7.7, -13.2]) {
    const [x, y] = [30 + shift, 20 - shift];
    const extent = [x, y, x + width / 4, y + width / 4] as const;
    const part = { ...denseView, extent, widthPx: denseView.widthPx / 4, heightPx: denseView.heightPx / 4 };
    const isIn = (entry: { x: number; y: number }) =>
      entry.x >= extent[0] && entry.x <= extent[2] && entry.y >= extent[1] && entry.y <= extent[3];
    const text = (all: readonly Cluster[]) =>
      all
        .filter(isIn)
        .map((entry) => `${entry.x} ${entry.y} ${entry.count}`)
        .sort();
    expect(text((await findClusters(layer, style, part, scheduler)).clusters)).toEqual(text(whole));
    expect(text(whole).length).toBeGreaterThan(1);
  }
});

test('a click inside of a circle finds exactly the points that it counts, one outside of all circles none', async () => {
  const { clusters } = await findClusters(layer, style, denseView, scheduler);
  const largest = await findMaxCount(layer, style, scheduler);
  const drawn = { ...layer.plan.drawing, FeatureReduction: reductionText(style) };
  const pick = (x: number, y: number) =>
    pickCluster({ ...layer.plan, drawing: drawn }, denseView, [x, y], 0, scheduler);
  const radius = (entry: Cluster) => clusterRadiusPx(layer, style, entry.count, largest) * denseView.resolution;
  const isFree = (x: number, y: number, except?: Cluster) =>
    clusters.every((cluster) => cluster === except || Math.hypot(cluster.x - x, cluster.y - y) > 1.1 * radius(cluster));
  const locations = new Map<number, readonly number[]>();
  await readPoints(layer.plan, undefined, undefined, layer.path, scheduler, ({ xy, count, rows }) => {
    for (let i = 0; i < count; i++) locations.set(rows[i]!, [xy[2 * i]!, xy[2 * i + 1]!]);
  });
  let tried = 0;
  for (const cluster of clusters.toSorted((a, b) => b.count - a.count).slice(0, 12)) {
    const pointAlong = (share: number) => [cluster.x + share * radius(cluster), cluster.y] as const;
    if (!isFree(...pointAlong(0.99), cluster) || !isFree(...pointAlong(1.01), cluster)) continue;
    tried++;
    const { members } = (await pick(...pointAlong(0.99)))!;
    expect(members).toHaveLength(cluster.count);
    // The mean of the members is the center of the circle, so it holds exactly these points.
    const middle = (axis: 0 | 1) => members.reduce((sum, row) => sum + locations.get(row)![axis]!, 0) / members.length;
    expect([middle(0), middle(1)]).toEqual([expect.closeTo(cluster.x, 8), expect.closeTo(cluster.y, 8)]);
    expect((await pick(...pointAlong(1.01)))!.members).toHaveLength(0);
  }
  expect(tried).toBeGreaterThan(3);
});

test('circles grow with their counts between the sizes of the style', () => {
  const sizes = [2, 3, 10, 100, 5000].map((count) => diameterPt(style, count, 1000));
  expect(sizes).toEqual(sizes.toSorted((a, b) => a - b));
  expect([sizes[0], sizes.at(-1)]).toEqual([18, 40]);
});

test('counts are readable on every colour: a contrast of 4.5 at least', () => {
  const linear = (part: number) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4);
  const luminance = ([r, g, b]: readonly number[]) => 0.2126 * linear(r!) + 0.7152 * linear(g!) + 0.0722 * linear(b!);
  for (let red = 0; red < 256; red += 51)
    for (let green = 0; green < 256; green += 17)
      for (let blue = 0; blue < 256; blue += 51) {
        const [a, b] = [luminance([red, green, blue]), luminance(contrastColor([red, green, blue, 1]))];
        expect((Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05), `${red} ${green} ${blue}`).toBeGreaterThan(4.5);
      }
});

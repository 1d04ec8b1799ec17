import type { MapView } from '../../geometry/view.ts';
import type { Scheduler } from '../../scheduler.ts';
import { readReduction } from '../../service/feature-reduction.ts';
import type { LayerPlan } from '../plan.ts';
import { denseLayer, isByPoint } from './dense-layer.ts';
import { clusterRadiusPx, findClusters, findMaxCount, lowestFirst } from './draw-clusters.ts';
import { readPoints } from './read-points.ts';

/** Points of a clustered layer at a location. */
export interface PickedCluster {
  /** Table rows of the points in the topmost circle, ascending; empty if no circle is there. */
  readonly members: Uint32Array;
  /** Return true if the row is drawn near the location as a single point with its own symbol. */
  readonly isAlone: (row: number) => boolean;
}

/**
 * Find the cluster whose circle is drawn at a location.
 *
 * @param reach tolerance around the circle in pixels
 * @returns undefined if the view doesn't draw the layer as clusters
 * @throws {Fault} like `readReduction` and `readPoints`
 */
export async function pickCluster(
  plan: LayerPlan,
  view: MapView,
  [x, y]: readonly [x: number, y: number],
  reach: number,
  scheduler: Scheduler,
): Promise<PickedCluster | undefined> {
  const layer = denseLayer(plan, view);
  const style = readReduction(plan.drawing.FeatureReduction!, layer.path);
  if (style.type !== 'cluster' || isByPoint(style, view.scale)) return undefined;
  const pointView = { ...view, extent: [x, y, x, y] as const, widthPx: 1, heightPx: 1 };
  const { clusters, cellAt: cellOf, extent } = await findClusters(layer, style, pointView, scheduler);
  const maxCount = await findMaxCount(layer, style, scheduler);
  const hasSymbols = plan.drawing.FeatureRenderer !== undefined;
  const circles = hasSymbols ? clusters.filter(({ count }) => count > 1) : clusters;
  const topmost = circles.toSorted(lowestFirst).findLast((cluster) => {
    const radius = (clusterRadiusPx(layer, style, cluster.count, maxCount) + reach) * view.resolution;
    return Math.hypot(cluster.x - x, cluster.y - y) <= radius;
  });
  const singleRows = new Set(clusters.flatMap(({ count, row }) => (count === 1 ? [row] : [])));
  const isAlone = (row: number) => singleRows.has(row);
  if (!topmost) return { members: new Uint32Array(0), isAlone };
  const cells = new Set(topmost.cells);
  const members = new Set<number>();
  await readPoints(plan, extent, undefined, layer.path, scheduler, ({ xy, count, rows }) => {
    for (let i = 0; i < count; i++) if (cells.has(cellOf(xy[2 * i]!, xy[2 * i + 1]!))) members.add(rows[i]!);
  });
  return { members: Uint32Array.from(members).sort(), isAlone };
}

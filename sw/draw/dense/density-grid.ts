import { pointsToMapUnits } from '../../geometry/bin-grid.ts';
import type { MapView } from '../../geometry/view.ts';
import type { Scheduler } from '../../scheduler.ts';
import type { HeatMap } from '../../service/feature-reduction.ts';
import type { DenseLayer } from './dense-layer.ts';
import { imageWindow, readPoints } from './read-points.ts';

/** Densities at the nodes of a grid anchored at the origin of the map's coordinates. */
export interface DensityGrid {
  /** Distance between nodes in map units. */
  readonly spacing: number;
  readonly columnFrom: number;
  readonly rowFrom: number;
  readonly columns: number;
  readonly rows: number;
  /** Weight per square point (1/72 inch squared), row by row. */
  readonly densities: Float64Array;
}

/** Maximum nodes per radius. More would take time without a visible difference. */
const nodesInRadius = 10;

/**
 * Compute the densities that an image needs by adding up the kernels of the points. @throws {Fault} like `readPoints`
 */
export async function densityGrid(
  layer: DenseLayer,
  { radiusPt, field }: HeatMap,
  view: MapView,
  scheduler: Scheduler,
): Promise<DensityGrid> {
  const radius = pointsToMapUnits(radiusPt, layer.resolution);
  const inRadius = Math.min(nodesInRadius, Math.max(2, Math.floor(radiusPt * layer.pixelsPerPoint)));
  const spacing = radius / inRadius;
  // Points up to one radius outside count, and their kernels reach one radius further.
  const window = imageWindow(view, layer.plan, 2 * radius + 2 * spacing);
  const [xmin, ymin, xmax, ymax] = window.map;
  const columnFrom = Math.floor(xmin / spacing);
  const rowFrom = Math.floor(ymin / spacing);
  const columns = Math.ceil(xmax / spacing) + 2 - columnFrom;
  const rows = Math.ceil(ymax / spacing) + 2 - rowFrom;
  const weights = new Float64Array(columns * rows);
  await readPoints(layer.plan, window.layer, field, layer.path, scheduler, ({ xy, count, values }) => {
    for (let i = 0; i < count; i++) {
      const x = xy[2 * i]!;
      const y = xy[2 * i + 1]!;
      const weight = values ? values[i]! : 1;
      if (!(x >= xmin && x <= xmax && y >= ymin && y <= ymax && weight > 0)) continue;
      const across = x / spacing;
      const up = y / spacing;
      const column = Math.floor(across);
      const row = Math.floor(up);
      const right = across - column;
      const above = up - row;
      // Share the weight among the four surrounding nodes, so that its centroid doesn't move.
      const node = (row - rowFrom) * columns + column - columnFrom;
      weights[node]! += weight * (1 - right) * (1 - above);
      weights[node + 1]! += weight * right * (1 - above);
      weights[node + columns]! += weight * (1 - right) * above;
      weights[node + columns + 1]! += weight * right * above;
    }
  });
  const densities = await spreadWeights(weights, columns, rows, quarticKernel(inRadius, radiusPt), scheduler);
  return { spacing, columnFrom, rowFrom, columns, rows, densities };
}

/** Nonzero values of a kernel on grid nodes, row by row. */
type Kernel = readonly { readonly down: number; readonly from: number; readonly values: Float64Array }[];

/** Return the quartic kernel 3 / (pi r^2) (1 - d^2 / r^2)^2 per square point (Silverman 1986, 4.5). */
function quarticKernel(inRadius: number, radiusPt: number): Kernel {
  const peak = 3 / (Math.PI * radiusPt * radiusPt);
  return Array.from({ length: 2 * inRadius - 1 }, (_, i) => {
    const down = i + 1 - inRadius;
    const reach = Math.ceil(Math.sqrt(inRadius * inRadius - down * down)) - 1;
    const values = Float64Array.from({ length: 2 * reach + 1 }, (_, j) => {
      const across = j - reach;
      const falloff = 1 - (across * across + down * down) / (inRadius * inRadius);
      return peak * falloff * falloff;
    });
    return { down, from: -reach, values };
  });
}

/** Add the kernel around each node, multiplied by the node's weight. */
async function spreadWeights(
  weights: Float64Array,
  columns: number,
  rows: number,
  kernel: Kernel,
  scheduler: Scheduler,
): Promise<Float64Array> {
  const densities = new Float64Array(columns * rows);
  const reach = (kernel.length + 1) / 2;
  // The image doesn't need nodes nearer to the edge.
  for (let row = reach; row < rows - reach; row++) {
    for (let column = reach; column < columns - reach; column++) {
      const node = row * columns + column;
      const weight = weights[node]!;
      if (weight === 0) continue;
      for (let k = 0; k < kernel.length; k++) {
        const { down, from, values } = kernel[k]!;
        const start = node + down * columns + from;
        for (let j = 0; j < values.length; j++) densities[start + j]! += weight * values[j]!;
      }
    }
    const waiting = scheduler.yieldIfDue();
    if (waiting) await waiting;
  }
  return densities;
}

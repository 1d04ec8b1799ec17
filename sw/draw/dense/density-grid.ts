import { unitsOf } from '../../geometry/bin-grid.ts';
import type { MapView } from '../../geometry/view.ts';
import type { Scheduler } from '../../scheduler.ts';
import type { HeatMap } from '../../service/feature-reduction.ts';
import type { DenseLayer } from './dense-layer.ts';
import { imageWindow, readPoints } from './read-points.ts';

/** Densities at the nodes of a grid that is anchored at the origin of the map's coordinates. */
export interface DensityGrid {
  /** Map units between nodes. */
  readonly spacing: number;
  readonly columnFrom: number;
  readonly rowFrom: number;
  readonly columns: number;
  readonly rows: number;
  /** Weight per square point, by row and column. */
  readonly densities: Float64Array;
}

/** Nodes in a radius: more than the eye can tell from the exact surface would only take time. */
const nodesInRadius = 10;

/** Add up the kernels of the points around a picture. */
export async function densityGrid(
  layer: DenseLayer,
  { radiusPt, field }: HeatMap,
  view: MapView,
  scheduler: Scheduler,
): Promise<DensityGrid> {
  const radius = unitsOf(radiusPt, layer.resolution);
  const inRadius = Math.min(nodesInRadius, Math.max(2, Math.floor(radiusPt * layer.pixelsPerPoint)));
  const spacing = radius / inRadius;
  // Points a radius outside count, and their kernels reach a radius beyond.
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
      // Shared among the four nodes around it, so that its weight stays where it is.
      const at = (row - rowFrom) * columns + column - columnFrom;
      weights[at]! += weight * (1 - right) * (1 - above);
      weights[at + 1]! += weight * right * (1 - above);
      weights[at + columns]! += weight * (1 - right) * above;
      weights[at + columns + 1]! += weight * right * above;
    }
  });
  const densities = await spread(weights, columns, rows, quarticKernel(inRadius, radiusPt), scheduler);
  return { spacing, columnFrom, rowFrom, columns, rows, densities };
}

/** A kernel on the nodes of a grid: row by row, as far as it is not 0. */
type Kernel = readonly { readonly down: number; readonly from: number; readonly values: Float64Array }[];

/** The quartic kernel 3 / (pi r^2) (1 - d^2 / r^2)^2 (Silverman 1986, 4.5), per square point. */
function quarticKernel(inRadius: number, radiusPt: number): Kernel {
  const peak = 3 / (Math.PI * radiusPt * radiusPt);
  return Array.from({ length: 2 * inRadius - 1 }, (_, i) => {
    const down = i + 1 - inRadius;
    const reach = Math.ceil(Math.sqrt(inRadius * inRadius - down * down)) - 1;
    const values = Float64Array.from({ length: 2 * reach + 1 }, (_, j) => {
      const across = j - reach;
      const left = 1 - (across * across + down * down) / (inRadius * inRadius);
      return peak * left * left;
    });
    return { down, from: -reach, values };
  });
}

/** Put the kernel over each node that has a weight. */
async function spread(
  weights: Float64Array,
  columns: number,
  rows: number,
  kernel: Kernel,
  scheduler: Scheduler,
): Promise<Float64Array> {
  const densities = new Float64Array(columns * rows);
  const reach = (kernel.length + 1) / 2;
  // Nodes nearer to the edge are outside of what the picture needs.
  for (let row = reach; row < rows - reach; row++) {
    for (let column = reach; column < columns - reach; column++) {
      const at = row * columns + column;
      const weight = weights[at]!;
      if (weight === 0) continue;
      for (let k = 0; k < kernel.length; k++) {
        const { down, from, values } = kernel[k]!;
        const start = at + down * columns + from;
        for (let j = 0; j < values.length; j++) densities[start + j]! += weight * values[j]!;
      }
    }
    const waiting = scheduler.yieldIfDue();
    if (waiting) await waiting;
  }
  return densities;
}

import { unitsOf } from '../../geometry/bin-grid.ts';
import type { MapView } from '../../geometry/view.ts';
import type { Scheduler } from '../../scheduler.ts';
import type { ColorStop, HeatMap } from '../../service/feature-reduction.ts';
import type { Rgba, Surface } from '../surface/surface.ts';
import { between } from './bin-classes.ts';
import { quantile } from './cell-sample.ts';
import type { DenseLayer } from './dense-layer.ts';
import { levelValues } from './level-values.ts';
import { pictureWindow } from './picture-window.ts';
import { readPoints } from './read-points.ts';

/** Densities at the nodes of a grid that is anchored at the origin of the map's coordinates. */
interface DensityGrid {
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
const colorSteps = 512;
/** Share of cells of the whole layer that are not denser than what the last colour stands for. */
const lowerShare = 0.99;
const rowsAtOnce = 16;

/**
 * Draw the density of points as a surface of colours, the same for a place in every picture of its resolution.
 *
 * @param toColor changes each colour as the drawing description says
 * @throws {Fault} as `readPoints`
 */
export async function drawHeat(
  surface: Surface,
  layer: DenseLayer,
  heat: HeatMap,
  view: MapView,
  toColor: (color: Rgba) => Rgba,
  scheduler: Scheduler,
): Promise<void> {
  const max = await maximumDensity(layer, heat, scheduler);
  const grid = await densityGrid(layer, heat, view, scheduler);
  const colors = Uint32Array.from({ length: colorSteps }, (_, i) => {
    const [red, green, blue, alpha] = toColor(colorAt(heat.stops, i / (colorSteps - 1)));
    return (red | (green << 8) | (blue << 16) | (Math.round(alpha * 255) << 24)) >>> 0;
  });
  const { widthPx, heightPx } = view;
  const rgba = new Uint8ClampedArray(4 * widthPx * heightPx);
  const pixels = new Uint32Array(rgba.buffer);
  const range = max - heat.minDensity;
  const steps = range > 0 ? colorSteps / range : 0;
  const scan = scanner(grid, view);
  const line = new Float64Array(widthPx);
  for (let y = 0; y < heightPx; y++) {
    scan(y, line);
    for (let x = 0; x < widthPx; x++) {
      const density = line[x]!;
      if (!(density > 0)) continue;
      const step = Math.floor((density - heat.minDensity) * steps);
      pixels[y * widthPx + x] = colors[Math.min(colorSteps - 1, Math.max(0, step))]!;
    }
    const waiting = y % rowsAtOnce === 0 ? scheduler.yieldIfDue() : undefined;
    if (waiting) await waiting;
  }
  surface.drawPicture({ rgba, columns: widthPx, lines: heightPx }, { xPx: 0, yPx: 0, widthPx, heightPx }, 0);
}

/** The density that the last colour stands for. @throws {Fault} as `levelValues` */
export async function maximumDensity(layer: DenseLayer, heat: HeatMap, scheduler: Scheduler): Promise<number> {
  if (heat.maxDensity !== undefined) return heat.maxDensity;
  const width = unitsOf(heat.radiusPt, layer.resolution);
  const statistic = heat.field === undefined ? 'count' : 'sum';
  const cells = { shape: 'square', width, statistic, field: heat.field } as const;
  const values = await levelValues(layer, cells, scheduler);
  return Math.max(heat.minDensity, quantile(values, lowerShare) / (heat.radiusPt * heat.radiusPt) || 0);
}

/** Add up the kernels of the points around a picture. */
export async function densityGrid(
  layer: DenseLayer,
  { radiusPt, field }: HeatMap,
  view: MapView,
  scheduler: Scheduler,
): Promise<DensityGrid> {
  const radius = unitsOf(radiusPt, layer.resolution);
  const inRadius = Math.min(nodesInRadius, Math.max(2, Math.floor(radius / view.resolution)));
  const spacing = radius / inRadius;
  // Points a radius outside count, and their kernels reach a radius beyond.
  const window = pictureWindow(view, layer.plan, 2 * radius + 2 * spacing);
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

/** Make the function that reads the densities at the middles of a line of pixels. */
function scanner(grid: DensityGrid, view: MapView): (y: number, line: Float64Array) => void {
  const { spacing, columns, rows, densities } = grid;
  const [xmin, ymin, xmax, ymax] = view.extent;
  const turn = (view.rotationDeg * Math.PI) / 180;
  const step = view.resolution / spacing;
  const [cos, sin] = [Math.cos(turn) * step, Math.sin(turn) * step];
  const middleX = (xmin + xmax) / 2 / spacing - grid.columnFrom;
  const middleY = (ymin + ymax) / 2 / spacing - grid.rowFrom;
  return (y, line) => {
    const down = y + 0.5 - view.heightPx / 2;
    for (let x = 0; x < line.length; x++) {
      const right = x + 0.5 - view.widthPx / 2;
      const across = middleX + right * cos - down * sin;
      const up = middleY - right * sin - down * cos;
      const column = Math.floor(across);
      const row = Math.floor(up);
      if (column < 0 || row < 0 || column + 1 >= columns || row + 1 >= rows) {
        line[x] = 0;
        continue;
      }
      const at = row * columns + column;
      const share = across - column;
      const below = densities[at]! + (densities[at + 1]! - densities[at]!) * share;
      const above = densities[at + columns]! + (densities[at + columns + 1]! - densities[at + columns]!) * share;
      line[x] = below + (above - below) * (up - row);
    }
  };
}

/** The colour at a share of the range of densities. */
export function colorAt(stops: readonly ColorStop[], share: number): Rgba {
  let next = 0;
  while (next < stops.length && stops[next]!.ratio < share) next++;
  const [a, b] = [stops[next - 1], stops[next]];
  if (!a || !b) return (a ?? b)?.color ?? [0, 0, 0, 0];
  return between(a.color, b.color, (share - a.ratio) / (b.ratio - a.ratio));
}

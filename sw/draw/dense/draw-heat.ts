import { pointsToMapUnits } from '../../geometry/bin-grid.ts';
import type { Extent } from '../../geometry/extent.ts';
import type { MapView } from '../../geometry/view.ts';
import type { Scheduler } from '../../scheduler.ts';
import type { ColorStop, HeatMap } from '../../service/feature-reduction.ts';
import type { Rgba, Surface } from '../surface/surface.ts';
import { mixRgba } from './bin-classes.ts';
import { createCellSample } from './cell-sample.ts';
import type { DenseLayer } from './dense-layer.ts';
import { type DensityGrid, densityGrid } from './density-grid.ts';
import { cacheForLayer } from './level-values.ts';
import { readPoints } from './read-points.ts';

const colorSteps = 512;
const rowsAtOnce = 16;

/**
 * Draw the density of points as a heat map. A location has the same color in all images of the same resolution.
 *
 * @param toColor applies the transparency, brightness and contrast of the drawing description
 * @throws {Fault} like `readPoints`
 */
export async function drawHeat(
  surface: Surface,
  layer: DenseLayer,
  heat: HeatMap,
  view: MapView,
  toColor: (color: Rgba) => Rgba,
  scheduler: Scheduler,
): Promise<void> {
  const max = await resolveMaxDensity(layer, heat, scheduler);
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
  const scan = makeScanner(grid, view);
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
  surface.drawImage({ rgba, columns: widthPx, lines: heightPx }, { xPx: 0, yPx: 0, widthPx, heightPx }, 0);
}

/** Make the function that interpolates the densities at the pixel centers of a line. */
function makeScanner(grid: DensityGrid, view: MapView): (y: number, line: Float64Array) => void {
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
      const node = row * columns + column;
      const share = across - column;
      const below = densities[node]! + (densities[node + 1]! - densities[node]!) * share;
      const above = densities[node + columns]! + (densities[node + columns + 1]! - densities[node + columns]!) * share;
      line[x] = below + (above - below) * (up - row);
    }
  };
}

/** Return the color of the ramp at `share`, 0 to 1. */
export function colorAt(stops: readonly ColorStop[], share: number): Rgba {
  let next = 0;
  while (next < stops.length && stops[next]!.ratio < share) next++;
  const [a, b] = [stops[next - 1], stops[next]];
  if (!a || !b) return (a ?? b)?.color ?? [0, 0, 0, 0];
  return mixRgba(a.color, b.color, (share - a.ratio) / (b.ratio - a.ratio));
}

const cellsInRadius = 2;
/** Side of a block in cells. The densities of a block are computed together. */
const blockCells = 32;
/** Maximum blocks to compute, which bounds the time if most of a layer is about equally dense. */
const maxBlocks = 256;
/** Maximum cells for the bound by pairs. With more, checking each location in the block is faster. */
const maxPairs = 48;

/**
 * Return the density that has the ramp's last color: the style's maximum, or the largest density in the whole layer. A
 * location therefore has the same color in all images of a resolution. If there are more than 260,000 cells of half a
 * radius, the cells with the fewest points are left out.
 *
 * @throws {Fault} like `readPoints`
 */
export async function resolveMaxDensity(layer: DenseLayer, heat: HeatMap, scheduler: Scheduler): Promise<number> {
  if (heat.maxDensity !== undefined) return heat.maxDensity;
  const { radiusPt, field } = heat;
  const keyParts = ['density', radiusPt, layer.resolution, layer.pixelsPerPoint, field];
  const find = async () => Float64Array.of(await findMaxDensity(layer, heat, scheduler));
  const [maxDensity = 0] = await cacheForLayer(layer.plan, keyParts, find);
  return Math.max(heat.minDensity, maxDensity);
}

/** Square of cells. `cells` lists column, row and weight of each cell with points. */
interface Block {
  readonly column: number;
  readonly row: number;
  readonly cells: number[];
}
type Blocks = ReadonlyMap<number, Block>;

const blockKey = (column: number, row: number): number => (row + 2 ** 25) * 2 ** 26 + column + 2 ** 25;

/** Compute the densities of the blocks that may have the largest density, the highest bound first. */
async function findMaxDensity(layer: DenseLayer, heat: HeatMap, scheduler: Scheduler): Promise<number> {
  const radius = pointsToMapUnits(heat.radiusPt, layer.resolution);
  const side = (radius / cellsInRadius) * blockCells;
  const bounds: (readonly [block: Block, bound: number])[] = [];
  const blocks = await collectBlocks(layer, heat, radius / cellsInRadius, scheduler);
  for (const block of blocks.values()) {
    bounds.push([block, findUpperBound(block, blocks)]);
    const waiting = scheduler.yieldIfDue();
    if (waiting) await waiting;
  }
  const peak = 3 / (Math.PI * heat.radiusPt * heat.radiusPt);
  let maxDensity = 0;
  for (const [{ column, row }, bound] of bounds.sort(([, a], [, b]) => b - a).slice(0, maxBlocks)) {
    if (bound * peak <= maxDensity) break;
    const [x, y] = [column * side - radius, row * side - radius];
    const extent: Extent = [x, y, x + side + 2 * radius, y + side + 2 * radius];
    const { densities } = await densityGrid(layer, heat, makeBlockView(layer, extent), scheduler);
    for (let i = 0; i < densities.length; i++) if (densities[i]! > maxDensity) maxDensity = densities[i]!;
  }
  return maxDensity;
}

async function collectBlocks(
  layer: DenseLayer,
  { field }: HeatMap,
  width: number,
  scheduler: Scheduler,
): Promise<Blocks> {
  const sample = createCellSample('sparse');
  await readPoints(layer.plan, undefined, field, layer.path, scheduler, ({ xy, count, values }) => {
    for (let i = 0; i < count; i++) {
      const x = xy[2 * i]!;
      const weight = values ? values[i]! : 1;
      if (weight > 0 && !Number.isNaN(x)) sample.add(Math.floor(x / width), Math.floor(xy[2 * i + 1]! / width), weight);
    }
  });
  const blocks = new Map<number, Block>();
  sample.forEach((cellColumn, cellRow, weight) => {
    const [column, row] = [Math.floor(cellColumn / blockCells), Math.floor(cellRow / blockCells)];
    const key = blockKey(column, row);
    const block = blocks.get(key);
    if (block) block.cells.push(cellColumn, cellRow, weight);
    else blocks.set(key, { column, row, cells: [cellColumn, cellRow, weight] });
  });
  return blocks;
}

/** Width in cells of the margin around a block. Its points can reach a location within one radius of the block. */
const marginInCells = 2 * cellsInRadius;

/** Return an upper bound for the density within a radius of the block's points, as a multiple of the kernel's peak. */
function findUpperBound({ column, row }: Block, blocks: Blocks): number {
  const [columnFrom, rowFrom] = [column * blockCells - marginInCells, row * blockCells - marginInCells];
  const side = blockCells + 2 * marginInCells;
  const near: number[] = [];
  for (let down = -1; down <= 1; down++)
    for (let across = -1; across <= 1; across++) {
      const cells = blocks.get(blockKey(column + across, row + down))?.cells ?? [];
      for (let i = 0; i < cells.length; i += 3) {
        const [x, y] = [cells[i]! - columnFrom, cells[i + 1]! - rowFrom];
        if (x >= 0 && x < side && y >= 0 && y < side) near.push(x, y, cells[i + 2]!);
      }
    }
  return near.length <= 3 * maxPairs ? boundByPairs(near) : boundByPlaces(near, side);
}

/**
 * Bound the density by pairs of cells. Points that reach the same location are at most two radii apart, so the largest
 * sum of cells this near to one cell is a bound.
 */
function boundByPairs(near: readonly number[]): number {
  let maxSum = 0;
  for (let i = 0; i < near.length; i += 3) {
    let sum = 0;
    for (let j = 0; j < near.length; j += 3)
      if (Math.abs(near[i]! - near[j]!) <= marginInCells && Math.abs(near[i + 1]! - near[j + 1]!) <= marginInCells)
        sum += near[j + 2]!;
    if (sum > maxSum) maxSum = sum;
  }
  return maxSum;
}

/**
 * Bound the density by locations, as if all points of a cell were as near to the location as the cell's nearest edge.
 */
function boundByPlaces(near: readonly number[], side: number): number {
  const sums = new Float64Array(side * side);
  for (let i = 0; i < near.length; i += 3)
    for (let step = 0; step < span * span; step++) {
      const x = near[i]! + (step % span) - cellsInRadius;
      const y = near[i + 1]! + Math.floor(step / span) - cellsInRadius;
      if (x >= 0 && x < side && y >= 0 && y < side) sums[y * side + x]! += nearest[step]! * near[i + 2]!;
    }
  return sums.reduce((a, b) => Math.max(a, b));
}

/** Kernel values at the smallest distance between each cell and the middle one, row by row. The peak is 1. */
const span = 2 * cellsInRadius + 1;
const nearest = Float64Array.from({ length: span * span }, (_, i) => {
  const gap = (step: number): number => Math.max(0, Math.abs(step - cellsInRadius) - 1) / cellsInRadius;
  const falloff = 1 - gap(i % span) ** 2 - gap(Math.floor(i / span)) ** 2;
  return falloff > 0 ? falloff * falloff : 0;
});

function makeBlockView({ resolution }: DenseLayer, extent: Extent): MapView {
  const sidePx = Math.ceil((extent[2] - extent[0]) / resolution);
  return { extent, widthPx: sidePx, heightPx: sidePx, dpi: 96, resolution, rotationDeg: 0, scale: 0 };
}

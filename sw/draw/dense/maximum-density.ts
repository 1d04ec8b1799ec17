import { unitsOf } from '../../geometry/bin-grid.ts';
import type { Extent } from '../../geometry/extent.ts';
import type { MapView } from '../../geometry/view.ts';
import type { Scheduler } from '../../scheduler.ts';
import type { HeatMap } from '../../service/feature-reduction.ts';
import { createCellSample } from './cell-sample.ts';
import type { DenseLayer } from './dense-layer.ts';
import { densityGrid } from './density-grid.ts';
import { ofWholeLayer } from './level-values.ts';
import { readPoints } from './read-points.ts';

const cellsInRadius = 2;
/** Cells along a side of a block, whose densities are added up at once. */
const blockCells = 32;
/** Blocks that are added up at most: a bound on the time, which is reached where most of a layer is about equally dense. */
const mostBlocks = 256;
/** With more cells, all places of a block are looked at rather than pairs of cells. */
const mostPairs = 48;

/**
 * Find the density that the last colour stands for: that of the style, or the largest of the whole layer, so that a place has one
 * colour in all pictures of a resolution. Of more than 260,000 cells of half a radius those with the fewest points are left out.
 *
 * @throws {Fault} as `readPoints`
 */
export async function maximumDensity(layer: DenseLayer, heat: HeatMap, scheduler: Scheduler): Promise<number> {
  if (heat.maxDensity !== undefined) return heat.maxDensity;
  const { radiusPt, field } = heat;
  const question = ['density', radiusPt, layer.resolution, layer.pixelsPerPoint, field];
  const find = async () => Float64Array.of(await largestDensity(layer, heat, scheduler));
  const [largest = 0] = await ofWholeLayer(layer.plan, question, find);
  return Math.max(heat.minDensity, largest);
}

/** A square of cells, of which those with points are listed: column, row and weight of each. */
interface Block {
  readonly column: number;
  readonly row: number;
  readonly cells: number[];
}
type Blocks = ReadonlyMap<number, Block>;

const keyOf = (column: number, row: number): number => (row + 2 ** 25) * 2 ** 26 + column + 2 ** 25;

/** Add up the kernels in the blocks that may have the largest density, those of the largest bound first. */
async function largestDensity(layer: DenseLayer, heat: HeatMap, scheduler: Scheduler): Promise<number> {
  const radius = unitsOf(heat.radiusPt, layer.resolution);
  const side = (radius / cellsInRadius) * blockCells;
  const bounds: (readonly [block: Block, bound: number])[] = [];
  const blocks = await blocksOf(layer, heat, radius / cellsInRadius, scheduler);
  for (const block of blocks.values()) {
    bounds.push([block, boundOf(block, blocks)]);
    const waiting = scheduler.yieldIfDue();
    if (waiting) await waiting;
  }
  const peak = 3 / (Math.PI * heat.radiusPt * heat.radiusPt);
  let largest = 0;
  for (const [{ column, row }, bound] of bounds.sort(([, one], [, other]) => other - one).slice(0, mostBlocks)) {
    if (bound * peak <= largest) break;
    const [x, y] = [column * side - radius, row * side - radius];
    const extent: Extent = [x, y, x + side + 2 * radius, y + side + 2 * radius];
    const { densities } = await densityGrid(layer, heat, viewOf(layer, extent), scheduler);
    for (let i = 0; i < densities.length; i++) if (densities[i]! > largest) largest = densities[i]!;
  }
  return largest;
}

async function blocksOf(layer: DenseLayer, { field }: HeatMap, width: number, scheduler: Scheduler): Promise<Blocks> {
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
    const key = keyOf(column, row);
    const block = blocks.get(key);
    if (block) block.cells.push(cellColumn, cellRow, weight);
    else blocks.set(key, { column, row, cells: [cellColumn, cellRow, weight] });
  });
  return blocks;
}

/** Cells around a block of which the points reach the places that are no farther than a radius from it. */
const beyond = 2 * cellsInRadius;

/** What no density within a radius of a point of a block exceeds, in peaks of the kernel. */
function boundOf({ column, row }: Block, blocks: Blocks): number {
  const [columnFrom, rowFrom] = [column * blockCells - beyond, row * blockCells - beyond];
  const side = blockCells + 2 * beyond;
  const near: number[] = [];
  for (let down = -1; down <= 1; down++)
    for (let across = -1; across <= 1; across++) {
      const cells = blocks.get(keyOf(column + across, row + down))?.cells ?? [];
      for (let i = 0; i < cells.length; i += 3) {
        const [x, y] = [cells[i]! - columnFrom, cells[i + 1]! - rowFrom];
        if (x >= 0 && x < side && y >= 0 && y < side) near.push(x, y, cells[i + 2]!);
      }
    }
  return near.length <= 3 * mostPairs ? boundByPairs(near) : boundByPlaces(near, side);
}

/** Points that reach one place are at most two radii apart: the largest sum of all that are so near to one of them. */
function boundByPairs(near: readonly number[]): number {
  let largest = 0;
  for (let i = 0; i < near.length; i += 3) {
    let sum = 0;
    for (let j = 0; j < near.length; j += 3)
      if (Math.abs(near[i]! - near[j]!) <= beyond && Math.abs(near[i + 1]! - near[j + 1]!) <= beyond)
        sum += near[j + 2]!;
    if (sum > largest) largest = sum;
  }
  return largest;
}

/** The largest sum for a place in each cell, as if all points of a cell were as near to it as the cell is. */
function boundByPlaces(near: readonly number[], side: number): number {
  const sums = new Float64Array(side * side);
  for (let i = 0; i < near.length; i += 3)
    for (let at = 0; at < span * span; at++) {
      const x = near[i]! + (at % span) - cellsInRadius;
      const y = near[i + 1]! + Math.floor(at / span) - cellsInRadius;
      if (x >= 0 && x < side && y >= 0 && y < side) sums[y * side + x]! += nearest[at]! * near[i + 2]!;
    }
  return sums.reduce((a, b) => Math.max(a, b));
}

/** The kernel, 1 at its peak, at the least distance of a cell from the one in the middle, row by row. */
const span = 2 * cellsInRadius + 1;
const nearest = Float64Array.from({ length: span * span }, (_, at) => {
  const gap = (step: number): number => Math.max(0, Math.abs(step - cellsInRadius) - 1) / cellsInRadius;
  const left = 1 - gap(at % span) ** 2 - gap(Math.floor(at / span)) ** 2;
  return left > 0 ? left * left : 0;
});

function viewOf({ resolution }: DenseLayer, extent: Extent): MapView {
  const sidePx = Math.ceil((extent[2] - extent[0]) / resolution);
  return { extent, widthPx: sidePx, heightPx: sidePx, dpi: 96, resolution, rotationDeg: 0, scale: 0 };
}

import { countTiles, type TileRange } from './tile-scheme.ts';

/** Tiles along a side of a bundle. */
export const bundleSide = 128;

/** Maximum pixels along a side of the images that are cut into tiles. */
const blockPx = 2048;

/**
 * Return how many tiles along a side are drawn as one image. It's a power of two, so that bundles consist of whole
 * blocks.
 *
 * @param tilePx the longer side of a tile
 */
export function blockSide(tilePx: number): number {
  let side = 1;
  while (side < bundleSide && 2 * side * tilePx <= blockPx) side *= 2;
  return side;
}

/** Convert a range of tiles to the range of blocks that covers it. */
const toBlocks = (range: TileRange, side: number): TileRange => ({
  rowMin: Math.floor(range.rowMin / side),
  rowMax: Math.floor(range.rowMax / side),
  colMin: Math.floor(range.colMin / side),
  colMax: Math.floor(range.colMax / side),
});

/** Count the blocks that a range of tiles intersects. */
export const countBlocks = (range: TileRange, side: number): number =>
  countTiles(range) === 0 ? 0 : countTiles(toBlocks(range, side));

/** Block of work. */
export interface TileBlock {
  /** Tiles of the range that are in the block. */
  readonly tiles: TileRange;
  /** All tiles of the block, which are drawn so that the image doesn't depend on the range. */
  readonly whole: TileRange;
  /** Whether no later block of the range is in the same bundle. */
  readonly endsBundle: boolean;
  /** Whether no other block of the range is in the same bundle. */
  readonly isBundle: boolean;
}

/**
 * Return the block of a range at an index. Blocks of one bundle are consecutive, so each bundle is completed once.
 *
 * @returns undefined after the last block
 */
export function blockAt(range: TileRange, side: number, index: number): TileBlock | undefined {
  if (index < 0 || index >= countBlocks(range, side)) return undefined;
  const blocks = toBlocks(range, side);
  const perBundle = bundleSide / side;
  const columns = blocks.colMax - blocks.colMin + 1;
  let remaining = index;
  let rowMin = blocks.rowMin;
  let rowMax = bundleEnd(rowMin, blocks.rowMax, perBundle);
  while (remaining >= (rowMax - rowMin + 1) * columns) {
    remaining -= (rowMax - rowMin + 1) * columns;
    rowMin = rowMax + 1;
    rowMax = bundleEnd(rowMin, blocks.rowMax, perBundle);
  }
  const rows = rowMax - rowMin + 1;
  let colMin = blocks.colMin;
  let colMax = bundleEnd(colMin, blocks.colMax, perBundle);
  while (remaining >= rows * (colMax - colMin + 1)) {
    remaining -= rows * (colMax - colMin + 1);
    colMin = colMax + 1;
    colMax = bundleEnd(colMin, blocks.colMax, perBundle);
  }
  const width = colMax - colMin + 1;
  const row = rowMin + Math.floor(remaining / width);
  const col = colMin + (remaining % width);
  const whole = {
    rowMin: row * side,
    rowMax: row * side + side - 1,
    colMin: col * side,
    colMax: col * side + side - 1,
  };
  const tiles = {
    rowMin: Math.max(whole.rowMin, range.rowMin),
    rowMax: Math.min(whole.rowMax, range.rowMax),
    colMin: Math.max(whole.colMin, range.colMin),
    colMax: Math.min(whole.colMax, range.colMax),
  };
  const endsBundle = row === rowMax && col === colMax;
  return { tiles, whole, endsBundle, isBundle: endsBundle && row === rowMin && col === colMin };
}

function bundleEnd(first: number, last: number, perBundle: number): number {
  return Math.min(last, (Math.floor(first / perBundle) + 1) * perBundle - 1);
}

/** Split a range by bundle. Each part comes with the first row and column of its bundle. */
export function byBundle(range: TileRange): { row: number; col: number; part: TileRange }[] {
  const parts: { row: number; col: number; part: TileRange }[] = [];
  const first = (index: number) => Math.floor(index / bundleSide) * bundleSide;
  for (let row = first(range.rowMin); row <= range.rowMax; row += bundleSide) {
    for (let col = first(range.colMin); col <= range.colMax; col += bundleSide) {
      const part = {
        rowMin: Math.max(row, range.rowMin),
        rowMax: Math.min(row + bundleSide - 1, range.rowMax),
        colMin: Math.max(col, range.colMin),
        colMax: Math.min(col + bundleSide - 1, range.colMax),
      };
      parts.push({ row, col, part });
    }
  }
  return parts;
}

import { type TileScheme, webMercatorScheme } from '../../tiles/tile-scheme.ts';
import type { PmtilesTile } from './pmtiles.ts';

export interface MapTiles {
  /** Levels that have tiles. */
  readonly scheme: TileScheme;
  /** All tiles as PMTiles. */
  readonly archive: Blob;
}

/** Image tiles of a file, in levels that halve the resolution. */
export interface TilePyramid extends MapTiles {
  /** Levels used for drawing, the finest first. */
  readonly levels: readonly PyramidLevel[];
}

interface PyramidLevel {
  readonly level: number;
  readonly cols: number;
  readonly rows: number;
  /** Row by row from the upper left; undefined for tiles that the file lacks. */
  readonly tiles: readonly (Blob | undefined)[];
}

/**
 * Return the Web Mercator scheme, reduced to some levels.
 *
 * @param side pixels of a tile; doesn't change the ground size of the tiles of a level
 * @param levels ascending, at least one
 */
export function imageScheme(side: number, levels: readonly number[]): TileScheme {
  const common = webMercatorScheme(levels.at(-1)! + 1);
  return {
    ...common,
    tileCols: side,
    tileRows: side,
    levels: levels.map((id) => {
      const { level, resolution, scale } = common.levels[id]!;
      return { level, resolution: (resolution * 256) / side, scale: (scale * 256) / side };
    }),
  };
}

/** Maximum tiles of the finest level used for drawing, because the manifest lists each tile. */
const maxTiles = 16_384;
/** Maximum bytes of tiles in a package, because it's built in memory. The cache gets all tiles. */
const maxBytes = 400 * 2 ** 20;

/**
 * Choose the levels used for drawing: from the finest that fits in two by two tiles down to the finest within the
 * limits.
 *
 * @param tiles at least one
 */
export function pyramidLevels(tiles: readonly (PmtilesTile & { readonly bytes: Blob })[]): {
  readonly levels: readonly PyramidLevel[];
  /** Upper left tile of the coarsest level. */
  readonly corner: PmtilesTile;
} {
  const byLevel = new Map<number, (PmtilesTile & { readonly bytes: Blob })[]>();
  for (const tile of tiles) {
    const levelTiles = byLevel.get(tile.level);
    if (levelTiles) levelTiles.push(tile);
    else byLevel.set(tile.level, [tile]);
  }
  const ids = [...byLevel.keys()].sort((a, b) => a - b);
  const top = ids.findLast((level) => {
    const range = findRange(byLevel.get(level)!);
    return range.cols <= 2 && range.rows <= 2;
  });
  const coarsest = top ?? ids[0]!;
  const corner = findRange(byLevel.get(coarsest)!);
  const levels: PyramidLevel[] = [];
  let bytes = 0;
  for (let level = coarsest; byLevel.has(level); level++) {
    const factor = 2 ** (level - coarsest);
    const [cols, rows] = [corner.cols * factor, corner.rows * factor];
    const levelTiles = byLevel.get(level)!;
    bytes += [...new Set(levelTiles.map((tile) => tile.bytes))].reduce((sum, { size }) => sum + size, 0);
    if (levels.length > 0 && (cols * rows > maxTiles || bytes > maxBytes)) break;
    const grid = new Array<Blob | undefined>(cols * rows);
    for (const tile of levelTiles) {
      const [row, col] = [tile.row - corner.row * factor, tile.col - corner.col * factor];
      // Tiles outside all coarser tiles aren't drawn.
      if (row >= 0 && row < rows && col >= 0 && col < cols) grid[row * cols + col] = tile.bytes;
    }
    levels.unshift({ level, cols, rows, tiles: grid });
  }
  return { levels, corner: { level: coarsest, row: corner.row, col: corner.col } };
}

function findRange(tiles: readonly PmtilesTile[]): { row: number; col: number; rows: number; cols: number } {
  let [row, col, lastRow, lastCol] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 0, 0];
  for (const tile of tiles) {
    row = Math.min(row, tile.row);
    col = Math.min(col, tile.col);
    lastRow = Math.max(lastRow, tile.row);
    lastCol = Math.max(lastCol, tile.col);
  }
  return { row, col, rows: lastRow - row + 1, cols: lastCol - col + 1 };
}

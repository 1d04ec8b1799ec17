import type { TilesElsewhere } from '../../../sw/service/elsewhere/tiles-elsewhere.ts';
import type { FoundTile } from '../../../sw/tiles/pmtiles-reader.ts';
import { meetRanges, type TileRange } from '../../../sw/tiles/tile-scheme.ts';

/** Of the coarsest level so many tiles across are looked at. */
const mostAcross = 32;
const mostBytes = 4 * 1024 ** 2;

/**
 * Choose a tile of each level, one inside the other and each the largest in the one before, since large tiles have most layers. Where
 * they are too many bytes together, coarse ones are left out.
 *
 * @param range of the coarsest level
 */
export async function sampleTiles(archive: TilesElsewhere, range: TileRange): Promise<readonly FoundTile[]> {
  const { minimumLevel, maximumLevel } = archive.header;
  const tiles: FoundTile[] = [];
  let within = middleOf(range);
  for (let level = minimumLevel; level <= maximumLevel; level++) {
    const largest = (await archive.tilesIn(level, within)).reduce<FoundTile | undefined>(
      (most, tile) => (most && most.run[1] >= tile.run[1] ? most : tile),
      undefined,
    );
    if (!largest) break;
    tiles.push(largest);
    const [row, col] = [2 * largest.row, 2 * largest.col];
    within = { rowMin: row, rowMax: row + 1, colMin: col, colMax: col + 1 };
  }
  let left = mostBytes;
  return tiles.toReversed().filter(({ run }, i) => {
    left -= run[1];
    return i === 0 || left >= 0;
  });
}

function middleOf(range: TileRange): TileRange {
  const middle = (from: number, to: number) => Math.floor((from + to - mostAcross) / 2);
  const [row, col] = [middle(range.rowMin, range.rowMax), middle(range.colMin, range.colMax)];
  return meetRanges(range, { rowMin: row, rowMax: row + mostAcross, colMin: col, colMax: col + mostAcross });
}

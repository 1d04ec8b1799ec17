import { Fault } from '../../contract/index.ts';
import { checkReadSize, type RangeReader, sourceFault, sumLengths } from '../../formats/reading/range-reader.ts';
import type { PmtilesTile } from '../../formats/tiles/pmtiles.ts';
import { openPmtiles, type PmtilesHeader } from '../../formats/tiles/pmtiles-reader.ts';
import type { TileRange } from '../../tiles/tile-scheme.ts';

/**
 * A remote archive of tiles. Its methods throw the faults of the reader, and `source-failed` if the archive is damaged.
 */
export interface RemoteTiles {
  readonly address: string;
  readonly header: PmtilesHeader;
  /** JSON from the author; empty if there is none. */
  metadata(): Promise<string>;
  /** Return a tile as stored, which may be compressed; undefined if there is none. */
  tile(tile: PmtilesTile): Promise<Uint8Array<ArrayBuffer> | undefined>;
  /** Return the first tile in the archive; undefined if it is empty. */
  first(): Promise<Uint8Array<ArrayBuffer> | undefined>;
  /**
   * Return the rows and columns of a level that have tiles; undefined if it has none, or if many directories would have
   * to be read.
   */
  findRange(level: number): Promise<TileRange | undefined>;
  has(tile: PmtilesTile): Promise<boolean>;
  /** Fetch tiles together. @throws {Fault} also `too-large` if they exceed the limit of one request */
  readAhead(tiles: readonly PmtilesTile[]): Promise<void>;
}

/** Maximum bytes of the four tiles of a quad that are fetched together with a requested tile. */
const maxQuadBytes = 1024 ** 2;

/**
 * Open a remote archive of tiles (PMTiles). Each request reads the directories that lead to its tiles, and the tiles.
 *
 * @throws {Fault} `source-failed` if it can't be read or isn't an archive
 */
export async function openRemoteTiles(reader: RangeReader): Promise<RemoteTiles> {
  const { address } = reader;
  const orDamaged = async <T>(task: Promise<T>): Promise<T> => {
    try {
      return await task;
    } catch (error) {
      if (!(error instanceof Fault) || error.code !== 'bad-package') throw error;
      throw sourceFault(address, 'damaged', error.message.replace(/^PMTiles: /, ''), error);
    }
  };
  const archive = await orDamaged(openPmtiles((offset, length) => reader.read(offset, length)));
  const findTiles = async (tiles: readonly PmtilesTile[]) => {
    const runs = await orDamaged(Promise.all(tiles.map((tile) => archive.find(tile))));
    return runs.filter((run) => run !== undefined);
  };
  const read = async (run: readonly [number, number] | undefined) => {
    if (!run) return undefined;
    checkReadSize(address, run[1]);
    return reader.read(...run);
  };
  return {
    address,
    header: archive.header,
    metadata: () => orDamaged(archive.metadata()),
    async tile(tile) {
      const run = await orDamaged(archive.find(tile));
      if (!run) return undefined;
      // Clients request tiles one by one, and the archive stores the four tiles of a quad next to each other.
      const quad = await findTiles(listQuad(tile));
      if (sumLengths(quad) <= maxQuadBytes) await reader.readAhead(quad);
      return read(run);
    },
    first: async () => read(await orDamaged(archive.first())),
    findRange: (level) => orDamaged(archive.findRange(level)),
    has: async (tile) => (await orDamaged(archive.find(tile))) !== undefined,
    async readAhead(tiles) {
      const runs = await findTiles(tiles);
      checkReadSize(address, sumLengths(runs));
      await reader.readAhead(runs);
    },
  };
}

function listQuad({ level, row, col }: PmtilesTile): PmtilesTile[] {
  const [top, left] = [row - (row % 2), col - (col % 2)];
  return [0, 1, 2, 3].map((i) => ({ level, row: top + (i >> 1), col: left + (i % 2) }));
}

import { Fault } from '../../contract/index.ts';
import { checkReadSize, lengthOf, type RangeReader, sourceFault } from '../../formats/reading/range-reader.ts';
import type { PmtilesTile } from '../../formats/tiles/pmtiles.ts';
import { openPmtiles, type PmtilesHeader } from '../../formats/tiles/pmtiles-reader.ts';
import type { TileRange } from '../../tiles/tile-scheme.ts';

/** An archive of tiles on another server. All but `header` faults as the reader, and with `source-failed` where it is damaged. */
export interface RemoteTiles {
  readonly address: string;
  readonly header: PmtilesHeader;
  /** JSON that the author added; empty without. */
  metadata(): Promise<string>;
  /** As stored, packed where the archive packs its tiles; undefined when there is none. */
  tile(tile: PmtilesTile): Promise<Uint8Array<ArrayBuffer> | undefined>;
  /** The tile that comes first in the archive; undefined when it has none. */
  first(): Promise<Uint8Array<ArrayBuffer> | undefined>;
  /** Rows and columns in which a level has tiles; undefined where it has none, or finding out would read much. */
  rangeOf(level: number): Promise<TileRange | undefined>;
  has(tile: PmtilesTile): Promise<boolean>;
  /** Fetch tiles together. @throws {Fault} also `too-large` for more than one request may read */
  readAhead(tiles: readonly PmtilesTile[]): Promise<void>;
}

/** Tiles beside the requested one are fetched with it when they are no larger together. */
const largestQuadBytes = 1024 ** 2;

/**
 * Open an archive of tiles (PMTiles) that stays on another server: each request reads the directories that lead to its tiles, and
 * these.
 *
 * @throws {Fault} `source-failed` when it cannot be read, or is no archive
 */
export async function openRemoteTiles(reader: RangeReader): Promise<RemoteTiles> {
  const { address } = reader;
  const orDamaged = async <T>(task: Promise<T>): Promise<T> => {
    try {
      return await task;
    } catch (error) {
      if (!(error instanceof Fault) || error.code !== 'bad-package') throw error;
      throw sourceFault(address, 'damaged', error.message, error);
    }
  };
  const archive = await orDamaged(openPmtiles((offset, length) => reader.read(offset, length)));
  const found = async (tiles: readonly PmtilesTile[]) => {
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
      // Clients ask for one tile after the other, and the four of a quad lie beside each other.
      const quad = await found(quadOf(tile));
      if (lengthOf(quad) <= largestQuadBytes) await reader.readAhead(quad);
      return read(run);
    },
    first: async () => read(await orDamaged(archive.first())),
    rangeOf: (level) => orDamaged(archive.rangeOf(level)),
    has: async (tile) => (await orDamaged(archive.find(tile))) !== undefined,
    async readAhead(tiles) {
      const runs = await found(tiles);
      checkReadSize(address, lengthOf(runs));
      await reader.readAhead(runs);
    },
  };
}

function quadOf({ level, row, col }: PmtilesTile): PmtilesTile[] {
  const [top, left] = [row - (row % 2), col - (col % 2)];
  return [0, 1, 2, 3].map((i) => ({ level, row: top + (i >> 1), col: left + (i % 2) }));
}

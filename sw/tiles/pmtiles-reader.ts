import { Fault } from '../contract/index.ts';
import type { PmtilesTile } from './pmtiles.ts';
import { type PmtilesEntry, readDirectory, tileIdOf, tileOfId } from './pmtiles-directory.ts';
import { headerBytes, type PmtilesHeader, readHeader, unpacked } from './pmtiles-header.ts';
import type { TileRange } from './tile-scheme.ts';

/** An archive that is read in parts: nothing but what leads to a tile is looked at. */
interface PmtilesReader {
  readonly header: PmtilesHeader;
  /** JSON that the author added; empty without. */
  metadata(): Promise<string>;
  /** Offset and length of a tile; undefined when there is none. */
  find(tile: PmtilesTile): Promise<readonly [offset: number, length: number] | undefined>;
  /** Rows and columns in which a level has tiles; undefined where it has none, or finding out would read many directories. */
  rangeOf(level: number): Promise<TileRange | undefined>;
  /** The first tile of the archive, and where it is; undefined when there is none. */
  first(): Promise<readonly [offset: number, length: number] | undefined>;
}

/** What may be looked at to find the tiles of a level: so many tiles, of which a directory counts as several. */
const mostTiles = 65_536;
const tilesForDirectory = 8192;

/** A directory of a large archive has some ten thousand entries. */
const rememberedDirectories = 16;

/**
 * Open an archive for reading in parts.
 *
 * @param read answers a run of its bytes; what it throws comes through
 * @throws {Fault} `bad-package` when it is no archive of this version, or a directory is damaged; `too-large` for a directory
 */
export async function openPmtiles(
  read: (offset: number, length: number) => Promise<Uint8Array>,
): Promise<PmtilesReader> {
  const header = readHeader(await read(0, headerBytes));
  const known = new Map<number, Promise<readonly PmtilesEntry[]>>();
  const directory = (offset: number, length: number): Promise<readonly PmtilesEntry[]> => {
    const entries = known.get(offset) ?? read(offset, length).then((bytes) => readDirectory(unpacked(bytes, header)));
    known.delete(offset);
    known.set(offset, entries);
    entries.catch(() => known.delete(offset));
    if (known.size > rememberedDirectories) known.delete(known.keys().next().value!);
    return entries;
  };
  /** Follow directories from the root to the entry that `choose` takes of each. */
  const follow = async (choose: (entries: readonly PmtilesEntry[]) => PmtilesEntry | undefined) => {
    let run = header.root;
    for (let depth = 0; depth < 4; depth++) {
      const entry = choose(await directory(...run));
      if (!entry || entry.runLength > 0) return entry;
      run = [header.leavesAt + entry.offset, entry.length];
    }
    throw new Fault('bad-package', 'PMTiles: directories four deep at most expected, more found.');
  };
  const runOf = (entry: PmtilesEntry | undefined) => entry && ([header.tilesAt + entry.offset, entry.length] as const);
  /** Walk through the tiles of a level in their order. @returns false when they are too many, or their directories */
  const walk = async (level: number, onTile: (tile: PmtilesTile) => void): Promise<boolean> => {
    const [from, to] = [tileIdOf(level, 0, 0), tileIdOf(level + 1, 0, 0)];
    let left: number = mostTiles;
    const look = async (entries: readonly PmtilesEntry[], depth: number): Promise<void> => {
      for (const [i, entry] of entries.entries()) {
        const { tileId, runLength, offset, length } = entry;
        const end = runLength > 0 ? tileId + runLength : (entries[i + 1]?.tileId ?? to);
        if (tileId >= to || end <= from || left < 0) continue;
        left -= runLength > 0 ? Math.min(end, to) - Math.max(tileId, from) : tilesForDirectory;
        if (left < 0) return;
        if (runLength === 0 && depth < 3) await look(await directory(header.leavesAt + offset, length), depth + 1);
        for (let id = Math.max(tileId, from); runLength > 0 && id < Math.min(end, to); id++) onTile(tileOfId(id));
      }
    };
    await look(await directory(...header.root), 0);
    return left >= 0;
  };
  const archive: PmtilesReader = {
    header,
    async metadata() {
      const [offset, length] = header.metadata;
      return length > 0 ? new TextDecoder().decode(unpacked(await read(offset, length), header)) : '';
    },
    async find({ level, row, col }) {
      if (level < header.minimumLevel || level > header.maximumLevel) return undefined;
      const side = 2 ** level;
      if (!(row >= 0 && row < side && col >= 0 && col < side)) return undefined;
      const tileId = tileIdOf(level, row, col);
      const entry = await follow((entries) => lastUpTo(entries, tileId));
      return entry && tileId < entry.tileId + entry.runLength ? runOf(entry) : undefined;
    },
    async rangeOf(level) {
      const range = { rowMin: Infinity, rowMax: -1, colMin: Infinity, colMax: -1 };
      const isWhole = await walk(level, ({ row, col }) => {
        range.rowMin = Math.min(range.rowMin, row);
        range.rowMax = Math.max(range.rowMax, row);
        range.colMin = Math.min(range.colMin, col);
        range.colMax = Math.max(range.colMax, col);
      });
      return isWhole && range.rowMax >= 0 ? range : undefined;
    },
    first: async () => runOf(await follow((entries) => entries[0])),
  };
  return archive;
}

/** The last entry whose number is not above `tileId`; entries ascend. */
function lastUpTo(entries: readonly PmtilesEntry[], tileId: number): PmtilesEntry | undefined {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (entries[middle]!.tileId <= tileId) low = middle + 1;
    else high = middle;
  }
  return entries[low - 1];
}

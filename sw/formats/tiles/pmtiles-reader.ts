import { gunzipSync } from 'fflate';
import {
  bytesToHeader,
  Compression,
  type Entry,
  findTile,
  type Header,
  ResolvedValueCache,
  tileIdToZxy,
  zxyToTileId,
} from 'pmtiles';
import { Budget } from '../../contract/budget.ts';
import { Fault, reasonOf, wrongValue } from '../../contract/index.ts';
import type { TileRange } from '../../tiles/tile-scheme.ts';
import { headerBytes, maxLevel, type PmtilesTile, tileTypes } from './pmtiles.ts';

/** Header of an archive. */
export interface PmtilesHeader extends Header {
  /** MIME type of every tile; empty if it's unknown. */
  readonly type: string;
  /** Compression of each tile. */
  readonly packing: 'none' | 'gzip' | 'other';
}

/** Reader of an archive that fetches only the directories and bytes it needs. */
interface PmtilesReader {
  readonly header: PmtilesHeader;
  /** JSON that the author added; empty if there is none. */
  metadata(): Promise<string>;
  /** Return the offset and length of a tile; undefined if the archive lacks it. */
  find(tile: PmtilesTile): Promise<readonly [offset: number, length: number] | undefined>;
  /**
   * Return the rows and columns in which a level has tiles; undefined if it has none, or finding them takes too many
   * directories.
   */
  findRange(level: number): Promise<TileRange | undefined>;
  /** Return the offset and length of the first tile; undefined if there is none. */
  first(): Promise<readonly [offset: number, length: number] | undefined>;
}

type ReadBytes = (offset: number, length: number) => Promise<Uint8Array>;

/** Maximum bytes of a directory. Writers aim at 16 kB compressed; this is a thousand times as much. */
const maxDirectoryBytes = 16 * 1024 ** 2;
/** One more than the ID of the last tile of the finest level. */
const endOfTiles = (4 ** (maxLevel + 1) - 1) / 3;
/** Maximum tiles to visit when finding the tiles of a level; a directory counts as `tilesForDirectory`. */
const maxVisitedTiles = 65_536;
const tilesForDirectory = 8192;
/** Number of cached directories. A directory of a large archive has some ten thousand entries. */
const maxCachedDirectories = 16;
/** Maximum number of tiles: no browser cache holds more. */
const maxTiles = 2e6;
/** Cost of reading a directory, in entries. */
const entriesForDirectory = 100;

const damagedFault = (message: string): Fault => new Fault('bad-package', `PMTiles: ${message}`);
const depthFault = (): Fault => damagedFault('expected at most 4 nested directories, found more.');

function readHeader(head: Uint8Array): PmtilesHeader {
  // The library accepts any version up to 3 and checks only two letters of the magic number.
  if (head.length < headerBytes || new TextDecoder('latin1').decode(head.subarray(0, 8)) !== 'PMTiles\x03')
    throw damagedFault('expected an archive of version 3, found another file type.');
  const header = bytesToHeader(head.slice().buffer as ArrayBuffer);
  const { tileCompression } = header;
  return {
    ...header,
    type: tileTypes[header.tileType] ?? '',
    packing: tileCompression <= Compression.None ? 'none' : tileCompression === Compression.Gzip ? 'gzip' : 'other',
  };
}

/** Decompress a directory or the metadata. @throws {Fault} `bad-package` for damaged data, `too-large` above 16 MiB */
function unpack(bytes: Uint8Array, { internalCompression }: Header): Uint8Array {
  if (internalCompression === Compression.None) return bytes;
  if (internalCompression !== Compression.Gzip)
    throw damagedFault(`expected uncompressed or gzip directories, found compression ${internalCompression}.`);
  // Check the size before decompressing: the library allocates the size in the last four bytes of the gzip data
  // unchecked.
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  checkLength(bytes.length < 4 ? 0 : view.getUint32(bytes.length - 4, true));
  try {
    return gunzipSync(bytes);
  } catch (error) {
    throw damagedFault(`a directory can't be read: ${reasonOf(error)}.`);
  }
}

function checkLength(length: number): void {
  if (length > maxDirectoryBytes)
    throw wrongValue('too-large', 'PMTiles', `a directory of at most ${maxDirectoryBytes} bytes`, `${length}`);
}

/** Read a directory. @throws {Fault} `bad-package` when it's damaged, `too-large` above 16 MiB */
async function readDirectory(read: ReadBytes, offset: number, length: number, header: Header): Promise<Entry[]> {
  checkLength(length);
  const bytes = unpack(await read(offset, length), header);
  // The library rejects an empty directory, but an archive without tiles has one.
  if (bytes[0] === 0) return [];
  // The library's function for reading a directory is private. Its cache is public and gets the decompressed bytes.
  const source = { getKey: () => '', getBytes: async () => ({ data: bytes.slice().buffer as ArrayBuffer }) };
  const entries = await new ResolvedValueCache(1, false, async (data) => data)
    .getDirectory(source, offset, length, header)
    .catch((error: unknown) => {
      throw damagedFault(`a directory can't be read: ${reasonOf(error)}.`);
    });
  for (const entry of entries)
    if (!(entry.offset >= 0 && Number.isSafeInteger(entry.offset + entry.length)))
      throw damagedFault(
        `expected offsets and lengths up to 2^53, found offset ${entry.offset}, length ${entry.length}.`,
      );
    else if (entry.tileId + entry.runLength > endOfTiles)
      throw damagedFault(`expected tiles of levels up to ${maxLevel}, found tile ${entry.tileId}.`);
  return entries;
}

const toTile = (id: number): PmtilesTile => {
  const [level, col, row] = tileIdToZxy(id);
  return { level, row, col };
};

async function readMetadata(read: ReadBytes, header: Header): Promise<string> {
  const { jsonMetadataOffset: offset, jsonMetadataLength: length } = header;
  checkLength(length);
  return length > 0 ? new TextDecoder().decode(unpack(await read(offset, length), header)) : '';
}

/**
 * Open an archive for reading in parts.
 *
 * @param read returns a range of its bytes; its errors are passed on
 * @throws {Fault} `bad-package` when it isn't PMTiles version 3 or a directory is damaged; `too-large` for a directory
 */
export async function openPmtiles(read: ReadBytes): Promise<PmtilesReader> {
  const header = readHeader(await read(0, headerBytes));
  const root = [header.rootDirectoryOffset, header.rootDirectoryLength] as const;
  // The library's caches either keep failed reads, or read a directory again for each concurrent request.
  const directories = new Map<number, Promise<readonly Entry[]>>();
  const directory = (offset: number, length: number): Promise<readonly Entry[]> => {
    const entries = directories.get(offset) ?? readDirectory(read, offset, length, header);
    directories.delete(offset);
    directories.set(offset, entries);
    entries.catch(() => directories.delete(offset));
    if (directories.size > maxCachedDirectories) directories.delete(directories.keys().next().value!);
    return entries;
  };
  /** Follow directories from the root to a tile, through the entry that `choose` selects in each. */
  const follow = async (choose: (entries: readonly Entry[]) => Entry | null | undefined) => {
    let run: readonly [number, number] = root;
    for (let depth = 0; depth < 4; depth++) {
      const entry = choose(await directory(...run));
      if (!entry) return undefined;
      if (entry.runLength > 0) return [header.tileDataOffset + entry.offset, entry.length] as const;
      run = [header.leafDirectoryOffset + entry.offset, entry.length];
    }
    throw depthFault();
  };
  /** Visit the tiles of a level in order of their IDs. @returns false when there are too many tiles or directories */
  const walk = async (level: number, onTile: (tile: PmtilesTile) => void): Promise<boolean> => {
    const [from, to] = [zxyToTileId(level, 0, 0), level < maxLevel ? zxyToTileId(level + 1, 0, 0) : endOfTiles];
    let remaining: number = maxVisitedTiles;
    const walkEntries = async (entries: readonly Entry[], depth: number): Promise<void> => {
      for (const [i, entry] of entries.entries()) {
        const { tileId, runLength, offset, length } = entry;
        const end = runLength > 0 ? tileId + runLength : (entries[i + 1]?.tileId ?? to);
        if (tileId >= to || end <= from || remaining < 0) continue;
        remaining -= runLength > 0 ? Math.min(end, to) - Math.max(tileId, from) : tilesForDirectory;
        if (remaining < 0) return;
        if (runLength === 0 && depth < 3)
          await walkEntries(await directory(header.leafDirectoryOffset + offset, length), depth + 1);
        for (let id = Math.max(tileId, from); runLength > 0 && id < Math.min(end, to); id++) onTile(toTile(id));
      }
    };
    await walkEntries(await directory(...root), 0);
    return remaining >= 0;
  };
  return {
    header,
    metadata: () => readMetadata(read, header),
    async find({ level, row, col }) {
      const side = 2 ** level;
      if (level < header.minZoom || level > Math.min(header.maxZoom, maxLevel)) return undefined;
      if (!(row >= 0 && row < side && col >= 0 && col < side)) return undefined;
      const tileId = zxyToTileId(level, col, row);
      return follow((entries) => findTile(entries as Entry[], tileId));
    },
    async findRange(level) {
      const range = { rowMin: Infinity, rowMax: -1, colMin: Infinity, colMax: -1 };
      const isWhole = await walk(level, ({ row, col }) => {
        range.rowMin = Math.min(range.rowMin, row);
        range.rowMax = Math.max(range.rowMax, row);
        range.colMin = Math.min(range.colMin, col);
        range.colMax = Math.max(range.colMax, col);
      });
      return isWhole && range.rowMax >= 0 ? range : undefined;
    },
    first: () => follow((entries) => entries[0]),
  };
}

interface PmtilesArchive {
  readonly header: PmtilesHeader;
  /** JSON that the author added; empty if there is none. */
  readonly metadata: string;
  readonly tiles: readonly (PmtilesTile & { readonly bytes: Blob })[];
}

/**
 * Read an archive of images.
 *
 * @throws {Fault} `bad-package` when it isn't PMTiles version 3, is damaged, or has no PNG, JPEG or WebP tiles
 */
export async function readImages(archive: Blob): Promise<PmtilesArchive> {
  const pmtiles = await readPmtiles(archive);
  const { type, packing } = pmtiles.header;
  if (type.startsWith('image/') && packing === 'none') return pmtiles;
  throw damagedFault(`expected PNG, JPEG or WebP tiles, found ${type || 'another type'} with ${packing} compression.`);
}

/**
 * Read the header, the metadata and all tiles. The bytes of a tile are a slice of the archive.
 *
 * @throws {Fault} `bad-package` when it isn't PMTiles version 3 or is damaged
 */
export async function readPmtiles(archive: Blob): Promise<PmtilesArchive> {
  const read: ReadBytes = async (offset, length) =>
    new Uint8Array(await archive.slice(offset, offset + length).arrayBuffer());
  const header = readHeader(await read(0, headerBytes));
  const budget = new Budget('PMTiles', { entries: maxTiles });
  const visited = new Set<number>();
  const tiles: (PmtilesTile & { bytes: Blob })[] = [];
  const readEntries = async (directoryOffset: number, size: number, depth: number): Promise<void> => {
    if (depth > 4) throw depthFault();
    // Directories that refer to each other can reach a few tiles in a huge number of ways.
    if (visited.size === visited.add(directoryOffset).size)
      throw damagedFault(`duplicate directory at byte ${directoryOffset}.`);
    budget.take('entries', entriesForDirectory);
    for (const { tileId, runLength, offset, length } of await readDirectory(read, directoryOffset, size, header)) {
      if (runLength === 0) {
        await readEntries(header.leafDirectoryOffset + offset, length, depth + 1);
        continue;
      }
      const start = header.tileDataOffset + offset;
      const bytes = archive.slice(start, start + length);
      if (bytes.size !== length) throw damagedFault(`expected tile ${tileId} inside the archive, found the end.`);
      budget.take('entries', runLength);
      for (let i = 0; i < runLength; i++) tiles.push({ ...toTile(tileId + i), bytes });
    }
  };
  await readEntries(header.rootDirectoryOffset, header.rootDirectoryLength, 0);
  return { header, metadata: await readMetadata(read, header), tiles };
}

/** Text metadata of an archive; missing values are empty. */
interface ArchiveTexts {
  readonly name: string;
  readonly description: string;
  /** Without HTML tags. */
  readonly attribution: string;
}

/** Return the text metadata of a PMTiles archive, cut to 500 characters; empty if `metadata` isn't JSON. */
export function archiveTexts(metadata: string): ArchiveTexts {
  const { name, description, attribution } = parseMetadata(metadata);
  const text = (value: unknown): string => (typeof value === 'string' ? value.trim().slice(0, 500) : '');
  return {
    name: text(name),
    description: text(description),
    attribution: text(attribution).replace(/<[^<>]*>/g, ''),
  };
}

function parseMetadata(metadata: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(metadata));
  } catch {
    return {};
  }
}

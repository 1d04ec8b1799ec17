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
import { Fault, reasonOf } from '../../contract/index.ts';
import type { TileRange } from '../../tiles/tile-scheme.ts';
import { headerBytes, maxLevel, type PmtilesTile, tileTypes } from './pmtiles.ts';

/** What the first bytes of an archive say of it. */
export interface PmtilesHeader extends Header {
  /** MIME type of every tile; empty when it is not known. */
  readonly type: string;
  /** How each tile is packed. */
  readonly packing: 'none' | 'gzip' | 'other';
}

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

type ReadBytes = (offset: number, length: number) => Promise<Uint8Array>;

/** Directories are made of 16 kB packed; this is a thousand times as much. */
const maxDirectoryBytes = 16 * 1024 ** 2;
/** The number after that of the last tile of the finest level. */
const endOfTiles = (4 ** (maxLevel + 1) - 1) / 3;
/** What may be looked at to find the tiles of a level: so many tiles, of which a directory counts as several. */
const mostTiles = 65_536;
const tilesForDirectory = 8192;
/** A directory of a large archive has some ten thousand entries. */
const rememberedDirectories = 16;
/** More is no cache of a browser. */
const maximumTiles = 2e6;
/** To read a directory takes as long as so many of its entries. */
const entriesForDirectory = 100;

const damaged = (message: string): Fault => new Fault('bad-package', `PMTiles: ${message}`);
const tooDeep = (): Fault => damaged('directories four deep at most expected, more found.');

function readHeader(head: Uint8Array): PmtilesHeader {
  // The library takes any version up to 3 and looks at two letters of the mark.
  if (head.length < headerBytes || new TextDecoder('latin1').decode(head.subarray(0, 8)) !== 'PMTiles\x03')
    throw damaged('an archive of version 3 expected, something else found.');
  const header = bytesToHeader(head.slice().buffer as ArrayBuffer);
  const { tileCompression } = header;
  return {
    ...header,
    type: tileTypes[header.tileType] ?? '',
    packing: tileCompression <= Compression.None ? 'none' : tileCompression === Compression.Gzip ? 'gzip' : 'other',
  };
}

/** Unpack a directory or the metadata. @throws {Fault} `bad-package`, `too-large` */
function unpacked(bytes: Uint8Array, { internalCompression }: Header): Uint8Array {
  if (internalCompression === Compression.None) return bytes;
  if (internalCompression !== Compression.Gzip)
    throw damaged(`directories as they are or by gzip expected, compression ${internalCompression} found.`);
  // The last four bytes of gzip say how much comes out, and the reader believes them.
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  checkLength(bytes.length < 4 ? 0 : view.getUint32(bytes.length - 4, true));
  try {
    return gunzipSync(bytes);
  } catch (error) {
    throw damaged(`a directory cannot be read: ${reasonOf(error)}.`);
  }
}

function checkLength(length: number): void {
  if (length > maxDirectoryBytes)
    throw new Fault(
      'too-large',
      `PMTiles: a directory of at most ${maxDirectoryBytes} bytes expected, ${length} found.`,
    );
}

/** Read a directory. @throws {Fault} `bad-package` when it is damaged, `too-large` */
async function readDirectory(read: ReadBytes, offset: number, length: number, header: Header): Promise<Entry[]> {
  checkLength(length);
  const bytes = unpacked(await read(offset, length), header);
  // The library refuses an empty directory, which an archive without tiles has.
  if (bytes[0] === 0) return [];
  // Its function for a directory is private; that of its cache is not, and gets the bytes unpacked.
  const source = { getKey: () => '', getBytes: async () => ({ data: bytes.slice().buffer as ArrayBuffer }) };
  const entries = await new ResolvedValueCache(1, false, async (data) => data)
    .getDirectory(source, offset, length, header)
    .catch((error: unknown) => {
      throw damaged(`a directory cannot be read: ${reasonOf(error)}.`);
    });
  for (const entry of entries)
    if (!(entry.offset >= 0 && Number.isSafeInteger(entry.offset + entry.length)))
      throw damaged(`offsets and lengths up to 2^53 expected, ${entry.offset} and ${entry.length} found.`);
    else if (entry.tileId + entry.runLength > endOfTiles)
      throw damaged(`tiles of levels up to ${maxLevel} expected, number ${entry.tileId} found.`);
  return entries;
}

const tileOfId = (id: number): PmtilesTile => {
  const [level, col, row] = tileIdToZxy(id);
  return { level, row, col };
};

async function readMetadata(read: ReadBytes, header: Header): Promise<string> {
  const { jsonMetadataOffset: offset, jsonMetadataLength: length } = header;
  checkLength(length);
  return length > 0 ? new TextDecoder().decode(unpacked(await read(offset, length), header)) : '';
}

/**
 * Open an archive for reading in parts.
 *
 * @param read answers a run of its bytes; what it throws comes through
 * @throws {Fault} `bad-package` when it is no archive of this version, or a directory is damaged; `too-large` for a directory
 */
export async function openPmtiles(read: ReadBytes): Promise<PmtilesReader> {
  const header = readHeader(await read(0, headerBytes));
  const root = [header.rootDirectoryOffset, header.rootDirectoryLength] as const;
  // The caches of the library either keep what failed, or read a directory as often as it is asked for at a time.
  const known = new Map<number, Promise<readonly Entry[]>>();
  const directory = (offset: number, length: number): Promise<readonly Entry[]> => {
    const entries = known.get(offset) ?? readDirectory(read, offset, length, header);
    known.delete(offset);
    known.set(offset, entries);
    entries.catch(() => known.delete(offset));
    if (known.size > rememberedDirectories) known.delete(known.keys().next().value!);
    return entries;
  };
  /** Follow directories from the root to the entry that `choose` takes of each. */
  const follow = async (choose: (entries: readonly Entry[]) => Entry | null | undefined) => {
    let run: readonly [number, number] = root;
    for (let depth = 0; depth < 4; depth++) {
      const entry = choose(await directory(...run));
      if (!entry) return undefined;
      if (entry.runLength > 0) return [header.tileDataOffset + entry.offset, entry.length] as const;
      run = [header.leafDirectoryOffset + entry.offset, entry.length];
    }
    throw tooDeep();
  };
  /** Walk through the tiles of a level in their order. @returns false when they are too many, or their directories */
  const walk = async (level: number, onTile: (tile: PmtilesTile) => void): Promise<boolean> => {
    const [from, to] = [zxyToTileId(level, 0, 0), level < maxLevel ? zxyToTileId(level + 1, 0, 0) : endOfTiles];
    let left: number = mostTiles;
    const look = async (entries: readonly Entry[], depth: number): Promise<void> => {
      for (const [i, entry] of entries.entries()) {
        const { tileId, runLength, offset, length } = entry;
        const end = runLength > 0 ? tileId + runLength : (entries[i + 1]?.tileId ?? to);
        if (tileId >= to || end <= from || left < 0) continue;
        left -= runLength > 0 ? Math.min(end, to) - Math.max(tileId, from) : tilesForDirectory;
        if (left < 0) return;
        if (runLength === 0 && depth < 3)
          await look(await directory(header.leafDirectoryOffset + offset, length), depth + 1);
        for (let id = Math.max(tileId, from); runLength > 0 && id < Math.min(end, to); id++) onTile(tileOfId(id));
      }
    };
    await look(await directory(...root), 0);
    return left >= 0;
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
    first: () => follow((entries) => entries[0]),
  };
}

interface PmtilesArchive {
  readonly header: PmtilesHeader;
  /** JSON that the author added; empty without. */
  readonly metadata: string;
  readonly tiles: readonly (PmtilesTile & { readonly bytes: Blob })[];
}

/**
 * Read an archive of pictures.
 *
 * @throws {Fault} `bad-package` when it is no archive of this version, is damaged, or holds no PNG, JPEG or WebP tiles
 */
export async function readImages(archive: Blob): Promise<PmtilesArchive> {
  const found = await readPmtiles(archive);
  const { type, packing } = found.header;
  if (type.startsWith('image/') && packing === 'none') return found;
  throw damaged(`PNG, JPEG or WebP tiles expected, ${type || 'tiles of another type'} packed by ${packing} found.`);
}

/**
 * Read what an archive holds; the bytes of its tiles stay where they are.
 *
 * @throws {Fault} `bad-package` when it is no archive of this version or is damaged
 */
export async function readPmtiles(archive: Blob): Promise<PmtilesArchive> {
  const read: ReadBytes = async (at, length) => new Uint8Array(await archive.slice(at, at + length).arrayBuffer());
  const header = readHeader(await read(0, headerBytes));
  const budget = new Budget('PMTiles', { entries: maximumTiles });
  const visited = new Set<number>();
  const tiles: (PmtilesTile & { bytes: Blob })[] = [];
  const readEntries = async (at: number, size: number, depth: number): Promise<void> => {
    if (depth > 4) throw tooDeep();
    // Directories that name one another lead to few tiles in very many ways.
    if (visited.size === visited.add(at).size)
      throw damaged(`expected each directory once, found that at byte ${at} again.`);
    budget.take('entries', entriesForDirectory);
    for (const { tileId, runLength, offset, length } of await readDirectory(read, at, size, header)) {
      if (runLength === 0) {
        await readEntries(header.leafDirectoryOffset + offset, length, depth + 1);
        continue;
      }
      const start = header.tileDataOffset + offset;
      const bytes = archive.slice(start, start + length);
      if (bytes.size !== length) throw damaged(`tile ${tileId} inside the archive expected, its end found.`);
      budget.take('entries', runLength);
      for (let i = 0; i < runLength; i++) tiles.push({ ...tileOfId(tileId + i), bytes });
    }
  };
  await readEntries(header.rootDirectoryOffset, header.rootDirectoryLength, 0);
  return { header, metadata: await readMetadata(read, header), tiles };
}

/** What the author of an archive of tiles says of it; empty where nothing is said. */
interface ArchiveTexts {
  readonly name: string;
  readonly description: string;
  /** Without tags. */
  readonly attribution: string;
}

/** Read the texts of a PMTiles archive, cut to 500 characters, from its metadata; empty where those are no JSON. */
export function archiveTexts(metadata: string): ArchiveTexts {
  const { name, description, attribution } = parsed(metadata);
  const text = (value: unknown): string => (typeof value === 'string' ? value.trim().slice(0, 500) : '');
  return {
    name: text(name),
    description: text(description),
    attribution: text(attribution).replace(/<[^<>]*>/g, ''),
  };
}

function parsed(metadata: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(metadata));
  } catch {
    return {};
  }
}

import { gzipSync } from 'fflate';
import { Budget } from '../contract/budget.ts';
import { Fault } from '../contract/index.ts';
import type { Extent } from '../geometry/extent.ts';
import { type PmtilesEntry, readDirectory, tileIdOf, tileOfId, writeDirectory } from './pmtiles-directory.ts';
import { headerBytes, type PmtilesHeader, readHeader, tileTypes, unpacked } from './pmtiles-header.ts';

/** A tile of an archive: rows run down, as in the schemes here. */
export interface PmtilesTile {
  readonly level: number;
  readonly row: number;
  readonly col: number;
}

interface PmtilesOptions {
  /** MIME type of every tile. */
  readonly type: string;
  /** [west, south, east, north] in degrees. */
  readonly bounds: Extent;
  readonly name: string;
  readonly attribution: string;
}

/** Header and root directory together fit in the first 16 KiB, which readers fetch first. */
const rootBytesAtMost = 16384 - headerBytes;

/**
 * Write an archive (PMTiles specification 3): tiles of the common Web Mercator scheme in the order of the Hilbert curve; equal
 * neighbours are stored once.
 *
 * @param places every tile at most once, in any order
 * @param read   answers the bytes of a tile
 */
export async function writePmtiles(
  tiles: readonly PmtilesTile[],
  read: (tile: PmtilesTile) => Promise<Uint8Array<ArrayBuffer>>,
  { type, bounds, name, attribution }: PmtilesOptions,
): Promise<Blob> {
  const ordered = tiles
    .map((tile) => ({ tile, tileId: tileIdOf(tile.level, tile.row, tile.col) }))
    .sort((a, b) => a.tileId - b.tileId);
  const entries: PmtilesEntry[] = [];
  const parts: BlobPart[] = [];
  let offset = 0;
  let before: Uint8Array | undefined;
  for (const { tile, tileId } of ordered) {
    const bytes = await read(tile);
    const last = entries.at(-1);
    if (before && last && last.tileId + last.runLength === tileId && areEqual(before, bytes)) {
      entries[entries.length - 1] = { ...last, runLength: last.runLength + 1 };
      continue;
    }
    entries.push({ tileId, runLength: 1, offset, length: bytes.length });
    parts.push(bytes);
    offset += bytes.length;
    before = bytes;
  }
  const { root, leaves } = directories(entries);
  const metadata = gzipSync(
    new TextEncoder().encode(JSON.stringify({ name, attribution, type: 'baselayer' })),
  ) as Uint8Array<ArrayBuffer>;
  const levels = tiles.map(({ level }) => level);
  const header = new DataView(new ArrayBuffer(headerBytes));
  for (const [i, letter] of [...'PMTiles'].entries()) header.setUint8(i, letter.charCodeAt(0));
  header.setUint8(7, 3);
  const metadataAt = headerBytes + root.length;
  const leavesAt = metadataAt + metadata.length;
  const tilesAt = leavesAt + leaves.length;
  const numbers = [headerBytes, root.length, metadataAt, metadata.length, leavesAt, leaves.length, tilesAt, offset];
  for (const [i, number] of [...numbers, tiles.length, entries.length, entries.length].entries()) {
    header.setBigUint64(8 + 8 * i, BigInt(number), true);
  }
  // Clustered; directories by gzip, tiles as they are.
  for (const [i, byte] of [1, 2, 1, Math.max(0, tileTypes.indexOf(type)), lowest(levels), highest(levels)].entries()) {
    header.setUint8(96 + i, byte);
  }
  const degrees = (value: number) => Math.round(value * 1e7);
  for (const [i, value] of bounds.entries()) header.setInt32(102 + 4 * i, degrees(value), true);
  header.setUint8(118, lowest(levels));
  header.setInt32(119, degrees((bounds[0] + bounds[2]) / 2), true);
  header.setInt32(123, degrees((bounds[1] + bounds[3]) / 2), true);
  return new Blob([header.buffer as ArrayBuffer, root, metadata, leaves, ...parts], {
    type: 'application/vnd.pmtiles',
  });
}

const lowest = (levels: readonly number[]): number =>
  levels.reduce((lowestLevel, level) => Math.min(lowestLevel, level), 99);
const highest = (levels: readonly number[]): number => levels.reduce((most, level) => Math.max(most, level), 0);

/** One directory when it is small enough, else a root that points to leaves. */
function directories(entries: readonly PmtilesEntry[]): {
  root: Uint8Array<ArrayBuffer>;
  leaves: Uint8Array<ArrayBuffer>;
} {
  const packed = (some: readonly PmtilesEntry[]) => gzipSync(writeDirectory(some)) as Uint8Array<ArrayBuffer>;
  const whole = packed(entries);
  if (whole.length <= rootBytesAtMost) return { root: whole, leaves: new Uint8Array() };
  for (let size = 4096; ; size *= 2) {
    const pointers: PmtilesEntry[] = [];
    const leaves: Uint8Array[] = [];
    let offset = 0;
    for (let from = 0; from < entries.length; from += size) {
      const leaf = packed(entries.slice(from, from + size));
      pointers.push({ tileId: entries[from]!.tileId, runLength: 0, offset, length: leaf.length });
      leaves.push(leaf);
      offset += leaf.length;
    }
    const root = packed(pointers);
    if (root.length > rootBytesAtMost) continue;
    const joined = new Uint8Array(offset);
    for (const [i, leaf] of leaves.entries()) joined.set(leaf, pointers[i]!.offset);
    return { root, leaves: joined };
  }
}

function areEqual(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

interface PmtilesArchive {
  /** MIME type of every tile; empty when it is not known. */
  readonly type: string;
  readonly packing: PmtilesHeader['packing'];
  /** JSON that the author added; empty without. */
  readonly metadata: string;
  readonly tiles: readonly (PmtilesTile & { readonly bytes: Blob })[];
}

/** More is no cache of a browser. */
const maximumTiles = 2e6;
/** To read a directory takes as long as so many of its entries. */
const entriesForDirectory = 100;

/**
 * Read an archive of pictures.
 *
 * @throws {Fault} `bad-package` when it is no archive of this version, is damaged, or holds no PNG, JPEG or WebP tiles
 */
export async function readPictures(archive: Blob): Promise<PmtilesArchive> {
  const found = await readPmtiles(archive);
  if (found.type.startsWith('image/') && found.packing === 'none') return found;
  throw new Fault(
    'bad-package',
    `PMTiles: PNG, JPEG or WebP tiles expected, ${found.type || 'tiles of another type'} packed by ${found.packing} found.`,
  );
}

/**
 * Read what an archive holds; the bytes of its tiles stay where they are.
 *
 * @throws {Fault} `bad-package` when it is no archive of this version or is damaged
 */
export async function readPmtiles(archive: Blob): Promise<PmtilesArchive> {
  const bytesOf = async (at: number, length: number) =>
    new Uint8Array(await archive.slice(at, at + length).arrayBuffer());
  const header = readHeader(await bytesOf(0, headerBytes));
  const { root, metadata, leavesAt, tilesAt, type, packing } = header;
  const budget = new Budget('PMTiles', { entries: maximumTiles });
  const visited = new Set<number>();
  const directory = async (at: number, length: number): Promise<PmtilesEntry[]> => {
    // Directories that name one another lead to few tiles in very many ways.
    if (visited.size === visited.add(at).size)
      throw new Fault('bad-package', `PMTiles: expected each directory once, found that at byte ${at} again.`);
    budget.take('entries', entriesForDirectory);
    return readDirectory(unpacked(await bytesOf(at, length), header));
  };
  const tiles: (PmtilesTile & { bytes: Blob })[] = [];
  const readEntries = async (entries: readonly PmtilesEntry[], depth: number): Promise<void> => {
    for (const { tileId, runLength, offset, length } of entries) {
      if (runLength === 0) {
        if (depth > 3) throw new Fault('bad-package', 'PMTiles: directories four deep at most expected, more found.');
        await readEntries(await directory(leavesAt + offset, length), depth + 1);
        continue;
      }
      const bytes = archive.slice(tilesAt + offset, tilesAt + offset + length);
      if (bytes.size !== length)
        throw new Fault('bad-package', `PMTiles: tile ${tileId} inside the archive expected, its end found.`);
      budget.take('entries', runLength);
      for (let i = 0; i < runLength; i++) tiles.push({ ...tileOfId(tileId + i), bytes });
    }
  };
  await readEntries(await directory(...root), 0);
  return {
    type,
    packing,
    metadata: metadata[1] ? new TextDecoder().decode(unpacked(await bytesOf(...metadata), header)) : '',
    tiles,
  };
}

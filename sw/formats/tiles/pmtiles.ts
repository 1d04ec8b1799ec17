import { gzipSync } from 'fflate';
import { type Entry, zxyToTileId } from 'pmtiles';
import { wrongValue } from '../../contract/index.ts';
import type { Extent } from '../../geometry/extent.ts';

export const headerBytes = 127;
export const tileTypes = ['', 'application/vnd.mapbox-vector-tile', 'image/png', 'image/jpeg', 'image/webp'];
/** Finest level whose tile IDs are exact as numbers. */
export const maxLevel = 26;

/** Tile of an archive. Rows count from the top. */
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

/** Maximum bytes of the root directory: with the header it must fit in the first 16 KiB, which readers fetch first. */
const maxRootBytes = 16384 - headerBytes;

/**
 * Write an archive (PMTiles specification 3) of Web Mercator tiles in Hilbert order. Equal neighbors are stored once.
 *
 * @param tiles each at most once, in any order
 * @param read returns the bytes of a tile
 * @throws {Fault} `not-supported` for levels above 26
 */
export async function writePmtiles(
  tiles: readonly PmtilesTile[],
  read: (tile: PmtilesTile) => Promise<Uint8Array<ArrayBuffer>>,
  { type, bounds, name, attribution }: PmtilesOptions,
): Promise<Blob> {
  const levels = tiles.map(({ level }) => level);
  if (getMaxLevel(levels) > maxLevel)
    throw wrongValue('not-supported', 'PMTiles', `levels up to ${maxLevel}`, `${getMaxLevel(levels)}`);
  const ordered = tiles
    .map((tile) => ({ tile, tileId: zxyToTileId(tile.level, tile.col, tile.row) }))
    .sort((a, b) => a.tileId - b.tileId);
  const entries: Entry[] = [];
  const parts: BlobPart[] = [];
  let offset = 0;
  let previousBytes: Uint8Array | undefined;
  for (const { tile, tileId } of ordered) {
    const bytes = await read(tile);
    const last = entries.at(-1);
    if (previousBytes && last && last.tileId + last.runLength === tileId && areEqual(previousBytes, bytes)) {
      entries[entries.length - 1] = { ...last, runLength: last.runLength + 1 };
      continue;
    }
    entries.push({ tileId, runLength: 1, offset, length: bytes.length });
    parts.push(bytes);
    offset += bytes.length;
    previousBytes = bytes;
  }
  const { root, leaves } = directories(entries);
  const metadata = gzipSync(
    new TextEncoder().encode(JSON.stringify({ name, attribution, type: 'baselayer' })),
  ) as Uint8Array<ArrayBuffer>;
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
  // Clustered; gzip for directories, no compression for tiles.
  for (const [i, byte] of [
    1,
    2,
    1,
    Math.max(0, tileTypes.indexOf(type)),
    getMinLevel(levels),
    getMaxLevel(levels),
  ].entries()) {
    header.setUint8(96 + i, byte);
  }
  const degrees = (value: number) => Math.round(value * 1e7);
  for (const [i, value] of bounds.entries()) header.setInt32(102 + 4 * i, degrees(value), true);
  header.setUint8(118, getMinLevel(levels));
  header.setInt32(119, degrees((bounds[0] + bounds[2]) / 2), true);
  header.setInt32(123, degrees((bounds[1] + bounds[3]) / 2), true);
  return new Blob([header.buffer as ArrayBuffer, root, metadata, leaves, ...parts], {
    type: 'application/vnd.pmtiles',
  });
}

const getMinLevel = (levels: readonly number[]): number =>
  levels.reduce((lowestLevel, level) => Math.min(lowestLevel, level), 99);
const getMaxLevel = (levels: readonly number[]): number => levels.reduce((max, level) => Math.max(max, level), 0);

/** Write one directory if it's small enough, otherwise a root that points to leaves. */
function directories(entries: readonly Entry[]): {
  root: Uint8Array<ArrayBuffer>;
  leaves: Uint8Array<ArrayBuffer>;
} {
  const packEntries = (subset: readonly Entry[]) => gzipSync(writeDirectory(subset)) as Uint8Array<ArrayBuffer>;
  const whole = packEntries(entries);
  if (whole.length <= maxRootBytes) return { root: whole, leaves: new Uint8Array() };
  for (let size = 4096; ; size *= 2) {
    const pointers: Entry[] = [];
    const leaves: Uint8Array[] = [];
    let offset = 0;
    for (let from = 0; from < entries.length; from += size) {
      const leaf = packEntries(entries.slice(from, from + size));
      pointers.push({ tileId: entries[from]!.tileId, runLength: 0, offset, length: leaf.length });
      leaves.push(leaf);
      offset += leaf.length;
    }
    const root = packEntries(pointers);
    if (root.length > maxRootBytes) continue;
    const joined = new Uint8Array(offset);
    for (const [i, leaf] of leaves.entries()) joined.set(leaf, pointers[i]!.offset);
    return { root, leaves: joined };
  }
}

/** Write an uncompressed directory (PMTiles specification 3, 4.2): delta-encoded numbers as varints. */
export function writeDirectory(entries: readonly Entry[]): Uint8Array<ArrayBuffer> {
  const bytes: number[] = [];
  const writeVarint = (value: number): void => {
    let rest = value;
    for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
    bytes.push(rest);
  };
  writeVarint(entries.length);
  for (const [i, { tileId }] of entries.entries()) writeVarint(tileId - (entries[i - 1]?.tileId ?? 0));
  for (const { runLength } of entries) writeVarint(runLength);
  for (const { length } of entries) writeVarint(length);
  for (const [i, { offset }] of entries.entries()) {
    const previous = entries[i - 1];
    writeVarint(previous && offset === previous.offset + previous.length ? 0 : offset + 1);
  }
  return Uint8Array.from(bytes);
}

function areEqual(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

import { wrongValue } from '../contract/index.ts';
import { bundleSide } from './tile-blocks.ts';

/** Tile of a bundle with its position in the level. */
interface BundleTile {
  readonly row: number;
  readonly col: number;
  readonly bytes: Blob | Uint8Array<ArrayBuffer>;
}

const headerBytes = 64;
const slots = bundleSide * bundleSide;
const indexBytes = 8 * slots;
/** Offset of the size of the first tile. */
const dataStart = headerBytes + indexBytes;

/** Offsets and sizes of the tiles of a bundle, by slot, row by row. Size 0 means no tile. */
export interface BundleIndex {
  readonly offsets: Float64Array;
  readonly sizes: Uint32Array;
}

/** Minimum bytes before tiles are moved into a Blob. */
const pieceBytes = 1 << 20;

const getSlot = (row: number, col: number): number => bundleSide * (row % bundleSide) + (col % bundleSide);

/** Writer of a bundle in several steps, because writing all 16,384 tiles in one step would block too long. */
export interface BundleWriter {
  /** Add tiles to the bundle, each position at most once, in any order. */
  add(tiles: Iterable<BundleTile>): void;
  /** Return the bundle of all added tiles, and its index. */
  finish(): BundleIndex & { readonly blob: Blob };
}

/** Create a writer of the Compact V2 layout: header, index of 128 x 128 slots, then each tile after its size. */
export function bundleWriter(): BundleWriter {
  const index = new DataView(new ArrayBuffer(indexBytes));
  const offsets = new Float64Array(slots);
  const sizes = new Uint32Array(slots);
  const pieces: Blob[] = [];
  let parts: (Blob | Uint8Array<ArrayBuffer>)[] = [];
  let offset = dataStart;
  let offsetOfParts = offset;
  let maxTileBytes = 0;
  return {
    add(tiles) {
      for (const { row, col, bytes } of tiles) {
        const size = bytes instanceof Uint8Array ? bytes.byteLength : bytes.size;
        if (size === 0) continue;
        parts.push(Uint8Array.of(size, size >>> 8, size >>> 16, size >>> 24), bytes);
        offset += 4;
        const slot = getSlot(row, col);
        setEntry(index, slot, offset, size);
        offsets[slot] = offset;
        sizes[slot] = size;
        offset += size;
        maxTileBytes = Math.max(maxTileBytes, size);
      }
      if (offset - offsetOfParts < pieceBytes) return;
      pieces.push(new Blob(joinParts(parts)));
      parts = [];
      offsetOfParts = offset;
    },
    finish: () => ({
      blob: new Blob([header(maxTileBytes, offset), index.buffer as ArrayBuffer, ...pieces, ...joinParts(parts)]),
      offsets,
      sizes,
    }),
  };
}

/** Copy consecutive byte arrays into one, because a Blob of many parts is slow to create. */
function joinParts(parts: readonly (Blob | Uint8Array<ArrayBuffer>)[]): BlobPart[] {
  const pieces: BlobPart[] = [];
  for (let from = 0; from < parts.length; ) {
    const part = parts[from]!;
    if (part instanceof Blob) {
      pieces.push(part);
      from++;
      continue;
    }
    const run: Uint8Array[] = [];
    let bytes = 0;
    for (let next = parts[from]; next instanceof Uint8Array; next = parts[++from]) {
      run.push(next);
      bytes += next.byteLength;
    }
    const piece = new Uint8Array(bytes);
    let offset = 0;
    for (const chunk of run) {
      piece.set(chunk, offset);
      offset += chunk.byteLength;
    }
    pieces.push(piece);
  }
  return pieces;
}

/** Write a bundle in one step. See `bundleWriter`. */
export function writeBundle(tiles: Iterable<BundleTile>): Blob {
  const writer = bundleWriter();
  writer.add(tiles);
  return writer.finish().blob;
}

/** Set the offset in bits 0-39 and the size in bits 40-63 of a little-endian entry. */
function setEntry(index: DataView, slot: number, offset: number, size: number): void {
  index.setUint32(8 * slot, offset % 2 ** 32, true);
  index.setUint32(8 * slot + 4, Math.floor(offset / 2 ** 32) + size * 256, true);
}

function header(maxTileBytes: number, fileBytes: number): ArrayBuffer {
  const view = new DataView(new ArrayBuffer(headerBytes));
  const set = (offset: number, ...values: number[]): void => {
    for (const [i, word] of values.entries()) view.setUint32(offset + 4 * i, word, true);
  };
  set(0, 3, slots, maxTileBytes, 5);
  // The file has no free space, because a bundle is written once and never grows in place.
  set(16, 0, 0, fileBytes % 2 ** 32, Math.floor(fileBytes / 2 ** 32), 40, 0);
  set(40, indexBytes + 20, 3, 16, slots, 5, indexBytes);
  return view.buffer as ArrayBuffer;
}

/**
 * Read the index of a bundle.
 *
 * @param path file name for messages
 * @throws {Fault} `bad-package` when it isn't a bundle of this layout or its index points outside the file
 */
export async function readBundleIndex(bundle: Blob, path = 'bundle'): Promise<BundleIndex> {
  if (bundle.size < dataStart) {
    throw wrongValue('bad-package', path, `at least ${dataStart} bytes`, `${bundle.size}`);
  }
  const view = new DataView(await bundle.slice(0, dataStart).arrayBuffer());
  const version = view.getUint32(0, true);
  if (version !== 3 || view.getUint32(4, true) !== slots) {
    throw wrongValue(
      'bad-package',
      path,
      `version 3 with ${slots} tiles`,
      `version ${version} with ${view.getUint32(4, true)} tiles`,
    );
  }
  const offsets = new Float64Array(slots);
  const sizes = new Uint32Array(slots);
  for (let slot = 0; slot < slots; slot++) {
    const low = view.getUint32(headerBytes + 8 * slot, true);
    const high = view.getUint32(headerBytes + 8 * slot + 4, true);
    const size = high >>> 8;
    if (size === 0) continue;
    offsets[slot] = low + (high & 255) * 2 ** 32;
    sizes[slot] = size;
    if (offsets[slot]! + size > bundle.size) {
      throw wrongValue(
        'bad-package',
        path,
        `tile ${slot} within ${bundle.size} bytes`,
        `its end at byte ${offsets[slot]! + size}`,
      );
    }
  }
  return { offsets, sizes };
}

/** Return a tile of a bundle by its row and column in the level; undefined if the bundle lacks it. */
export function sliceTile(bundle: Blob, index: BundleIndex, row: number, col: number): Blob | undefined {
  const slot = getSlot(row, col);
  const size = index.sizes[slot]!;
  return size === 0 ? undefined : bundle.slice(index.offsets[slot]!, index.offsets[slot]! + size);
}

/** Return the positions that have a tile, as [row, col] within the bundle. */
export function bundlePositions({ sizes }: BundleIndex): [row: number, col: number][] {
  const positions: [number, number][] = [];
  for (let slot = 0; slot < slots; slot++)
    if (sizes[slot] !== 0) positions.push([Math.floor(slot / bundleSide), slot % bundleSide]);
  return positions;
}

/** Return the file name of the bundle whose first tile has this row and column: `R0080C0100.bundle`. */
export const bundleFileName = (row: number, col: number): string => `R${hex(row)}C${hex(col)}.bundle`;

const hex = (number: number): string => number.toString(16).padStart(4, '0');

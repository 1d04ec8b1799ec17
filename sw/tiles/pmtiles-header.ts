import { gunzipSync } from 'fflate';
import { Fault, reasonOf } from '../contract/index.ts';
import type { Extent } from '../geometry/extent.ts';

/** Offset and length of a run of bytes of an archive. */
type Run = readonly [offset: number, length: number];

/** What the first bytes of an archive say of it (PMTiles specification 3, section 3). */
export interface PmtilesHeader {
  readonly root: Run;
  /** Of length 0 when there are none. */
  readonly metadata: Run;
  readonly leavesAt: number;
  readonly tilesAt: number;
  /** How many addresses have a tile; 0 when the author does not say. */
  readonly tileCount: number;
  /** MIME type of every tile; empty when it is not known. */
  readonly type: string;
  /** How each tile is packed. */
  readonly packing: 'none' | 'gzip' | 'other';
  /** Number of the compression of directories and metadata. */
  readonly compression: number;
  readonly minimumLevel: number;
  readonly maximumLevel: number;
  /** [west, south, east, north] in degrees. */
  readonly bounds: Extent;
  /** [longitude, latitude] of the first view. */
  readonly center: readonly [number, number];
}

export const headerBytes = 127;
export const tileTypes = ['', 'application/vnd.mapbox-vector-tile', 'image/png', 'image/jpeg', 'image/webp'];

/** Directories are made of 16 kB packed; this is a thousand times as much. */
const maximumDirectoryBytes = 16 * 1024 ** 2;

/** Decode the header of an archive. @throws {Fault} `bad-package` when it is none of this version */
export function readHeader(head: Uint8Array): PmtilesHeader {
  const mark = new TextDecoder('latin1').decode(head.subarray(0, 7));
  if (head.length < headerBytes || mark !== 'PMTiles' || head[7] !== 3)
    throw new Fault('bad-package', 'PMTiles: an archive of version 3 expected, something else found.');
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const number = (index: number): number => Number(view.getBigUint64(8 + 8 * index, true));
  const degrees = (at: number): number => view.getInt32(at, true) / 1e7;
  return {
    root: [number(0), number(1)],
    metadata: [number(2), number(3)],
    leavesAt: number(4),
    tilesAt: number(6),
    tileCount: number(8),
    type: tileTypes[head[99]!] ?? '',
    packing: head[98]! <= 1 ? 'none' : head[98] === 2 ? 'gzip' : 'other',
    compression: head[97]!,
    minimumLevel: head[100]!,
    maximumLevel: head[101]!,
    bounds: [degrees(102), degrees(106), degrees(110), degrees(114)],
    center: [degrees(119), degrees(123)],
  };
}

/**
 * Unpack a directory or the metadata.
 *
 * @throws {Fault} `bad-package` when it is damaged or packed otherwise than by gzip, `too-large`
 */
export function unpacked(bytes: Uint8Array, { compression }: Pick<PmtilesHeader, 'compression'>): Uint8Array {
  if (compression === 1) return bytes;
  if (compression !== 2)
    throw new Fault(
      'bad-package',
      `PMTiles: directories as they are or by gzip expected, compression ${compression} found.`,
    );
  // The last four bytes of gzip say how much comes out, and the reader believes them.
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const size = bytes.length < 4 ? 0 : view.getUint32(bytes.length - 4, true);
  if (size > maximumDirectoryBytes)
    throw new Fault(
      'too-large',
      `PMTiles: a directory of at most ${maximumDirectoryBytes} bytes expected, ${size} found.`,
    );
  try {
    return gunzipSync(bytes);
  } catch (error) {
    throw new Fault('bad-package', `PMTiles: a directory cannot be read: ${reasonOf(error)}.`);
  }
}

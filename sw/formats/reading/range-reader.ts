import { Fault, reasonOf } from '../../contract/index.ts';
import type { ByteRange } from '../../rows/manifest.ts';
import { sourceHost, sourceName } from './source-address.ts';

/** A file that is read by byte ranges. */
export interface ByteSource {
  readonly sizeBytes: number;
  /** Read a range of bytes. @throws {Fault} `source-failed` if the file can't be read or has changed */
  read(offset: number, length: number): Promise<Uint8Array<ArrayBuffer>>;
}

/** Read a local file by ranges. Only the requested ranges of a Blob are loaded. */
export const makeFileSource = (file: Blob | Uint8Array): ByteSource => ({
  sizeBytes: file instanceof Uint8Array ? file.length : file.size,
  read: async (offset, length) =>
    file instanceof Uint8Array
      ? new Uint8Array(file.subarray(offset, offset + length))
      : new Uint8Array(await file.slice(offset, offset + length).arrayBuffer()),
});

/** A remote file that is read by byte ranges. */
export interface RangeReader extends ByteSource {
  /** Scheme, host and path, without the parameters that sign the address. */
  readonly address: string;
  /** Fetch several ranges together, so that later reads don't wait for each one in turn. Throws like `read`. */
  readAhead(ranges: readonly ByteRange[]): Promise<void>;
}

/** Reason why a remote file can't be read. */
export type SourceReason =
  | 'unreachable'
  /** The user hasn't allowed requests to its server in this browser. */
  | 'not-allowed'
  /** The connection is open, but the server sends nothing. */
  | 'silent'
  | 'cors'
  | 'no-ranges'
  | 'changed'
  | 'hidden'
  | 'refused'
  | 'missing'
  | 'busy'
  | 'cut-off'
  | 'compressed'
  /** The format can't be read in place. */
  | 'format'
  | 'damaged'
  | 'encrypted'
  | 'empty'
  /** The file has no index of its parts. */
  | 'no-index'
  /** The parts of the file are too large. */
  | 'large-parts'
  /** The geometries are of several kinds or of an unsupported kind. */
  | 'shapes'
  | 'encoding'
  /** The order of the pixels prevents reading only a part. */
  | 'no-tiles'
  | 'not-placed'
  /** Vector tiles, which must be copied. */
  | 'vector-tiles'
  /** Published by an earlier version, which read more formats in place. */
  | 'no-longer'
  /** One request would read more than the limit. */
  | 'too-much';

/** Details in the message about a reason. */
export interface SourceDetail {
  /** HTTP status. */
  readonly status?: number;
  readonly waitSeconds?: number;
  readonly bytes?: number;
  readonly mb?: number;
  readonly limitMb?: number;
  /** The unsupported property of the file, by its name in the format. */
  readonly found?: string;
}

/** Create a fault about a remote file; its message names the host. */
export function sourceFault(
  address: string,
  reason: SourceReason,
  message: string,
  cause?: unknown,
  detail: SourceDetail = {},
): Fault {
  const file = sourceName(address);
  return new Fault(
    'source-failed',
    `${file}: ${message}`,
    { ...getFileAndHost(address), reason, ...detail },
    { cause },
  );
}

/** Convert an error about a remote file's content, thrown by a format reader, library or decoder, to a fault. */
export function toSourceFault(address: string, error: unknown): unknown {
  if (!(error instanceof Fault)) return sourceFault(address, 'damaged', `can't be read: ${reasonOf(error)}.`, error);
  const message = error.message.replace(/^(?:FlatGeobuf|PMTiles): /, '').replace(/\.?$/, '.');
  const { reason, ...detail } = error.detail;
  if (error.code === 'not-supported')
    return sourceFault(address, reason === 'encrypted' ? reason : 'encoding', message, error, detail as SourceDetail);
  if (error.code !== 'bad-package' && error.code !== 'bad-geometry') return error;
  return sourceFault(address, reason === 'format' ? reason : 'damaged', message, error);
}

/** Return the file name and the host; a local file has no host. */
function getFileAndHost(address: string): { readonly file: string; readonly host?: string } {
  const host = sourceHost(address);
  return { file: sourceName(address), ...(host ? { host } : {}) };
}

/** Create the fault for a compressed file, whose ranges would be ranges of the compressed bytes. */
export const compressedFault = (address: string): Fault =>
  sourceFault(
    address,
    'compressed',
    "the file is compressed as a whole, so it can't be read in parts. Serve it without compression.",
  );

/**
 * Check that a file doesn't begin like gzip; no format that is read in parts does.
 *
 * @throws {Fault} `source-failed` with the reason `compressed` if it does
 */
export function checkUncompressed(address: string, [first, second]: Uint8Array): void {
  if (first === 0x1f && second === 0x8b) throw compressedFault(address);
}

/** Return the total length of some ranges in bytes. */
export const sumLengths = (ranges: readonly ByteRange[]): number => ranges.reduce((sum, [, length]) => sum + length, 0);

/** Maximum bytes of a remote file that one request may read. */
const maxReadBytes = 48 * 1024 ** 2;

/**
 * Check that a request doesn't read more of a remote file than the limit.
 *
 * @param minBytes lower bound of the bytes read, if `bytes` is an estimate
 * @throws {Fault} `too-large`, with the cost
 */
export function checkReadSize(address: string, bytes: number, minBytes = bytes): void {
  if (minBytes <= maxReadBytes) return;
  const [mb, limitMb] = [bytes, maxReadBytes].map((value) => Math.ceil(value / 1024 ** 2)) as [number, number];
  throw new Fault(
    'too-large',
    `${sourceHost(address)}: expected to read at most ${limitMb} MB of the remote file, but this request needs about ${mb} MB. Request a smaller area, or zoom in.`,
    {
      ...getFileAndHost(address),
      ...{ reason: 'too-much' satisfies SourceReason, mb, limitMb },
      ...{ bytes: Math.ceil(bytes), limit: maxReadBytes },
    },
  );
}

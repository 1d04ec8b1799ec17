import { Fault, reasonOf } from '../../contract/index.ts';
import type { ByteRange } from '../../rows/manifest.ts';
import { sourceHost, sourceName } from './source-address.ts';

/** A file that is read by ranges. */
export interface ByteSource {
  readonly sizeBytes: number;
  /** @throws {Fault} `source-failed` when the file cannot be read, or is another one by now */
  read(offset: number, length: number): Promise<Uint8Array<ArrayBuffer>>;
}

/** Read a file that is here; of a Blob no more is in memory than what is read. */
export const wholeFile = (file: Blob | Uint8Array): ByteSource => ({
  sizeBytes: file instanceof Uint8Array ? file.length : file.size,
  read: async (offset, length) =>
    file instanceof Uint8Array
      ? new Uint8Array(file.subarray(offset, offset + length))
      : new Uint8Array(await file.slice(offset, offset + length).arrayBuffer()),
});

/** A file elsewhere, read in runs of bytes. */
export interface RangeReader extends ByteSource {
  /** Scheme, host and path; what signs the address is left out. */
  readonly address: string;
  /** Fetch some ranges together, so that reading them does not wait for one after the other. Faults as `read`. */
  readAhead(ranges: readonly ByteRange[]): Promise<void>;
}

/** Why a file elsewhere cannot be read. */
export type SourceReason =
  | 'unreachable'
  /** Nobody has agreed in this browser that its server is asked. */
  | 'not-allowed'
  /** Connected, and sends nothing. */
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
  /** None of the formats that are read in place. */
  | 'format'
  | 'damaged'
  | 'encrypted'
  | 'empty'
  /** Of its parts it is not known where they lie. */
  | 'no-index'
  /** Its parts are too large. */
  | 'large-parts'
  /** Shapes of several kinds, or of none that is read. */
  | 'shapes'
  | 'encoding'
  /** Pixels in an order in which no part can be read alone. */
  | 'no-tiles'
  | 'not-placed'
  /** Tiles of features, which are copied. */
  | 'vector-tiles'
  /** Published by an earlier version, which read more files in place. */
  | 'no-longer'
  /** One request would read more than it may. */
  | 'too-much';

/** What the sentence for a reason says as well. */
export interface SourceDetail {
  /** HTTP. */
  readonly status?: number;
  readonly waitSeconds?: number;
  readonly bytes?: number;
  readonly mb?: number;
  readonly limitMb?: number;
  /** What the file has, by its name in the format. */
  readonly found?: string;
}

/** Make the fault of a file elsewhere; it names the host. */
export function sourceFault(
  address: string,
  reason: SourceReason,
  message: string,
  cause?: unknown,
  detail: SourceDetail = {},
): Fault {
  const file = sourceName(address);
  return new Fault('source-failed', `${file}: ${message}`, { ...sourceOf(address), reason, ...detail }, { cause });
}

/** Make the fault of what a reader of a format, a library or a decoder threw about the content of a file elsewhere. */
export function failedRead(address: string, error: unknown): unknown {
  if (!(error instanceof Fault))
    return sourceFault(address, 'damaged', `it cannot be read: ${reasonOf(error)}.`, error);
  const message = error.message.replace(/\.?$/, '.');
  const { reason, ...detail } = error.detail;
  if (error.code === 'not-supported')
    return sourceFault(address, reason === 'encrypted' ? reason : 'encoding', message, error, detail as SourceDetail);
  if (error.code !== 'bad-package' && error.code !== 'bad-geometry') return error;
  return sourceFault(address, reason === 'format' ? reason : 'damaged', message, error);
}

/** The file and its host, which one on this computer has not. */
function sourceOf(address: string): { readonly file: string; readonly host?: string } {
  const host = sourceHost(address);
  return { file: sourceName(address), ...(host ? { host } : {}) };
}

/** Make the fault of a file whose ranges are those of its compressed bytes. */
export const compressedFault = (address: string): Fault =>
  sourceFault(address, 'compressed', 'it is compressed as a whole, so parts of it cannot be read.');

/** Check that a file does not begin like gzip: no format that is read in parts does. @throws {Fault} `source-failed` */
export function checkUncompressed(address: string, [first, second]: Uint8Array): void {
  if (first === 0x1f && second === 0x8b) throw compressedFault(address);
}

/** Bytes of some ranges together. */
export const lengthOf = (ranges: readonly ByteRange[]): number => ranges.reduce((sum, [, length]) => sum + length, 0);

/** What one request may read of a file elsewhere. */
const largestReadBytes = 48 * 1024 ** 2;

/**
 * Check what one request reads of a file elsewhere.
 *
 * @param sureBytes where `bytes` are an estimate: what is read at the least
 * @throws {Fault} `too-large`, with the cost
 */
export function checkReadSize(address: string, bytes: number, sureBytes = bytes): void {
  if (sureBytes <= largestReadBytes) return;
  const [mb, limitMb] = [bytes, largestReadBytes].map((value) => Math.ceil(value / 1024 ** 2)) as [number, number];
  throw new Fault(
    'too-large',
    `${sourceHost(address)}: the request needs about ${mb} MB of a file that stays there, and at most ${limitMb} MB are read at once. Give a smaller area, or zoom in.`,
    {
      ...sourceOf(address),
      ...{ reason: 'too-much' satisfies SourceReason, mb, limitMb },
      ...{ bytes: Math.ceil(bytes), limit: largestReadBytes },
    },
  );
}

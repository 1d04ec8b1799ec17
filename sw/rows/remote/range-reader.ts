import { Fault } from '../../contract/index.ts';
import type { ByteRange } from '../manifest.ts';
import { sourceHost, sourceName } from './source-address.ts';

/** A file elsewhere, read in runs of bytes. */
export interface RangeReader {
  /** Scheme, host and path; what signs the address is left out. */
  readonly address: string;
  readonly sizeBytes: number;
  /** @throws {Fault} `source-failed` when the file cannot be read, or is another one by now */
  read(offset: number, length: number): Promise<Uint8Array<ArrayBuffer>>;
  /** Fetch some ranges together, so that reading them does not wait for one after the other. Faults as `read`. */
  readAhead(ranges: readonly ByteRange[]): Promise<void>;
}

/** Why a file elsewhere cannot be read. */
type SourceReason =
  | 'unreachable'
  | 'cors'
  | 'no-ranges'
  | 'changed'
  | 'hidden'
  | 'refused'
  | 'missing'
  | 'busy'
  | 'cut-off'
  | 'compressed'
  | 'damaged'
  | 'locked';

/** Make the fault of a file elsewhere; it names the host, or the file on this computer. */
export function sourceFault(address: string, reason: SourceReason, message: string, cause?: unknown): Fault {
  const host = sourceHost(address);
  return new Fault(
    'source-failed',
    `${sourceName(address)}: ${message}`,
    { ...(host ? { host } : {}), reason },
    { cause },
  );
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

/** What it may read piece by piece once a person has agreed. */
export const largestAgreedBytes = 1024 ** 3;

/** How sure it is what is read, and how. */
interface ReadSize {
  /** Where `bytes` are an estimate: what is read at the least. */
  readonly sureBytes?: number;
  /** Whether it can be read piece by piece, so that a person may agree to more; the fault then says to how much (`mostAgreed`). */
  readonly inPieces?: boolean;
}

/** @throws {Fault} `too-large` */
export function checkReadSize(
  address: string,
  bytes: number,
  { sureBytes = bytes, inPieces = false }: ReadSize = {},
): void {
  if (sureBytes <= largestReadBytes) return;
  const mb = (value: number) => Math.ceil(value / 1024 ** 2);
  const source = sourceHost(address) || sourceName(address);
  throw new Fault(
    'too-large',
    `${source}: the request needs about ${mb(bytes)} MB of a file that stays there, and at most ${mb(largestReadBytes)} MB are read at once. Give a smaller area, or zoom in.`,
    {
      bytes: Math.ceil(bytes),
      limit: largestReadBytes,
      ...(inPieces && bytes <= largestAgreedBytes ? { source, mostAgreed: largestAgreedBytes } : {}),
    },
  );
}

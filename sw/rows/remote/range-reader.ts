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
  | 'for-drawing'
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

/** What one request may read of a file elsewhere. */
const largestReadBytes = 48 * 1024 ** 2;

/** @throws {Fault} `too-large` */
export function checkReadSize(address: string, bytes: number): void {
  if (bytes <= largestReadBytes) return;
  const mb = (value: number) => Math.ceil(value / 1024 ** 2);
  throw new Fault(
    'too-large',
    `${sourceHost(address) || sourceName(address)}: the request needs about ${mb(bytes)} MB of a file that stays there, and at most ${mb(largestReadBytes)} MB are read at once. Give a smaller area, or zoom in.`,
    { bytes, limit: largestReadBytes },
  );
}

import type { Fault } from '../../contract/index.ts';
import { sourceFault } from './range-reader.ts';

/** `fetch` of the host. */
export type FetchElsewhere = (address: string, init: RequestInit) => Promise<Response>;

/** Where a file is, and which content of it is meant. */
interface FileElsewhere {
  /** Without what signs it; names the file in messages. */
  readonly address: string;
  /** What is fetched: with a signature, where there is one. */
  readonly signedAddress: string;
}

/** A part of a file, and what its server says of the whole. */
interface FetchedRange {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Undefined when the server does not show it to other origins. */
  readonly sizeBytes: number | undefined;
  readonly version: string;
}

const timeoutMs = 20_000;
const retryMs = 300;
const longestRetryMs = 5000;

/**
 * Fetch a run of bytes, with one more try when the server is busy or breaks off. No request carries anything that tells who
 * asks or from where, and none is answered from the browser's own cache, which mixes versions.
 *
 * @param isExpected judges the version before the body is read; its fault ends the request
 * @throws {Fault} `source-failed`
 */
export async function fetchRange(
  fetchElsewhere: FetchElsewhere,
  file: FileElsewhere,
  offset: number,
  length: number,
  isExpected?: (version: string, sizeBytes: number | undefined) => Fault | undefined,
): Promise<FetchedRange> {
  const fetched = await tryRange(fetchElsewhere, file, offset, length, isExpected);
  if (!('retryMs' in fetched)) return fetched;
  await new Promise((resolve) => setTimeout(resolve, fetched.retryMs * (1 + (offset % 7) / 7)));
  const again = await tryRange(fetchElsewhere, file, offset, length, isExpected);
  if ('retryMs' in again) throw again.fault;
  return again;
}

async function tryRange(
  fetchElsewhere: FetchElsewhere,
  { address, signedAddress }: FileElsewhere,
  offset: number,
  length: number,
  isExpected: Parameters<typeof fetchRange>[4],
): Promise<FetchedRange | { readonly fault: Fault; readonly retryMs: number }> {
  const cancel = new AbortController();
  const timer = setTimeout(() => cancel.abort(), timeoutMs);
  try {
    const response = await fetchElsewhere(signedAddress, {
      headers: { range: `bytes=${offset}-${offset + length - 1}` },
      cache: 'no-store',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: cancel.signal,
    });
    const { status, headers } = response;
    const fault = statusFault(address, status);
    if (fault) {
      cancel.abort();
      const after = Number(headers.get('retry-after') ?? Number.NaN) * 1000;
      const isBusy = status === 429 || status >= 500;
      if (!isBusy || after > longestRetryMs) throw fault;
      return { fault, retryMs: after || retryMs };
    }
    const sizeBytes = Number(/\/(\d+)$/.exec(headers.get('content-range') ?? '')?.[1] ?? Number.NaN);
    const size = Number.isNaN(sizeBytes) ? undefined : sizeBytes;
    const version = versionOf(headers);
    const other = isExpected?.(version, size);
    if (other) {
      cancel.abort();
      throw other;
    }
    const bytes = await bodyOf(response, length);
    const isCutOff = bytes.length !== (size === undefined ? length : Math.min(length, size - offset));
    if (!isCutOff || (size === undefined && !isExpected)) return { bytes, sizeBytes: size, version };
    const message = `${length} bytes from ${offset} on expected, ${bytes.length} found: the connection was cut off.`;
    return { fault: sourceFault(address, 'cut-off', message), retryMs };
  } catch (error) {
    if (error instanceof Error && error.name === 'Fault') throw error;
    const message = cancel.signal.aborted
      ? `no answer within ${timeoutMs / 1000} seconds.`
      : 'not reachable. Either there is no connection, or its server does not let pages of other origins read it (CORS).';
    return { fault: sourceFault(address, 'unreachable', message, error), retryMs };
  } finally {
    clearTimeout(timer);
  }
}

/** The content of a file, as its server names it; empty when it does not. */
const versionOf = (headers: Headers): string => {
  const tag = headers.get('etag')?.replace(/^W\//, '');
  if (tag) return `etag:${tag}`;
  const modified = headers.get('last-modified');
  return modified ? `modified:${modified}` : '';
};

function statusFault(address: string, status: number): Fault | undefined {
  if (status === 206) return undefined;
  if (status === 200)
    return sourceFault(address, 'no-ranges', 'the server sends the whole file where a part was requested (no ranges).');
  if (status === 416) return sourceFault(address, 'changed', 'the file is shorter than when it was published.');
  if (status === 401 || status === 403)
    return sourceFault(address, 'refused', `the server refuses it (HTTP ${status}): its address may have expired.`);
  if (status === 404 || status === 410)
    return sourceFault(address, 'missing', `the file is not there any more (HTTP ${status}).`);
  return sourceFault(address, 'busy', `the server answers HTTP ${status}.`);
}

/** Read a body, and stop where it has more than was requested. */
async function bodyOf(response: Response, length: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(length);
  let end = 0;
  const reader = response.body!.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return bytes.subarray(0, end);
    const rest = value.subarray(0, length - end);
    bytes.set(rest, end);
    end += rest.length;
    if (rest.length < value.length) {
      await reader.cancel();
      return bytes;
    }
  }
}

import type { Fault } from '../../contract/index.ts';
import {
  compressedFault,
  type SourceDetail,
  type SourceReason,
  sourceFault,
} from '../../formats/reading/range-reader.ts';
import type { SourceAddress } from '../../formats/reading/source-address.ts';
import type { FetchRemote } from '../../store/open-store.ts';

/** A range of a file, with the size and version of the whole file. */
interface FetchedRange {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Undefined if the server doesn't expose the size to other origins. */
  readonly sizeBytes: number | undefined;
  readonly version: string;
}

/** A request fails if no byte is received for this long. */
const silenceMs = 10_000;
const retryMs = 300;
const maxRetryMs = 5000;

/**
 * Request options that reveal nothing about the user or page. The HTTP cache is bypassed, because it mixes versions.
 * Redirects fail, because they may lead to servers that the user hasn't allowed.
 */
export const plainRequest = {
  cache: 'no-store',
  credentials: 'omit',
  referrerPolicy: 'no-referrer',
  redirect: 'error',
} as const;

/**
 * Fetch a range of bytes. Retry once if the server is busy or the connection breaks.
 *
 * @param isExpected checks the version before the body is read; a fault that it returns ends the request
 * @throws {Fault} `source-failed` if the range can't be fetched, and the fault of `isExpected`
 */
export async function fetchRange(
  fetchRemote: FetchRemote,
  file: SourceAddress,
  offset: number,
  length: number,
  isExpected?: (version: string, sizeBytes: number | undefined) => Fault | undefined,
): Promise<FetchedRange> {
  const fetched = await tryRange(fetchRemote, file, offset, length, isExpected);
  if (!('retryMs' in fetched)) return fetched;
  await new Promise((resolve) => setTimeout(resolve, fetched.retryMs * (1 + (offset % 7) / 7)));
  const again = await tryRange(fetchRemote, file, offset, length, isExpected);
  if (!('retryMs' in again)) return again;
  if (again.fault.detail.reason !== 'unreachable' || !(await answersUnread(fetchRemote, file))) throw again.fault;
  throw sourceFault(
    file.address,
    'cors',
    "the server doesn't allow pages of other origins to read it (CORS). Send Access-Control-Allow-Origin: * and Access-Control-Expose-Headers: ETag, Content-Range.",
    again.fault,
  );
}

/** Check whether the server answers without CORS headers, which pages can't distinguish from a network error. */
const answersUnread = (fetchRemote: FetchRemote, { signedAddress }: SourceAddress): Promise<boolean> =>
  fetchRemote(signedAddress, {
    ...plainRequest,
    method: 'HEAD',
    mode: 'no-cors',
    // Browsers only allow `follow` for no-cors requests.
    redirect: 'follow',
    signal: AbortSignal.timeout(silenceMs),
  }).then(
    () => true,
    () => false,
  );

async function tryRange(
  fetchRemote: FetchRemote,
  { address, signedAddress }: SourceAddress,
  offset: number,
  length: number,
  isExpected: Parameters<typeof fetchRange>[4],
): Promise<FetchedRange | { readonly fault: Fault; readonly retryMs: number }> {
  const cancel = new AbortController();
  const silence = () => setTimeout(() => cancel.abort(), silenceMs);
  let timer = silence();
  let receivedBytes: number | undefined;
  const onPiece = (received: number): void => {
    clearTimeout(timer);
    timer = silence();
    receivedBytes = received;
  };
  try {
    const headers = { range: `bytes=${offset}-${offset + length - 1}` };
    const response = await fetchRemote(signedAddress, { ...plainRequest, headers, signal: cancel.signal });
    const fault = statusFault(address, response);
    if (fault) {
      cancel.abort();
      const waitMs = retryAfterMs(response.headers);
      if (fault.detail.reason !== 'busy' || (waitMs ?? 0) > maxRetryMs) throw fault;
      return { fault, retryMs: waitMs ?? retryMs };
    }
    const sizeBytes = readTotalSize(response.headers);
    const version = readVersion(response.headers);
    const other = isExpected?.(version, sizeBytes);
    if (other) {
      cancel.abort();
      throw other;
    }
    onPiece(0);
    const { bytes, isLonger } = await readRangeBody(response, length, onPiece);
    if (isLonger) throw compressedFault(address);
    const isCutOff = bytes.length !== (sizeBytes === undefined ? length : Math.min(length, sizeBytes - offset));
    if (!isCutOff || (sizeBytes === undefined && !isExpected)) return { bytes, sizeBytes, version };
    return { fault: cutOffFault(address, offset, length, bytes.length), retryMs };
  } catch (error) {
    if (error instanceof Error && error.name === 'Fault') throw error;
    if (cancel.signal.aborted)
      throw sourceFault(address, 'silent', `the server didn't respond within ${silenceMs / 1000} seconds.`, error);
    if (receivedBytes !== undefined) return { fault: cutOffFault(address, offset, length, receivedBytes), retryMs };
    return {
      fault: sourceFault(address, 'unreachable', "the server can't be reached. Check the connection.", error),
      retryMs,
    };
  } finally {
    clearTimeout(timer);
  }
}

/** Hint about the headers that a server must expose to other origins. */
export const exposedHeaders = 'Send Access-Control-Expose-Headers: ETag, Content-Range.';

/** Create the fault for a file without a readable version, so that changes can't be detected. */
export const versionlessFault = (address: string): Fault =>
  sourceFault(address, 'hidden', `the server hides the file's version from pages of other origins. ${exposedHeaders}`);

function cutOffFault(address: string, offset: number, length: number, actualLength: number): Fault {
  const message = `expected ${length} bytes from byte ${offset}, found ${actualLength}: the connection was cut off, or the server compresses its answers.`;
  return sourceFault(address, 'cut-off', message);
}

/** Return the size of the whole file; undefined if the server doesn't expose it to other origins. */
function readTotalSize(headers: Headers): number | undefined {
  const size = /\/(\d+)$/.exec(headers.get('content-range') ?? '')?.[1];
  return size === undefined ? undefined : Number(size);
}

/** Return how long the server asks to wait before a retry; undefined if it doesn't give seconds. */
function retryAfterMs(headers: Headers): number | undefined {
  const seconds = /^\d+$/.exec(headers.get('retry-after') ?? '')?.[0];
  return seconds === undefined ? undefined : 1000 * Number(seconds);
}

/** Return the version of a file by its ETag or modification date; empty if the server sends neither. */
const readVersion = (headers: Headers): string => {
  const tag = headers.get('etag')?.replace(/^W\//, '');
  if (tag) return `etag:${tag}`;
  const modified = headers.get('last-modified');
  return modified ? `modified:${modified}` : '';
};

function statusFault(address: string, { status, headers }: Response): Fault | undefined {
  if (status === 206) return undefined;
  const makeSourceFault = (reason: SourceReason, message: string, detail: SourceDetail = {}) =>
    sourceFault(address, reason, message, undefined, { status, ...detail });
  if (status === 200)
    return sourceFault(address, 'no-ranges', 'the server ignores range requests and sends the whole file.');
  if (status === 416)
    return sourceFault(
      address,
      'changed',
      'the file has changed since it was published: it is shorter. Publish it again.',
    );
  if (status === 401 || status === 403)
    return makeSourceFault(
      'refused',
      `the server refuses access (HTTP ${status}). Check whether the address has expired.`,
    );
  if (status === 404 || status === 410)
    return makeSourceFault('missing', `not found on the server (HTTP ${status}). Check whether it was moved.`);
  if (status !== 429 && status < 500)
    return makeSourceFault('refused', `the server doesn't send the file (HTTP ${status}).`);
  const waitMs = retryAfterMs(headers);
  const wait = waitMs ? { waitSeconds: waitMs / 1000 } : {};
  const pause = ` Try again ${waitMs ? `in ${wait.waitSeconds} seconds` : 'later'}.`;
  return makeSourceFault('busy', `the server is busy or failing (HTTP ${status}).${pause}`, wait);
}

/** Read a body, and stop if it is longer than requested. Only a range that was decompressed in transit is longer. */
async function readRangeBody(
  response: Response,
  length: number,
  onPiece: (receivedBytes: number) => void,
): Promise<{ readonly bytes: Uint8Array<ArrayBuffer>; readonly isLonger: boolean }> {
  const bytes = new Uint8Array(length);
  let end = 0;
  const reader = response.body!.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return { bytes: bytes.subarray(0, end), isLonger: false };
    const rest = value.subarray(0, length - end);
    bytes.set(rest, end);
    end += rest.length;
    onPiece(end);
    if (rest.length < value.length) {
      await reader.cancel();
      return { bytes, isLonger: true };
    }
  }
}

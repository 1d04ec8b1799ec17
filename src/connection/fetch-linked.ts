import { callsAlone } from '../worker-calls.ts';
import type { LinkedHandlers, LinkFailure } from './linked-worker.ts';

/** Error for a remote file that couldn't be fetched. */
export class LinkError extends Error {
  readonly reason: LinkFailure;

  constructor(reason: LinkFailure) {
    super(reason.failure === 'status' ? `HTTP ${reason.status}` : reason.failure);
    this.reason = reason;
  }
}

interface LinkedOptions {
  /** Called with the bytes received so far. @param totalBytes undefined if the server doesn't report it */
  readonly onProgress?: (receivedBytes: number, totalBytes: number | undefined) => void;
  readonly signal?: AbortSignal;
  readonly maximumBytes?: number;
}

/** Maximum bytes of a fetched file, the same as for packages. */
export const maximumLinkedBytes = 1024 ** 3;

/** The content security policy of the page allows no requests to other servers, so a worker sends them. */
const linked = callsAlone<LinkedHandlers>(
  () => new Worker(new URL('./linked-worker.ts', import.meta.url), { type: 'module', name: 'linked' }),
);

/**
 * Fetch a file from another server without credentials or referrer.
 *
 * @returns the file with the name and content type from the server
 * @throws {LinkError} with the reason; the signal's reason after an abort
 */
export async function fetchLinked(
  address: string,
  { onProgress = () => {}, signal, maximumBytes = maximumLinkedBytes }: LinkedOptions = {},
): Promise<File> {
  const response = await linked.fetchFile(address, maximumBytes, onProgress, signal);
  if ('failure' in response) throw new LinkError(response);
  return response;
}

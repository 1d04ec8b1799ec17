import { callsAlone } from '../worker-calls.ts';
import type { LinkedHandlers, LinkFailure } from './linked-worker.ts';

/** A file of another server was not fetched. */
export class LinkError extends Error {
  readonly reason: LinkFailure;

  constructor(reason: LinkFailure) {
    super(reason.failure === 'status' ? `HTTP ${reason.status}` : reason.failure);
    this.reason = reason;
  }
}

interface LinkedOptions {
  /** @param total absent where the server does not say */
  readonly onProgress?: (receivedBytes: number, totalBytes: number | undefined) => void;
  readonly signal?: AbortSignal;
  readonly maximumBytes?: number;
}

/** The largest file that is fetched: that of a package. */
export const maximumLinkedBytes = 1024 ** 3;

/** The policy of the page lets the page itself send nothing elsewhere. */
const linked = callsAlone<LinkedHandlers>(
  () => new Worker(new URL('./linked-worker.ts', import.meta.url), { type: 'module', name: 'linked' }),
);

/**
 * Fetch a file from another server, with nothing that says who asks or from where.
 *
 * @returns the file by the name that the server gives it, with its content type
 * @throws {LinkError} with the reason; the signal's reason after an abort
 */
export async function fetchLinked(
  address: string,
  { onProgress = () => {}, signal, maximumBytes = maximumLinkedBytes }: LinkedOptions = {},
): Promise<File> {
  const found = await linked.fetchFile(address, maximumBytes, onProgress, signal);
  if ('failure' in found) throw new LinkError(found);
  return found;
}

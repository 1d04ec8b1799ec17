import type { Linked, LinkedRequest, LinkFailure } from './linked-worker.ts';

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

/**
 * Fetch a file from another server, with nothing that says who asks or from where. A worker does it, for this once: the policy of the
 * page lets the page itself send nothing elsewhere.
 *
 * @returns the file by the name that the server gives it, with its content type
 * @throws {LinkError} with the reason; the signal's reason after an abort
 */
export async function fetchLinked(
  address: string,
  { onProgress, signal, maximumBytes = maximumLinkedBytes }: LinkedOptions = {},
): Promise<File> {
  signal?.throwIfAborted();
  const worker = new Worker(new URL('./linked-worker.ts', import.meta.url), { type: 'module', name: 'linked' });
  try {
    const linked = await new Promise<Exclude<Linked, { readonly received: number }>>((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
      worker.onmessage = ({ data }: MessageEvent<Linked>) => {
        if ('received' in data) onProgress?.(data.received, data.total);
        else resolve(data);
      };
      worker.onerror = ({ message }) => reject(new Error(message));
      worker.postMessage({ address, maximumBytes } satisfies LinkedRequest);
    });
    if ('content' in linked) return new File([linked.content], linked.name, { type: linked.contentType });
    throw new LinkError(linked);
  } finally {
    worker.terminate();
  }
}

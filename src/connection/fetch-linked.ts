import type { Linked, LinkedRequest } from './linked-worker.ts';

/** A file of another server is larger than what would be asked for. */
export class TooLargeError extends Error {}

interface LinkedOptions {
  /** @param total absent where the server does not say */
  readonly onProgress?: (receivedBytes: number, totalBytes: number | undefined) => void;
  readonly signal?: AbortSignal;
}

/** The largest file that is fetched: that of a package. */
export const maximumLinkedBytes = 1024 ** 3;

/**
 * Fetch a file from another server, with nothing that says who asks or from where. A worker does it, for this once: the policy of the
 * page lets the page itself send nothing elsewhere.
 *
 * @returns the file by the name that the server gives it, with its content type
 * @throws {TypeError} when the server is not reachable or does not let pages of other origins read it (CORS), as the browser tells
 *   neither from the other
 * @throws {TooLargeError} above `maximumLinkedBytes`
 * @throws {Error} with the status when there is no such file; the signal's reason after an abort
 */
export async function fetchLinked(address: string, { onProgress, signal }: LinkedOptions = {}): Promise<File> {
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
      worker.postMessage({ address, maximumBytes: maximumLinkedBytes } satisfies LinkedRequest);
    });
    if ('content' in linked) return new File([linked.content], linked.name, { type: linked.contentType });
    if ('tooLarge' in linked) throw new TooLargeError(`More than ${maximumLinkedBytes} bytes.`);
    throw linked.isUnreachable ? new TypeError(linked.message) : new Error(linked.message);
  } finally {
    worker.terminate();
  }
}

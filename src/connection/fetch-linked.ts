import type { Linked } from './linked-worker.ts';

/**
 * Fetch a file from another server, with nothing that says who asks or from where. A worker does it, for this once: the policy of the
 * page lets the page itself send nothing elsewhere.
 *
 * @throws {TypeError} when the server is not reachable or does not let pages of other origins read it (CORS), as the browser tells
 *   neither from the other
 * @throws {Error} with the status when there is no such file
 */
export async function fetchLinked(address: string): Promise<File> {
  const worker = new Worker(new URL('./linked-worker.ts', import.meta.url), { type: 'module', name: 'linked' });
  try {
    const linked = await new Promise<Linked>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<Linked>) => resolve(data);
      worker.onerror = ({ message }) => reject(new Error(message));
      worker.postMessage(address);
    });
    if ('content' in linked) return new File([linked.content], linked.name);
    throw linked.isUnreachable ? new TypeError(linked.message) : new Error(linked.message);
  } finally {
    worker.terminate();
  }
}

const channelName = `soapstone:worker-change:${import.meta.env.BASE_URL}`;
/** Maximum time that requests wait for a change of the worker. */
const workerTimeoutMs = 10_000;
/** Time after which other tabs have the message, and dispatched requests have reached the worker. */
const listenMs = 200;

let changed: Promise<void> | undefined;
let end = () => {};

/**
 * Return a promise that resolves when an announced change of the worker ends, or after the timeout; undefined if no
 * change is announced.
 *
 * Browsers replace a worker while the old one is idle. Chromium stops the old worker for this, but a request starts it
 * again. The change then waits until there have been no requests for 30 s.
 */
export const changeOver = (): Promise<void> | undefined => changed;

/** Delay requests of all tabs until the worker has changed. Resolves when the other tabs have the message. */
export async function announceChange(): Promise<void> {
  beginChange();
  const channel = new BroadcastChannel(channelName);
  channel.postMessage('change');
  await new Promise((resolve) => setTimeout(resolve, listenMs));
  channel.close();
}

export function watchWorkerChanges(): void {
  new BroadcastChannel(channelName).addEventListener('message', beginChange);
}

/** Send the delayed requests, after the worker has changed. */
export const endChange = (): void => end();

function beginChange(): void {
  changed ??= new Promise((resolve) => {
    const timer = setTimeout(endChange, workerTimeoutMs);
    end = () => {
      clearTimeout(timer);
      changed = undefined;
      resolve();
    };
  });
}

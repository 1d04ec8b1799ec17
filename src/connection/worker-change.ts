const channelName = `soapstone:worker-change:${import.meta.env.BASE_URL}`;
/** How long a change of the worker is waited for with what is to be sent. */
const patienceMs = 10_000;
/** Within this time the other tabs have heard of it, and what is being dispatched has reached the worker. */
const hearMs = 200;

let changed: Promise<void> | undefined;
let end = () => {};

/**
 * Resolves at once unless the worker is about to be changed: then after the change, or when that takes too long.
 *
 * A browser changes workers while the old one is idle. Chromium stops it for that, but a call that comes meanwhile starts
 * it again, and then the change waits until nothing was asked for 30 s.
 */
export const changeOver = (): Promise<void> | undefined => changed;

/** Hold calls of this tab and of the others back until the worker has changed; resolves when they have heard of it. */
export async function announceChange(): Promise<void> {
  hold();
  const channel = new BroadcastChannel(channelName);
  channel.postMessage('change');
  await new Promise((resolve) => setTimeout(resolve, hearMs));
  channel.close();
}

export function heedChanges(): void {
  new BroadcastChannel(channelName).addEventListener('message', hold);
}

/** The worker has changed: what was held back is sent. */
export const endChange = (): void => end();

function hold(): void {
  changed ??= new Promise((resolve) => {
    const timer = setTimeout(endChange, patienceMs);
    end = () => {
      clearTimeout(timer);
      changed = undefined;
      resolve();
    };
  });
}

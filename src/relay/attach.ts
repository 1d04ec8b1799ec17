import { effect, signal } from '@preact/signals';
import { relayAccess } from './access.ts';
import type { FromRelayWorker, RelayState, ToRelayWorker } from './worker-messages.ts';

/** How this tab stands with the program that serves it: undefined while another tab answers programs, or nobody does. */
export const relayState = signal<RelayState | undefined>(undefined);

/**
 * Let programs outside the browser reach the maps through this page, for as long as it is open.
 *
 * Of several tabs the one that holds the lock answers, and when it closes the next takes over. A browser freezes no page
 * that holds a lock; should it do so all the same, the page lets go of it first.
 */
export async function attachRelay(): Promise<void> {
  for (;;) {
    await navigator.locks.request(`relay:${import.meta.env.BASE_URL}`, lead);
    await new Promise((resolve) => document.addEventListener('resume', resolve, { once: true }));
  }
}

/** Answer programs until the page is frozen. */
async function lead(): Promise<void> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'relay' });
  const tell = (message: ToRelayWorker) => worker.postMessage(message);
  const retry = () => tell({ type: 'retry' });
  worker.onmessage = ({ data }: MessageEvent<FromRelayWorker>) => {
    if (data.type === 'state') relayState.value = data.state;
    else navigator.serviceWorker.controller?.postMessage(data);
  };
  const stopTelling = effect(() => tell({ type: 'access', access: relayAccess.value }));
  addEventListener('online', retry);
  document.addEventListener('visibilitychange', retry);
  await new Promise((resolve) => document.addEventListener('freeze', resolve, { once: true }));
  stopTelling();
  removeEventListener('online', retry);
  document.removeEventListener('visibilitychange', retry);
  worker.terminate();
  relayState.value = undefined;
}

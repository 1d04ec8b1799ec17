import { type ReadonlySignal, signal } from '@preact/signals';
import { isForeignFrame, type Link, linkState, setLinkState, stopWith } from './link-state.ts';

const base = import.meta.env.BASE_URL;
/** Header of the backend's responses, with the version of the server's app. */
const versionHeader = 'x-soapstone';
/** Delay between checks whether the server can be reached again. */
const retryMs = 2000;

const reachable = signal(true);
/** False if the server didn't answer the last request. */
export const isReachable: ReadonlySignal<boolean> = reachable;

let version: string | undefined;
let started: Promise<boolean> | undefined;
let returning: Promise<void> | undefined;

/** The link to the program that serves this page. Closing a connection aborts its request there. */
export const serverLink: Link = {
  start() {
    started ??= start().catch((error: unknown) => stopWith('blocked', error));
    return started;
  },
  canSend: () => serverLink.start(),
  async fetch(url, init) {
    try {
      const response = await fetch(url, init);
      reachable.value = true;
      compareVersion(response);
      return response;
    } catch (error) {
      if (!init.signal?.aborted) watchReturn();
      throw error;
    }
  },
  async applyUpdate() {
    location.reload();
  },
  waitForCache: async () => false,
};

async function start(): Promise<boolean> {
  if (isForeignFrame()) return stopWith('framed', '');
  if (!isSecureContext) return stopWith('unsupported', 'isSecureContext is false');
  if (await findLeftWorker()) return stopWith('worker-left', '');
  try {
    // The server answers 503 while it publishes its files.
    while ((await askHealth()) === 503) await new Promise((resolve) => setTimeout(resolve, retryMs / 4));
  } catch (error) {
    // The page came from the browser's cache, so load it again when the server is reachable.
    void watchReturn().then(() => location.reload());
    return stopWith('blocked', error);
  }
  setLinkState('ready');
  // Loading parts fails if the server has another version by now, so offer a reload.
  addEventListener('vite:preloadError', () => setLinkState('update-ready'));
  return true;
}

const askHealth = async (): Promise<number> => (await fetch(`${base}health`, { cache: 'no-store' })).status;

/** Report that the server is unreachable until it answers again. */
function watchReturn(): Promise<void> {
  reachable.value = false;
  returning ??= waitForServer().then(() => {
    reachable.value = true;
    returning = undefined;
  });
  return returning;
}

async function waitForServer(): Promise<void> {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, retryMs));
    const status = await askHealth().catch(() => 503);
    if (status !== 503) return;
  }
}

/** Offer a reload if the server has another version than the one that answered first. */
function compareVersion({ headers }: Response): void {
  const answered = headers.get(versionHeader);
  if (answered === null) return;
  version ??= answered;
  if (answered !== version && linkState.peek() === 'ready') setLinkState('update-ready');
}

/** Return the service worker registered here by another host at this address, such as an earlier version. */
export async function findLeftWorker(): Promise<ServiceWorkerRegistration | undefined> {
  return (await navigator.serviceWorker?.getRegistration(base).catch(() => undefined)) ?? undefined;
}

import { markCacheName } from '../../sw/service/mark.ts';
import { cancellableFetch } from '../client/worker-transport.ts';
import { isForeignFrame, type Link, setLinkState, stopWith } from './link-state.ts';
import { bringMark } from './mark.ts';
import { announceChange, changeOver, endChange, watchWorkerChanges } from './worker-change.ts';

const base = import.meta.env.BASE_URL;
const claimTimeoutMs = 3000;
const updateCheckMs = 60 * 60 * 1000;
const focusCheckMs = 60 * 1000;
/** Set in this tab while it reloads to be controlled by the worker, so that it tries only once. */
const reloadMark = `soapstone:reloaded-for-control:${base}`;

let registration: ServiceWorkerRegistration | undefined;
let isApplying = false;
let started: Promise<boolean> | undefined;

/** The link to the service worker of this page. */
export const workerLink: Link = {
  start() {
    started ??= start().catch((error: unknown) => stopWith('blocked', error));
    return started;
  },
  async canSend() {
    await workerLink.start();
    await changeOver();
    return Boolean(navigator.serviceWorker?.controller);
  },
  fetch: cancellableFetch,
  applyUpdate,
  waitForCache,
};

/** Wait until the worker has cached the whole app. */
function waitForCache(): Promise<boolean> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => {
      port1.close();
      resolve(data === true);
    };
    navigator.serviceWorker.controller?.postMessage({ type: 'keep-rest' }, [port2]);
  });
}

/** Change to the newer version once it is downloaded. */
async function applyUpdate(): Promise<void> {
  if (isApplying) return;
  isApplying = true;
  const workerRegistration = registration;
  // Parts of this version may no longer exist before the browser has found the newer one, so look for it now.
  if (!workerRegistration?.waiting && !workerRegistration?.installing)
    await workerRegistration?.update().catch(() => undefined);
  const next = workerRegistration?.waiting ?? workerRegistration?.installing;
  const go = async () => {
    if (!next || next.state === 'redundant') location.reload();
    if (next?.state !== 'installed') return;
    await announceChange();
    workerRegistration?.active?.postMessage({ type: 'make-way' });
    next.postMessage({ type: 'skip-waiting' });
  };
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  next?.addEventListener('statechange', go);
  await go();
}

async function start(): Promise<boolean> {
  if (isForeignFrame()) return stopWith('framed', '');
  if (!('serviceWorker' in navigator)) return stopWith('unsupported', 'navigator.serviceWorker is missing');
  if (new URLSearchParams(location.search).has('no-sw')) return await removeWorker();
  await bringMark();
  const workerRegistration = await register();
  if (!workerRegistration) return false;
  registration = workerRegistration;
  const isFirstVisit = !workerRegistration.active;
  await waitForActivation(workerRegistration);
  if (!(await waitForTakeover(workerRegistration))) return reloadOnce();
  sessionStorage.removeItem(reloadMark);
  setLinkState('ready');
  watchUpdates(workerRegistration, isFirstVisit);
  return true;
}

async function register(): Promise<ServiceWorkerRegistration | undefined> {
  try {
    return await navigator.serviceWorker.register(`${base}sw.js`, { scope: base, updateViaCache: 'none' });
  } catch (error) {
    // If the script can't be fetched, the worker of an earlier visit still works.
    const earlier = await navigator.serviceWorker.getRegistration(base).catch(() => undefined);
    if (earlier?.active) return earlier;
    stopWith(error instanceof DOMException && error.name === 'SecurityError' ? 'unsupported' : 'blocked', error);
    return undefined;
  }
}

/**
 * Wait until the registration has an active worker. `navigator.serviceWorker.ready` would never resolve if the
 * installation fails.
 *
 * @throws {Error} if the first installation failed
 */
function waitForActivation(workerRegistration: ServiceWorkerRegistration): Promise<void> {
  const worker = workerRegistration.active ?? workerRegistration.waiting ?? workerRegistration.installing;
  return new Promise((resolve, reject) => {
    const look = () => {
      if (worker?.state === 'activated') resolve();
      else if (!worker || worker.state === 'redundant') reject(new Error("The worker couldn't be installed."));
      else return;
      worker?.removeEventListener('statechange', look);
    };
    worker?.addEventListener('statechange', look);
    look();
  });
}

/**
 * Ask the worker to claim the page, unless it controls it. After a forced reload the page has no controller although
 * the worker is active.
 */
function waitForTakeover(workerRegistration: ServiceWorkerRegistration): Promise<boolean> {
  const container = navigator.serviceWorker;
  if (container.controller) return Promise.resolve(true);
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(container.controller !== null), claimTimeoutMs);
    container.addEventListener(
      'controllerchange',
      () => {
        clearTimeout(timer);
        resolve(true);
      },
      { once: true },
    );
    workerRegistration.active?.postMessage({ type: 'claim' });
  });
}

/** Reload once if claiming failed. If the page still isn't controlled, another reload wouldn't help. */
function reloadOnce(): boolean | Promise<boolean> {
  if (sessionStorage.getItem(reloadMark)) {
    sessionStorage.removeItem(reloadMark);
    return stopWith('blocked', 'The worker does not take control of this page.');
  }
  sessionStorage.setItem(reloadMark, '1');
  location.reload();
  return new Promise<never>(() => {});
}

function watchUpdates(workerRegistration: ServiceWorkerRegistration, isFirstVisit: boolean): void {
  const offer = () => setLinkState('update-ready');
  const follow = (worker: ServiceWorker | null) => {
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'installed') offer();
    });
  };
  if (workerRegistration.waiting) offer();
  watchWorkerChanges();
  follow(workerRegistration.installing);
  workerRegistration.addEventListener('updatefound', () => follow(workerRegistration.installing));
  // Another tab applied the update. This tab continues with its loaded code, and offers the reload.
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    endChange();
    if (!isApplying) offer();
  });
  // Loading fails if neither the cache nor the web server has a part of this version, so offer a reload.
  addEventListener('vite:preloadError', offer);

  let checkedAt = performance.now();
  const check = () => {
    if (!navigator.onLine) return;
    checkedAt = performance.now();
    // If the web server doesn't respond, this version continues.
    workerRegistration.update().catch(() => undefined);
  };
  if (!isFirstVisit) check();
  setInterval(check, updateCheckMs);
  addEventListener('focus', () => {
    if (performance.now() - checkedAt > focusCheckMs) check();
  });
  import.meta.hot?.on('worker:changed', async () => {
    await workerRegistration.update();
    const installing = workerRegistration.installing;
    if (!installing) return applyUpdate();
    installing.addEventListener('statechange', () => {
      if (installing.state === 'installed') applyUpdate();
    });
  });
}

/**
 * Remove the worker and its cached files, but keep the maps. `?no-sw` in the address requests this, in case a worker is
 * broken.
 */
async function removeWorker(): Promise<boolean> {
  const workerRegistration = await navigator.serviceWorker.getRegistration(base);
  await workerRegistration?.unregister();
  // The copy of the marker stays with the maps.
  const ownCaches = (await caches.keys()).filter(
    (name) => name.startsWith(`shell-${base}-`) || name === markCacheName(base),
  );
  await Promise.all(ownCaches.map((name) => caches.delete(name)));
  const url = new URL(location.href);
  url.searchParams.delete('no-sw');
  history.replaceState(null, '', url);
  return stopWith('blocked', 'The worker was removed because the address said so (no-sw).');
}

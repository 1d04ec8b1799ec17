import { workerTransport } from '../client/worker-transport.ts';
import { findLeftWorker } from './server-link.ts';
import type { Session } from './sessions.ts';

const base = import.meta.env.BASE_URL;
const claimTimeoutMs = 3000;
/**
 * Cache with the backup of the maps in this browser. The backup is still there when the page is loaded again without
 * the worker.
 */
const cacheName = `soapstone-left-maps:${base}`;
const cachedUrl = `${base}left-maps`;

/**
 * Fetch a backup of the maps that the service worker of an earlier version has, for `takeLeftMaps`. The maps stay in
 * this browser.
 *
 * @throws {Error} if the worker doesn't answer
 */
export async function saveLeftMaps(): Promise<void> {
  if (!navigator.serviceWorker.controller) await claimPage();
  const { send } = await workerTransport(new URL(base, location.href).href);
  const { sessions } = (await (await send('session', { method: 'POST' })).json()) as { sessions: readonly Session[] };
  const authorization = sessions.map(({ token }) => `Bearer ${token}`).join(', ');
  const response = await send('admin/backup', { headers: { authorization } });
  if (!response.ok) throw new Error(`admin/backup answered ${response.status}.`);
  await (await caches.open(cacheName)).put(cachedUrl, new Response(await response.blob()));
}

/**
 * Wait until the worker controls this page. After a forced reload it is active, but doesn't control the page until it
 * is asked to.
 */
async function claimPage(): Promise<void> {
  const worker = (await findLeftWorker())?.active;
  await new Promise<void>((resolve, reject) => {
    navigator.serviceWorker.addEventListener('controllerchange', () => resolve(), { once: true });
    worker?.postMessage({ type: 'claim' });
    setTimeout(() => reject(new Error('The service worker does not take control of this page.')), claimTimeoutMs);
  });
}

/** Remove the service worker, but keep its database, and load the page again from the server. */
export async function removeLeftWorker(): Promise<void> {
  await (await findLeftWorker())?.unregister();
  location.reload();
}

/** Return the backup that `saveLeftMaps` stored, and delete it from the cache; undefined if there is none. */
export async function takeLeftMaps(): Promise<File | undefined> {
  if (!(await caches.has(cacheName))) return undefined;
  const stored = await (await caches.open(cacheName)).match(cachedUrl);
  const backup = await stored?.blob();
  await caches.delete(cacheName);
  return backup && new File([backup], 'browser.soapstone');
}

import { pageKeyHeader } from '../../sw/contract/node-host.ts';
import { isServed } from '../host.ts';

/**
 * Name of the key in `localStorage`, whose origin includes the port, so another program on this computer can't read the
 * key.
 */
const storageName = `soapstone:page-key:${import.meta.env.BASE_URL}`;
/** Copy of the key, which lasts until the page is closed if the browser allows no storage. */
let memory: string | undefined;

/**
 * Store the key in the fragment of the page's address, which the server's command prints, and remove it from the
 * address, so that it gets neither into bookmarks nor into shared links.
 *
 * @returns false if the address has no key
 */
export function takePageKey(): boolean {
  const key = /^#key=([\w-]+)$/.exec(location.hash)?.[1];
  if (!isServed || !key) return false;
  history.replaceState(history.state, '', location.pathname + location.search);
  memory = key;
  try {
    localStorage.setItem(storageName, key);
  } catch {
    // Without storage, the key is only in memory.
  }
  return true;
}

/** Return the key that signs the page in; undefined if the page has none or needs none. */
export function readPageKey(): string | undefined {
  if (!isServed) return undefined;
  try {
    return memory ?? localStorage.getItem(storageName) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Remove a key that the server refused, because it is from another start of the server. */
export function dropPageKey(): void {
  memory = undefined;
  try {
    localStorage.removeItem(storageName);
  } catch {
    // Nothing was stored.
  }
}

/** Return the header with the key. It must only be sent to `POST session`. */
export function pageKeyHeaders(): Readonly<Record<string, string>> {
  const key = readPageKey();
  return key === undefined ? {} : { [pageKeyHeader]: key };
}

/**
 * Check whether the page can sign in without a password. If the maps are in the browser, the page's origin is enough.
 */
export const canPageSignIn = (): boolean => !isServed || readPageKey() !== undefined;

/** Take a key when the user opens the printed address in a tab of the app, which doesn't load the page again. */
export function watchPageKey(): void {
  addEventListener('popstate', () => {
    if (takePageKey()) location.reload();
  });
}

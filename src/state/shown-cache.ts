import { computed, effect, signal, untracked } from '@preact/signals';
import type { CacheState, ServiceCaches } from '../../sw/tiles/tile-state.ts';
import { askJson, inPath } from '../connection/call.ts';
import { currentKey, mapInfo, services } from './services.ts';
import { storedChoice } from './stored-choice.ts';

/** Whether a person wants tiles where there are any. */
export const requestedSource = storedChoice('soapstone-map-source', ['tiles', 'drawn'] as const, 'tiles');

/** The caches of the service on the map; `unread` until they are known, undefined when nobody says. */
export const shownCaches = signal<ServiceCaches | 'unread' | undefined>('unread');

/** The cache of the map that is shown; undefined when it has none. */
export const shownCache = computed((): CacheState | undefined => {
  const found = shownCaches.value;
  const name = mapInfo.value?.Name;
  return found && found !== 'unread' ? found.caches.find(({ map }) => map === name) : undefined;
});

/** Read how the caches of the shown service stand, and again when another one or other data of it is shown. @returns ends it */
export function followCaches(): () => void {
  let readFor: { readonly key: string; readonly version: number | undefined } | undefined;
  return effect(() => {
    const key = currentKey.value;
    const version = services.value?.find(({ name }) => name === key)?.version;
    // The catalogue says the version after the map was opened: these are its caches, and the map is being drawn.
    const isRead = readFor?.key === key && (readFor?.version === undefined || readFor.version === version);
    readFor = key === undefined ? undefined : { key, version };
    if (key !== undefined && !isRead) untracked(() => void readShownCaches(key));
  });
}

/** Without an answer the map is drawn. */
async function readShownCaches(key: string): Promise<void> {
  shownCaches.value = 'unread';
  let found: ServiceCaches | undefined;
  try {
    found = await askJson<ServiceCaches>('caches', `admin/caches/${inPath(key)}`);
  } catch {
    // Pictures say what is wrong with the server, if anything is.
  }
  takeCaches(key, found);
}

/** Let the map use the caches of a service as they stand now, if it shows it. */
export function takeCaches(key: string, found: ServiceCaches | undefined): void {
  if (currentKey.peek() === key) shownCaches.value = found;
}

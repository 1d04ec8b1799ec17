import { computed, effect, signal, untracked } from '@preact/signals';
import type { CacheState, ServiceCaches } from '../../sw/tiles/tile-state.ts';
import { askJson, inPath } from '../connection/call.ts';
import { currentKey, mapInfo, services } from './services.ts';
import { createStoredChoice } from './stored-choice.ts';

/** The user's choice of the map source: tiles if there are any, or drawn images. */
export const requestedSource = createStoredChoice('soapstone-map-source', ['tiles', 'drawn'] as const, 'tiles');

/** The caches of the open service; `unread` until they are read, undefined if reading failed. */
export const shownCaches = signal<ServiceCaches | 'unread' | undefined>('unread');

/** The cache of the shown map; undefined if it has none. */
export const shownCache = computed((): CacheState | undefined => {
  const serviceCaches = shownCaches.value;
  const name = mapInfo.value?.Name;
  return serviceCaches && serviceCaches !== 'unread' ? serviceCaches.caches.find(({ map }) => map === name) : undefined;
});

/**
 * Read the caches of the open service, and again when another service or new data is opened. @returns a function that
 * stops it
 */
export function followCaches(): () => void {
  let readFor: { readonly key: string; readonly version: number | undefined } | undefined;
  return effect(() => {
    const key = currentKey.value;
    const version = services.value?.find(({ name }) => name === key)?.version;
    // If the version arrives after the map was opened, the caches are already those of this version.
    const isRead = readFor?.key === key && (readFor?.version === undefined || readFor.version === version);
    readFor = key === undefined ? undefined : { key, version };
    if (key !== undefined && !isRead) untracked(() => void readShownCaches(key));
  });
}

/** Read the caches of a service. If that fails, the map is drawn without tiles. */
async function readShownCaches(key: string): Promise<void> {
  shownCaches.value = 'unread';
  let current: ServiceCaches | undefined;
  try {
    current = await askJson<ServiceCaches>('caches', `admin/caches/${inPath(key)}`);
  } catch {
    // Image requests report errors of the server.
  }
  takeCaches(key, current);
}

/** Set the caches of a service, if it is open. */
export function takeCaches(key: string, serviceCaches: ServiceCaches | undefined): void {
  if (currentKey.peek() === key) shownCaches.value = serviceCaches;
}

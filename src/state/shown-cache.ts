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

/** What the caches were read for: they are read again when it changes. */
const cachedSubject = computed(() => {
  const version = services.value?.find(({ name }) => name === currentKey.value)?.version;
  return currentKey.value === undefined ? undefined : `${version} ${currentKey.value}`;
});

/** Read how the caches of the shown service stand, and again when another one or other data of it is shown. @returns ends it */
export const followCaches = (): (() => void) =>
  effect(() => {
    if (cachedSubject.value !== undefined) untracked(() => void readShownCaches(currentKey.value!));
  });

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

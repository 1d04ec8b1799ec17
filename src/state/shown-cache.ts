import { computed, signal } from '@preact/signals';
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

/** Why a map is drawn although it might come from tiles. */
export type DrawReason =
  | 'none'
  | 'layers'
  | 'empty'
  | 'stale'
  | 'unwanted'
  | 'reference'
  | 'changed'
  | 'turned'
  | 'level'
  | 'missing';

/** Where a picture comes from: tiles, or drawn for a reason. */
export type MapSource = { readonly from: 'tiles' } | { readonly from: 'drawn'; readonly why: DrawReason };
/** Of what stands on the map; undefined until something does. */
export const source = signal<MapSource | undefined>(undefined);

/** What the caches were read for: they are read again when it changes. */
export const cachedSubject = computed(() => {
  const version = services.value?.find(({ name }) => name === currentKey.value)?.version;
  return currentKey.value === undefined ? undefined : `${version} ${currentKey.value}`;
});

/** Read how the caches of the shown service stand. Without an answer the map is drawn. */
export async function readShownCaches(): Promise<void> {
  const key = currentKey.peek();
  if (key === undefined) return;
  let found: ServiceCaches | undefined;
  try {
    found = await askJson<ServiceCaches>('caches', `admin/caches/${inPath(key)}`);
  } catch {
    // Pictures say what is wrong with the server, if anything is.
  }
  if (currentKey.peek() === key) shownCaches.value = found;
}

import { computed, signal } from '@preact/signals';
import { isComposed, keyOfMap } from '../../sw/service/map-key.ts';
import type { MapRecord } from '../../sw/service/map-record.ts';
import { currentKey, mapInfo } from './services.ts';
import { storedChoice } from './stored-choice.ts';
import { theme } from './theme.ts';

/** What lies under the layers. */
export type Background = MapRecord['background'] & { readonly isDark: boolean };

const record = signal<MapRecord | undefined>(undefined);

/** The composed map that is open, as it is stored; undefined for the map of a service, and until it was read. */
export const openRecord = computed(() =>
  record.value && currentKey.value === keyOfMap(record.value.id) ? record.value : undefined,
);

/** Note how a composed map is stored, or will be. */
export function noteRecord(map: MapRecord): void {
  record.value = map;
}

/** The background of maps of services. */
export const chosenBackground = storedChoice('soapstone-background', ['world', 'satellite', 'none'] as const, 'world');

const prefersDark = matchMedia('(prefers-color-scheme: dark)');
const isSystemDark = signal(prefersDark.matches);
prefersDark.addEventListener('change', () => {
  isSystemDark.value = prefersDark.matches;
});

/** A map that says its own background colour is one already; so is the image of the whole earth. */
export const hasOwnBackground = computed(
  () => mapInfo.value?.BackgroundSymbol !== undefined || currentKey.value === 'Earth',
);

export const background = computed((): Background => {
  const isDark = theme.value === 'dark' || (theme.value === 'system' && isSystemDark.value);
  const isMap = isComposed(currentKey.value);
  const chosen = isMap ? (openRecord.value?.background ?? { kind: 'none' }) : { kind: chosenBackground.value };
  return hasOwnBackground.value ? { kind: 'none', isDark } : { ...chosen, isDark };
});

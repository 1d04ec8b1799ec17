import { computed, signal } from '@preact/signals';
import { isComposed, keyOfMap } from '../../sw/service/map-key.ts';
import type { MapRecord } from '../../sw/service/map-record.ts';
import { currentKey, mapInfo } from './services.ts';
import { createStoredChoice } from './stored-choice.ts';
import { theme } from './theme.ts';

/** The background below the layers, and whether it is drawn in dark colors. */
export type Background = MapRecord['background'] & { readonly isDark: boolean };

const record = signal<MapRecord | undefined>(undefined);

/** Stored record of the open composed map; undefined for the map of a service, and until the record is read. */
export const openRecord = computed(() =>
  record.value && currentKey.value === keyOfMap(record.value.id) ? record.value : undefined,
);

/** Set the record of a composed map to its stored or expected state. */
export function noteRecord(map: MapRecord): void {
  record.value = map;
}

/** The background that the user chose for maps of services. */
export const chosenBackground = createStoredChoice(
  'soapstone-background',
  ['world', 'satellite', 'none'] as const,
  'world',
);

const prefersDark = matchMedia('(prefers-color-scheme: dark)');
const isSystemDark = signal(prefersDark.matches);
prefersDark.addEventListener('change', () => {
  isSystemDark.value = prefersDark.matches;
});

/** Whether the map needs no background, because it has a background color or is the image of the whole earth. */
export const hasOwnBackground = computed(
  () => mapInfo.value?.BackgroundSymbol !== undefined || currentKey.value === 'Earth',
);

export const background = computed((): Background => {
  const isDark = theme.value === 'dark' || (theme.value === 'system' && isSystemDark.value);
  const isMap = isComposed(currentKey.value);
  const chosen = isMap ? (openRecord.value?.background ?? { kind: 'none' }) : { kind: chosenBackground.value };
  return hasOwnBackground.value ? { kind: 'none', isDark } : { ...chosen, isDark };
});

import { signal } from '@preact/signals';

/** The address of a file that is to be described; the section takes it out. */
export const chosenAddress = signal<string | undefined>(undefined);

/** The address of a file that is to be fetched and copied; the section for addresses takes it out. */
export const addressToCopy = signal<string | undefined>(undefined);

const endings = /\.(fgb|parquet|geoparquet|parq|pmtiles|tiff?)$/i;

/** Offer to leave the file at an address where it is. */
export function leaveThere(address: string): void {
  chosenAddress.value = address;
}

/** Copy the file at an address. */
export function copyHere(address: string): void {
  addressToCopy.value = address;
}

/** Whether a file may be read where it is, by its name. */
export const mayStay = (name: string): boolean => endings.test(name);

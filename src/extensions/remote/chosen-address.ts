import { type ReadonlySignal, signal } from '@preact/signals';

const chosen = signal<string | undefined>(undefined);

/** The address of a file that waits to be described. */
export const chosenAddress: ReadonlySignal<string | undefined> = chosen;

/** Let the section for remote files describe the one at an address; undefined takes it out. */
export function chooseAddress(address: string | undefined): void {
  chosen.value = address;
}

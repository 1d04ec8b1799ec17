import { type ReadonlySignal, signal } from '@preact/signals';

const chosen = signal<string | undefined>(undefined);

/** The address of a file to describe. */
export const chosenAddress: ReadonlySignal<string | undefined> = chosen;

/** Let the section for remote files describe the file at an address; undefined removes it. */
export function chooseAddress(address: string | undefined): void {
  chosen.value = address;
}

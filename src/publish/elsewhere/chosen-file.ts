import { signal } from '@preact/signals';
import { droppedHandles } from '../../parts/dropped-files.ts';
import {
  addressFor,
  type LocalFileHandle,
  pickLocalFile,
  readsLocalFiles,
} from '../../parts/local-files/local-files.ts';

/** A file that stays where it is: an address on the web, or one of this computer with its handle. */
export interface ChosenSource {
  readonly address: string;
  readonly handle?: LocalFileHandle;
}

/** A file that is to be described; the section takes it out. */
export const chosenFile = signal<ChosenSource | undefined>(undefined);

/** A large file for which it is asked whether it is copied. */
export const largeFile = signal<File | undefined>(undefined);

/** From here on a copy takes so long, and so much memory, that it is asked. */
const largeBytes = 100e6;
const endings = /\.(fgb|parquet|geoparquet|parq|pmtiles|tiff?)$/i;
const copied = new WeakSet<File>();

/** Offer to leave the file at an address where it is. */
export function leaveThere(address: string): void {
  chosenFile.value = { address };
}

/** Whether a file may be read where it is, by its name. */
export const mayStay = (name: string): boolean => endings.test(name);

/** Offer to read a large file in place, where this browser can. @returns whether the answer is waited for */
export function offersToStay(files: readonly File[]): boolean {
  const [file] = files;
  const isLarge = file && files.length === 1 && file.size >= largeBytes && mayStay(file.name);
  if (!isLarge || copied.has(file) || !readsLocalFiles()) return false;
  largeFile.value = file;
  return true;
}

/** Remember that a person wants a copy. */
export function chooseCopy(file: File): void {
  copied.add(file);
  largeFile.value = undefined;
}

/** Choose a file to be read in place: one that was dropped, or one that a person is asked for. Must be called in a click. */
export async function chooseLocalFile(file?: File): Promise<void> {
  const dropped = file && (await droppedHandles.get(file));
  const handle = dropped?.kind === 'file' ? (dropped as LocalFileHandle) : await pickLocalFile();
  if (!handle) return;
  largeFile.value = undefined;
  chosenFile.value = { address: addressFor(handle.name), handle };
}

import { localAddress } from '../../../sw/rows/remote/local-address.ts';
import { openHandles } from '../../../sw/rows/remote/local-handles.ts';
import { sourceName } from '../../../sw/rows/remote/source-address.ts';
import { base } from '../../connection/call.ts';

/** A handle as browsers have it that can read files in place; the library of TypeScript lacks the permissions. */
export interface LocalFileHandle extends FileSystemFileHandle {
  queryPermission(what: { mode: 'read' }): Promise<PermissionState>;
  requestPermission(what: { mode: 'read' }): Promise<PermissionState>;
}

interface PickerHost {
  showOpenFilePicker?(): Promise<LocalFileHandle[]>;
}

/** A file on this computer that a layer reads. */
export interface LocalFile {
  readonly address: string;
  readonly name: string;
  readonly handle: LocalFileHandle;
}

const handles = openHandles(`soapstone:${base}`);

/** Whether this browser can come back to a file on this computer: Chromium on desktops. */
export const readsLocalFiles = (): boolean => 'showOpenFilePicker' in window;

/** Let a person choose a file on this computer; undefined when the person cancels. Must be called in a click. */
export async function pickLocalFile(): Promise<LocalFileHandle | undefined> {
  try {
    return (await (window as PickerHost).showOpenFilePicker?.())?.[0];
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return undefined;
    throw error;
  }
}

/** Give a file on this computer an address of its own. */
export const addressFor = (name: string): string => localAddress(crypto.randomUUID().replaceAll('-', ''), name);

/** Remember the handle of a file, so that the service can read it. */
export const rememberHandle = (address: string, handle: LocalFileHandle): Promise<void> => handles.put(address, handle);
export const forgetHandle = (address: string): Promise<void> => handles.forget(address);
export const isKnown = async (address: string): Promise<boolean> => (await handles.get(address)) !== undefined;

/** List the files that the browser does not let us read until a person agrees again. */
export async function lockedFiles(): Promise<readonly LocalFile[]> {
  if (!readsLocalFiles()) return [];
  const known = (await handles.all()) as unknown as readonly (readonly [string, LocalFileHandle])[];
  const states = await Promise.all(known.map(([, handle]) => handle.queryPermission({ mode: 'read' })));
  return known.flatMap(([address, handle], i) =>
    states[i] === 'granted' ? [] : [{ address, name: sourceName(address), handle }],
  );
}

/** Ask for permission to read files again. Must be called in a click. @returns whether all may be read now */
export async function unlockFiles(files: readonly LocalFile[]): Promise<boolean> {
  // The browser asks for all handles of one file or folder at once, so one after the other is one question in most cases.
  for (const { handle } of files) if ((await handle.requestPermission({ mode: 'read' })) !== 'granted') return false;
  return true;
}

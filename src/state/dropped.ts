import { batch, effect, type ReadonlySignal, signal } from '@preact/signals';
import { incoming, workspaceFacts } from './incoming.ts';
import { openPage, page, route } from './route.ts';

/** Files that wait for the page that publishes them; it takes them out. */
export const waitingFiles = signal<readonly File[]>([]);

const address = signal<string | undefined>(undefined);

/** The address of a file that waits to be fetched and published. */
export const waitingAddress: ReadonlySignal<string | undefined> = address;

/** Let the page that publishes fetch the file at an address; undefined takes it out. */
export function publishAddress(next: string | undefined): void {
  address.value = next;
}

/** True once the page stands where its address says: files that came earlier wait for it. */
export const isBegun = signal(false);

/** Publish files; a workspace file is offered to be opened instead. */
export async function publishFiles(files: readonly File[]): Promise<void> {
  const [first] = files;
  if (!first) return;
  if (files.length === 1 && (await workspaceFacts(first))) {
    incoming.value = { kind: 'workspace', file: first };
    return;
  }
  batch(() => {
    waitingFiles.value = [...waitingFiles.value, ...files];
    // A draft there takes them in; what it was opened for stays.
    if (page.value !== 'publish' || route.value.has('manage')) openPage('publish');
  });
}

/** Publish files that were dropped, as soon as the server stands: until then they wait. */
export async function publishDropped(files: Promise<readonly File[]>): Promise<void> {
  const found = await files;
  await new Promise<void>((resolve) => {
    const stop = effect(() => {
      if (!isBegun.value) return;
      resolve();
      queueMicrotask(() => stop());
    });
  });
  await publishFiles(found);
}

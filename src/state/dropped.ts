import { batch, type ReadonlySignal, signal } from '@preact/signals';
import { offerWorkspace, workspaceFacts } from './incoming.ts';
import { openPage, page, route } from './route.ts';

/** Files that wait for the page that publishes them. */
export const waitingFiles = signal<readonly File[]>([]);

/** Take the files that wait out. */
export function takeWaitingFiles(): readonly File[] {
  const files = waitingFiles.peek();
  waitingFiles.value = [];
  return files;
}

const address = signal<string | undefined>(undefined);

/** The address of a file that waits to be fetched and published. */
export const waitingAddress: ReadonlySignal<string | undefined> = address;

/** Let the page that publishes fetch the file at an address; undefined takes it out. */
export function publishAddress(next: string | undefined): void {
  address.value = next;
}

let begin = () => {};
const begun = new Promise<void>((resolve) => {
  begin = resolve;
});

/** Let files in that were dropped before the page was where its address says. */
export const admitDropped = (): void => begin();

/** Publish files; a workspace file is offered to be opened instead. */
export async function publishFiles(files: readonly File[]): Promise<void> {
  const [first] = files;
  if (!first) return;
  if (files.length === 1 && (await workspaceFacts(first))) {
    offerWorkspace(first);
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
  await begun;
  await publishFiles(found);
}

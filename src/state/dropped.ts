import { batch, type ReadonlySignal, signal } from '@preact/signals';
import { offerWorkspace, workspaceFacts } from './incoming.ts';
import { openPage, page, route } from './route.ts';

/** Files waiting for the publishing page. */
export const waitingFiles = signal<readonly File[]>([]);

/** Return the waiting files and clear the list. */
export function takeWaitingFiles(): readonly File[] {
  const files = waitingFiles.peek();
  waitingFiles.value = [];
  return files;
}

const address = signal<string | undefined>(undefined);

/** URL waiting to be fetched and published. */
export const waitingAddress: ReadonlySignal<string | undefined> = address;

/** Set the URL that the publishing page fetches; undefined clears it. */
export function publishAddress(next: string | undefined): void {
  address.value = next;
}

let begin = () => {};
const begun = new Promise<void>((resolve) => {
  begin = resolve;
});

/** Start publishing dropped files, because the page is now at the location in its address. */
export const admitDropped = (): void => begin();

/** Publish files. A single workspace file is offered for opening instead. */
export async function publishFiles(files: readonly File[]): Promise<void> {
  const [first] = files;
  if (!first) return;
  if (files.length === 1 && (await workspaceFacts(first))) {
    offerWorkspace(first);
    return;
  }
  batch(() => {
    waitingFiles.value = [...waitingFiles.value, ...files];
    // An open draft takes the files, and keeps its route.
    if (page.value !== 'publish' || route.value.has('manage')) openPage('publish');
  });
}

/** Publish dropped files as soon as the server has started and the page is at its location. */
export async function publishDropped(files: Promise<readonly File[]>): Promise<void> {
  const droppedFiles = await files;
  await begun;
  await publishFiles(droppedFiles);
}

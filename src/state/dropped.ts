import { batch, effect, signal } from '@preact/signals';
import { openPage, page, route } from './route.ts';

/** Files that wait for the page that publishes them; it takes them out. */
export const waitingFiles = signal<readonly File[]>([]);

/** True once the page stands where its address says: files that came earlier wait for it. */
export const isBegun = signal(false);

export function publishFiles(files: readonly File[]): void {
  if (files.length === 0) return;
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
  publishFiles(found);
}

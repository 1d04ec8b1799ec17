import { effect } from '@preact/signals';
import { publish } from './publishing.ts';
import { services, servicesError } from './services.ts';

/** Publish files that were dropped, as soon as the server stands: until then they wait. */
export async function publishDropped(files: readonly File[]): Promise<void> {
  if (files.length === 0) return;
  await isStarted();
  await publish(files);
}

function isStarted(): Promise<void> {
  return new Promise((resolve) => {
    const stop = effect(() => {
      if (services.value === undefined && servicesError.value === undefined) return;
      resolve();
      queueMicrotask(() => stop());
    });
  });
}

import { expect } from 'vitest';
import type { Context } from '../../sw/context.ts';
import { decodeImage } from '../../sw/host-image.ts';
import { openStore } from '../../sw/portal/store/open-store.ts';
import { openIndexedDb } from '../../sw/store/indexeddb.ts';
import { buildSampleCaches } from './sample-caches.ts';
import { sampleService } from './sample-service.ts';

let opened: { readonly testFile: string | undefined; readonly context: Promise<Context> } | undefined;

/**
 * Return a context with the sample service, on real IndexedDB and canvas, with a fixed clock and counted IDs.
 * Each test file has its own context, because files share modules and some publish more services.
 */
export function sampleContext(): Promise<Context> {
  const testFile = expect.getState().testPath;
  if (opened?.testFile !== testFile) opened = undefined;
  opened ??= { testFile, context: openSample() };
  return opened.context;
}

async function openSample(): Promise<Context> {
  let ids = 0;
  const now = () => Date.UTC(2026, 0, 1);
  const newId = () => (++ids).toString(16).padStart(32, '0');
  const store = await openStore({ openDatabase: openIndexedDb, databaseName: `contract-${Math.random()}`, now, newId });
  const { definition, files } = sampleService();
  await store.publish(definition, files);
  await store.publish({ ...definition, name: 'Cached' }, files);
  await store.setSetting('demo-published', true);
  const context: Context = {
    store,
    createCanvas: (widthPx, heightPx) => new OffscreenCanvas(widthPx, heightPx),
    decodeImage,
    now,
    newId,
    fetch: (input, init) => fetch(input, init),
    base: '/',
    origin: 'http://soapstone.test',
    fontsReady: async () => undefined,
    yieldNow: async () => undefined,
  };
  await buildSampleCaches(context);
  return context;
}

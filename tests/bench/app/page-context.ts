import type { Context } from '../../../sw/context.ts';
import { openStore } from '../../../sw/portal/store/open-store.ts';
import { yieldNow } from '../../../sw/scheduler.ts';
import { openIndexedDb } from '../../../sw/store/indexeddb.ts';

let opened: Promise<Context> | undefined;
/** Return the worker's context in the page: the same database, without messages. */
export function pageContext(): Promise<Context> {
  opened ??= (async (): Promise<Context> => {
    const now = () => Date.now();
    const newId = () => crypto.randomUUID().replaceAll('-', '');
    return {
      store: await openStore({ openDatabase: openIndexedDb, databaseName: 'soapstone:/', now, newId }),
      createCanvas: (widthPx, heightPx) => new OffscreenCanvas(widthPx, heightPx),
      now,
      newId,
      fetch: (input, init) => fetch(input, init),
      base: '/',
      origin: location.origin,
      fontsReady: async () => {},
      yieldNow,
    };
  })();
  return opened;
}

/** Return the features of a bench file. */
export async function readCountryFeatures(name: string): Promise<readonly GeoJSON.Feature[]> {
  const file = (await (await fetch(`/bench-data/${name}.geojson`)).json()) as GeoJSON.FeatureCollection;
  return file.features;
}

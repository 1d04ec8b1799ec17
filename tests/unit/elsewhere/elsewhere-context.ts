import 'fake-indexeddb/auto';
import { describeElsewhere } from '../../../src/publisher/elsewhere/describe-elsewhere.ts';
import { makeElsewhere } from '../../../src/publisher/elsewhere/make-elsewhere.ts';
import type { Context } from '../../../sw/context.ts';
import { openStore } from '../../../sw/portal/store/open-store.ts';
import type { FetchElsewhere } from '../../../sw/rows/remote/fetch-range.ts';
import { sourceAddress } from '../../../sw/rows/remote/source-address.ts';
import { unpackService } from '../../../sw/service/package.ts';

export const areasFile = new URL('../rows/remote/areas.fgb', import.meta.url).pathname;

let databases = 0;

/** Make a backend that reads elsewhere. In Node it draws shapes; text needs a canvas. */
export async function elsewhereContext(
  fetchElsewhere: FetchElsewhere = fetch,
  databaseName = `elsewhere-${++databases}`,
): Promise<Context> {
  let ids = 0;
  const now = () => Date.UTC(2026, 0, 1);
  const newId = () => (++ids).toString(16).padStart(32, '0');
  const store = await openStore({ databaseName, now, newId, fetchElsewhere });
  await store.setSetting('demo-published', true);
  return {
    ...{ store, now, newId, base: '/', origin: 'http://soapstone.test' },
    createCanvas: (widthPx, heightPx) => new OffscreenCanvas(widthPx, heightPx),
    fetch: (input, init) => fetch(input, init),
    fontsReady: async () => undefined,
    yieldNow: async () => undefined,
  };
}

/** Publish a service with one layer that reads a file elsewhere, as the page does. */
export async function publishElsewhere(
  context: Context,
  address: string,
  name = 'There',
  { fetchElsewhere = fetch, ...choices }: { readonly wkid?: number; readonly fetchElsewhere?: FetchElsewhere } = {},
): Promise<void> {
  const described = await describeElsewhere(sourceAddress(address), { fetchElsewhere });
  const { definition, files } = await unpackService(
    makeElsewhere(described, { name, title: 'areas', description: '', ...choices }),
  );
  await context.store.publish(definition, files);
}

import { openIndexedDb } from '../../../../sw/store/indexeddb.ts';
import 'fake-indexeddb/auto';
import { describeRemote, describeTiles } from '../../../../src/extensions/remote/import/describe-remote.ts';
import { makeRemote } from '../../../../src/extensions/remote/import/make-remote.ts';
import type { Context } from '../../../../sw/context.ts';
import { listRemoteSources } from '../../../../sw/endpoints/drop-sources.ts';
import { remote } from '../../../../sw/extensions/remote/extension.ts';
import { identifySource } from '../../../../sw/extensions/remote/identify-source.ts';
import { sourceAddress } from '../../../../sw/formats/reading/source-address.ts';
import { openStore } from '../../../../sw/portal/store/open-store.ts';
import { unpackService } from '../../../../sw/service/package.ts';
import type { DecodeImage } from '../../../../sw/service/raster-source.ts';
import type { FetchRemote } from '../../../../sw/store/open-store.ts';

export const areasFile = new URL('../../formats/by-range/areas.fgb', import.meta.url).pathname;

/** Make a backend that reads remote files. In Node it draws shapes; text needs a canvas. */
export async function remoteContext(
  fetchRemote: FetchRemote = fetch,
  databaseName = `remote-${crypto.randomUUID()}`,
): Promise<Context> {
  let ids = 0;
  const now = () => Date.UTC(2026, 0, 1);
  const newId = () => (++ids).toString(16).padStart(32, '0');
  const store = withConsent(
    await openStore({ openDatabase: openIndexedDb, databaseName, now, newId, fetchRemote, remote: remote.remote }),
  );
  await store.setSetting('demo-published', true);
  return {
    ...{ store, now, newId, base: '/', origin: 'http://soapstone.test' },
    createCanvas: (widthPx, heightPx) => new OffscreenCanvas(widthPx, heightPx),
    fetch: (input, init) => fetch(input, init),
    fontsReady: async () => undefined,
    yieldNow: async () => undefined,
  };
}

/** Grant consent for every remote file that a test publishes, like the page does. */
function withConsent(store: Context['store']): Context['store'] {
  const allow = async (definition: Parameters<typeof listRemoteSources>[0]) => {
    const files = await store.remoteFiles();
    for (const { address } of listRemoteSources(definition)) if (/^https?:/.test(address)) await files.allow(address);
  };
  return {
    ...store,
    publish: async (definition, files) => {
      await allow(definition);
      return store.publish(definition, files);
    },
    editFiles: async (before, edit) => {
      await allow(edit.definition);
      return store.editFiles(before, edit);
    },
  };
}

interface PublishChoices {
  readonly wkid?: number;
  readonly fetchRemote?: FetchRemote;
  /** Image decoder for tile archives, because Node doesn't have the browser's. */
  readonly decodeImage?: DecodeImage;
}

/** Publish a service with one layer that reads a remote file, like the page does. */
export async function publishRemote(
  context: Context,
  address: string,
  name = 'There',
  { fetchRemote = fetch, decodeImage, ...choices }: PublishChoices = {},
): Promise<void> {
  const where = [sourceAddress(address), { fetchRemote }] as const;
  const described = decodeImage
    ? await describeTiles(await identifySource(...where), decodeImage)
    : await describeRemote(...where);
  const { definition, files } = await unpackService(
    makeRemote(described, { name, title: 'areas', description: '', ...choices }),
  );
  await context.store.publish(definition, files);
}

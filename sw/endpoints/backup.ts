import { Fault } from '../contract/index.ts';
import { readBackup, writeBackup } from '../service/backup.ts';
import { checkDefinition } from '../service/check-definition.ts';
import { checkMapRecord } from '../service/map-record.ts';
import { definitionsOf, isLasting } from '../store/archive.ts';
import type { CacheRecord } from '../tiles/tile-cache.ts';
import { jsonResponse } from './error-response.ts';
import { markNothing, markServices } from './mark.ts';
import type { Endpoint } from './request-context.ts';
import { zipResponse } from './zip-response.ts';

/** Tiles can be drawn again. */
const tileStores: ReadonlySet<string> = new Set(['tiles', 'bundles', 'tileJobs']);

/**
 * Answer everything that is stored in this browser as one file; sessions and what expires by itself are left out, and so are tiles with
 * `?tiles=false`: its caches are then empty.
 */
export const answerBackup: Endpoint = async ({ context, url }) => {
  const hasTiles = url.searchParams.get('tiles') !== 'false';
  const { archive } = context.store;
  const read = (turn: (value: unknown) => unknown) =>
    hasTiles
      ? archive.readAll(turn)
      : archive.readAll((value, store) => turn(store === 'caches' ? emptied(value as CacheRecord) : value), tileStores);
  const file = await writeBackup(read, context.now(), context.yieldNow);
  const day = new Date(context.now()).toISOString().slice(0, 10);
  return zipResponse(file, `soapstone-${day}.backup.zip`);
};

const emptied = (cache: CacheRecord): CacheRecord => ({ ...cache, version: 0, uses: [] });

/**
 * Put everything back as in the backup in the body: all of it or nothing. It replaces what is stored now.
 *
 * @throws {Fault} `bad-package` when anything in the file was changed, `no-space`; then everything is as before
 */
export const answerRestore: Endpoint = async ({ context, request, url }) => {
  const stores = await readBackup(await request.blob(), context.yieldNow);
  const foreign = [...stores.keys()].filter((name) => !isLasting(name));
  if (foreign.length > 0)
    throw new Fault('bad-package', `Backup: lasting stores expected, ${foreign.join(', ')} found.`);
  for (const definition of definitionsOf(stores)) checkDefinition(definition);
  for (const { value } of stores.get('maps') ?? []) checkMapRecord(value);
  const services = await context.store.archive.replaceAll(stores);
  await markServices(context, await context.store.services(), true);
  return jsonResponse({ success: true, services }, url);
};

/** Empty the storage, as on the first day. The next request publishes the demo services again. */
export const answerReset: Endpoint = async ({ context, url }) => {
  await context.store.archive.replaceAll(new Map());
  await (await context.store.remoteFiles()).dropHandles();
  await markNothing(context);
  return jsonResponse({ success: true }, url);
};

import { Fault } from '../contract/index.ts';
import { firstPasswordSetting, portalRowHere, withoutSecrets } from '../portal/index.ts';
import { portalStores } from '../portal/schema/portal-schema.ts';
import { readBackup, writeBackup } from '../service/backup.ts';
import { isLasting, isSharedSetting } from '../store/archive.ts';
import type { CacheRecord } from '../tiles/tile-cache.ts';
import { checkRows } from './check-rows.ts';
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
    archive.readAll(
      (value, store) =>
        turn(store === 'caches' && !hasTiles ? emptied(value as CacheRecord) : withoutSecrets(store, value)),
      hasTiles ? undefined : tileStores,
    );
  const file = await writeBackup(read, context.now(), context.yieldNow);
  const day = new Date(context.now()).toISOString().slice(0, 10);
  return zipResponse(file, `soapstone-${day}.backup.zip`);
};

const emptied = (cache: CacheRecord): CacheRecord => ({ ...cache, version: 0, uses: [] });

/**
 * Put everything back as in the backup in the body: all of it or nothing. It replaces what is stored now, but for the settings of
 * this browser: what it has allowed, its clock, how people sign in. With `?only=maps` accounts and all else of the portals stay as
 * well; `?from=snapshot` is for a file that this browser keeps for itself, so that its settings go back to the first ones.
 *
 * @throws {Fault} `bad-package` when anything in the file was changed or isn't as it should be, `no-space`; then everything is as before
 */
export const answerRestore: Endpoint = async ({ context, request, url }) => {
  const { store } = context;
  const onlyMaps = url.searchParams.get('only') === 'maps';
  const stores = new Map(await readBackup(await request.blob(), context.yieldNow));
  // Files of earlier versions have letters.
  stores.delete('inbox');
  const foreign = [...stores.keys()].filter((name) => !isLasting(name));
  if (foreign.length > 0)
    throw new Fault('bad-package', `Backup: lasting stores expected, ${foreign.join(', ')} found.`);
  const here = { portals: await store.portal.all('portals'), webhooks: await store.portal.all('webhooks') };
  stores.set(
    'settings',
    (stores.get('settings') ?? []).filter(({ key }) => isSharedSetting(key)),
  );
  for (const [name, rows] of stores) {
    await checkRows(name, rows, context.yieldNow);
    stores.set(
      name,
      rows.map(({ key, value }) => ({ key, value: portalRowHere(name, value, here) })),
    );
  }
  const untouched = new Set<string>(onlyMaps ? [...portalStores, 'settings'] : []);
  const services = await store.archive.replaceAll(stores, untouched, url.searchParams.get('from') !== 'snapshot');
  // It belonged to the account that was here.
  if (!onlyMaps) await store.setSetting(firstPasswordSetting, null);
  await markServices(context, await store.services(), true);
  return jsonResponse({ success: true, services }, url);
};

/** Empty the storage, as on the first day. The next request publishes the demo services again. */
export const answerReset: Endpoint = async ({ context, url }) => {
  await context.store.archive.replaceAll(new Map());
  await markNothing(context);
  return jsonResponse({ success: true }, url);
};

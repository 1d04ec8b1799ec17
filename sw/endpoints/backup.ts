import { wrongValue } from '../contract/index.ts';
import { firstPasswordSetting, portalRowChecks, portalRowHere, withoutSecrets } from '../portal/index.ts';
import { portalStores } from '../portal/schema/portal-schema.ts';
import { readBackup, writeBackup } from '../service/backup.ts';
import { checkDefinition } from '../service/check-definition.ts';
import {
  type Check,
  isAnyOf,
  isBoolean,
  isInteger,
  isListOf,
  isNotBelow,
  isNumber,
  isShape,
  isString,
  refuse,
} from '../service/checks/check.ts';
import { checkMapRecord } from '../service/map-record.ts';
import { isLasting, isSharedSetting } from '../store/archive.ts';
import type { DatabaseSchema } from '../store/schema.ts';
import type { ArchivedRow, ServiceRecord } from '../store/store.ts';
import type { CacheRecord } from '../tiles/tile-cache.ts';
import { checkScheme, type TileScheme } from '../tiles/tile-scheme.ts';
import { jsonResponse } from './error-response.ts';
import { markNothing, markServices } from './mark.ts';
import type { Endpoint } from './request-context.ts';
import { zipResponse } from './zip-response.ts';

const isInstance =
  (...types: readonly (typeof Blob | typeof ArrayBuffer | typeof Float64Array | typeof Uint32Array)[]): Check =>
  (value, path) => {
    if (!types.some((type) => value instanceof type)) refuse(path, types.map(({ name }) => name).join(' or '), value);
  };
const isBlob = isInstance(Blob);
const isBytes = isInstance(ArrayBuffer, Blob);

/** Check that a key is a list of members, each with its own check. */
const isKeyAmong =
  (...members: readonly Check[]): Check =>
  (value, path) => {
    isListOf(() => undefined, members.length)(value, path);
    for (const [index, check] of members.entries()) check((value as unknown[])[index], `${path}[${index}]`);
  };
/** Key of a tile: cache ID, layer ID (-1 for the tiles of all layers), level, row and column. */
const isTileKey = isKeyAmong(isString, isInteger(-1), isInteger(0), isInteger(0), isInteger(0));
const isVersion = isInteger(0, 2 ** 40);
const isCount = isNotBelow(0);
const isRange = isShape({ rowMin: isInteger(0), rowMax: isInteger(-1), colMin: isInteger(0), colMax: isInteger(-1) });
const isScheme: Check = (value, path) => {
  isShape({ origin: isListOf(isNumber, 2), levels: isListOf(isShape({ level: isInteger(0), resolution: isNumber })) })(
    value,
    path,
  );
  checkScheme(value as TileScheme, path);
};

interface RowCheck {
  readonly key?: Check;
  readonly value: Check;
}

/** Checks of the records of each store; undefined for stores that aren't in backups. */
const checks: Readonly<Record<Exclude<keyof DatabaseSchema, number | symbol>, RowCheck | undefined>> = {
  ...(Object.fromEntries(Object.entries(portalRowChecks).map(([name, value]) => [name, { value }])) as Record<
    keyof typeof portalRowChecks,
    RowCheck
  >),
  // Backups don't contain stores whose records expire or belong to one browser.
  tokens: undefined,
  leases: undefined,
  answers: undefined,
  inbox: undefined,
  outputs: undefined,
  blocks: undefined,
  settings: {
    key: isString,
    value: (value, path) => {
      if (Array.isArray(value)) isListOf(isShape({ 'name?': isString, 'file?': isBlob }))(value, path);
    },
  },
  services: {
    value(value, path) {
      isShape({ key: isString, version: isVersion, publishedAt: isNumber, bytes: isCount })(value, path);
      const { key, definition } = value as ServiceRecord;
      const { folder, name } = checkDefinition(definition);
      const expected = folder ? `${folder}/${name}` : name;
      if (key !== expected) refuse(`${path}.key`, `"${expected}"`, key);
    },
  },
  versions: { key: isString, value: isVersion },
  files: { key: isKeyAmong(isString, isVersion, isString), value: isBlob },
  maps: { value: (value) => void checkMapRecord(value) },
  caches: {
    value: isShape({
      service: isString,
      map: isString,
      id: isString,
      settings: isShape({
        kind: isAnyOf('fused', 'layers'),
        layers: isListOf(isInteger(-1)),
        scheme: isScheme,
        format: isString,
        quality: isInteger(1, 100),
        storage: isAnyOf('exploded', 'compact'),
        onDemand: isBoolean,
        clientCaching: isBoolean,
      }),
      version: isVersion,
      uses: isListOf(isShape({ layer: isInteger(-1), level: isInteger(0), tiles: isCount, bytes: isCount })),
      revision: isVersion,
    }),
  },
  tiles: { key: isTileKey, value: isBytes },
  bundles: {
    key: isTileKey,
    value: isShape({ offsets: isInstance(Float64Array), sizes: isInstance(Uint32Array), blob: isBlob }),
  },
  tileJobs: {
    value: isShape({
      id: isString,
      service: isString,
      map: isString,
      cacheId: isString,
      kind: isAnyOf('build', 'delete'),
      overwrite: isBoolean,
      parts: isListOf(isShape({ layer: isInteger(-1), level: isInteger(0), range: isRange })),
      side: isInteger(1, 128),
      position: isInteger(0),
      total: isInteger(0),
      status: isAnyOf('running', 'paused', 'done', 'failed', 'cancelled'),
    }),
  },
};

const rowsAtOnce = 1000;

/**
 * Check the records of a store in a backup. Records of unknown stores aren't checked here, because they are left out
 * later.
 *
 * @throws {Fault} `bad-package` with the record, the path, the expected and the found value
 */
async function checkRows(store: string, rows: readonly ArchivedRow[], yieldNow: () => Promise<void>): Promise<void> {
  const check = Object.hasOwn(checks, store) ? checks[store as keyof typeof checks] : undefined;
  if (!check) return;
  for (const [index, { key, value }] of rows.entries()) {
    check.key?.(key, `${store}[${index}].key`);
    check.value(value, `${store}[${index}]`);
    if (index % rowsAtOnce === rowsAtOnce - 1) await yieldNow();
  }
}

/** Stores that can be left out, because tiles can be drawn again. */
const tileStores: ReadonlySet<string> = new Set(['tiles', 'bundles', 'tileJobs']);

/**
 * Return everything stored in this browser as one file.
 *
 * Sessions and expiring data are left out. `?tiles=false` also leaves out tiles, so the caches in the file are empty.
 */
export const answerBackup: Endpoint = async ({ context, url }) => {
  const hasTiles = url.searchParams.get('tiles') !== 'false';
  const { archive } = context.store;
  const read = (turn: (value: unknown) => unknown) =>
    archive.readAll(
      (value, store) =>
        turn(store === 'caches' && !hasTiles ? resetCache(value as CacheRecord) : withoutSecrets(store, value)),
      hasTiles ? undefined : tileStores,
    );
  const file = await writeBackup(read, context.now(), context.yieldNow);
  const day = new Date(context.now()).toISOString().slice(0, 10);
  return zipResponse(file, `soapstone-${day}.backup.zip`);
};

const resetCache = (cache: CacheRecord): CacheRecord => ({ ...cache, version: 0, uses: [] });

/**
 * Restore the backup in the body, completely or not at all.
 *
 * It replaces all stored data except settings of this browser: allowed origins, clock, and sign-in. With `?only=maps`,
 * accounts and all other portal data stay as well. `?from=snapshot` is for a file that this browser stored itself, and
 * resets the settings.
 *
 * @throws {Fault} `bad-package` when anything in the file was changed or is invalid, `no-space` when the storage is
 *   full; then nothing has changed
 */
export const answerRestore: Endpoint = async ({ context, request, url }) => {
  const { store } = context;
  const onlyMaps = url.searchParams.get('only') === 'maps';
  const stores = new Map(await readBackup(await request.blob(), context.yieldNow));
  // Backups of earlier versions contain the inbox.
  stores.delete('inbox');
  const foreign = [...stores.keys()].filter((name) => !isLasting(name));
  if (foreign.length > 0)
    throw wrongValue('bad-package', 'Backup', 'only stores that this version knows', foreign.join(', '));
  const currentRecords = { portals: await store.portal.all('portals'), webhooks: await store.portal.all('webhooks') };
  stores.set(
    'settings',
    (stores.get('settings') ?? []).filter(({ key }) => isSharedSetting(key)),
  );
  for (const [name, rows] of stores) {
    await checkRows(name, rows, context.yieldNow);
    stores.set(
      name,
      rows.map(({ key, value }) => ({ key, value: portalRowHere(name, value, currentRecords) })),
    );
  }
  const untouched = new Set<string>(onlyMaps ? [...portalStores, 'settings'] : []);
  const services = await store.archive.replaceAll(stores, untouched, url.searchParams.get('from') !== 'snapshot');
  // Forget the first password, because its account was replaced.
  if (!onlyMaps) await store.setSetting(firstPasswordSetting, null);
  await markServices(context, await store.services(), true);
  return jsonResponse({ success: true, services }, url);
};

/** Delete everything that is stored. The next request publishes the demo services again. */
export const answerReset: Endpoint = async ({ context, url }) => {
  await context.store.archive.replaceAll(new Map());
  await markNothing(context);
  return jsonResponse({ success: true }, url);
};

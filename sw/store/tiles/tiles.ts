import { Fault } from '../../contract/index.ts';
import { minMax } from '../../geometry/min-max.ts';
import { bundlePositions, sliceTile } from '../../tiles/bundle.ts';
import { bundleSide, byBundle } from '../../tiles/tile-blocks.ts';
import type { CacheRecord, CacheSettings } from '../../tiles/tile-cache.ts';
import { containsTile } from '../../tiles/tile-scheme.ts';
import type { EstimateSpace } from '../catalogue.ts';
import { type Durability, keysStartingWith } from '../database.ts';
import { createLastUsed } from '../last-used.ts';
import { type Connection, cachePerContents } from '../open.ts';
import { without, type YieldNow } from './tile-bundles.ts';
import type { TileChange } from './tile-counts.ts';
import type { BundleRecord, TileKey } from './tile-schema.ts';
import { putWhole, replacesAll, sealBundle, wholeBundle } from './tile-sealing.ts';
import type { TileStore } from './tile-store.ts';
import {
  bundleKey,
  bundlesIn,
  forget,
  forgetCaches,
  listRows,
  moveOn,
  readCurrentWork,
  rowKeys,
  sizesIn,
  type TileWriting,
  tileStores,
} from './tile-writing.ts';

/** Maximum number of cached bundles. Each takes 200 KB without its Blob. */
const cachedBundles = 16;
const cachedTileBytes = 16 * 1024 * 1024;

/** Create the storage of tile caches. */
export function createTileStore(
  connection: Connection,
  now: () => number,
  estimate?: EstimateSpace,
  yieldNow: YieldNow = async () => undefined,
): TileStore {
  const change = <T>(
    durability: Durability,
    task: (transaction: TileWriting, requests: Promise<unknown>[]) => Promise<T>,
  ): Promise<T> => connection.run((database) => database.write(tileStores, durability, task));

  const readBundle = (cache: CacheRecord, layer: number, level: number, row: number, col: number) =>
    connection.run((database) => database.get('bundles', bundleKey(cache, layer, level, row, col)));

  const bundles = cachePerContents(connection, () => createLastUsed<BundleRecord>(cachedBundles, () => 1));
  const lastTiles = cachePerContents(connection, () =>
    createLastUsed<Uint8Array<ArrayBuffer>>(cachedTileBytes, (bytes) => bytes.byteLength),
  );

  return {
    cache: (service, map) => connection.run((database) => database.get('caches', [service, map])),
    caches: (service) =>
      connection.run((database) =>
        database.getAll('caches', service === undefined ? undefined : keysStartingWith([service])),
      ),
    setCache: (service, map, settings, id) =>
      connection.run((database) =>
        database.write([...tileStores, 'services'], 'strict', async (transaction, requests) => {
          // If the service was deleted in the meantime, its caches are gone too, and a new cache would be orphaned.
          if ((await transaction.objectStore('services').getKey(service)) === undefined)
            throw new Fault('unknown-service', `Service "${service}" not found.`, { service });
          const before = await transaction.objectStore('caches').get([service, map]);
          const keeps = before !== undefined && fits(before.settings, settings);
          const record: CacheRecord = keeps
            ? { ...before, settings }
            : { service, map, id, settings, version: 0, uses: [], revision: 0 };
          if (before && !keeps) await forget(transaction as unknown as TileWriting, requests, before);
          requests.push(transaction.objectStore('caches').put(record));
          return record;
        }),
      ),
    removeCache: (service, map) =>
      change('strict', async (transaction, requests) => {
        const range = map === undefined ? keysStartingWith([service]) : ([service, map] as [string, string]);
        return (await forgetCaches(transaction, requests, range)) > 0;
      }),
    async tile(cache, { layer, level, row, col }) {
      const key: TileKey = [cache.id, layer, level, row, col];
      const read = async () => {
        const single = await connection.run((database) => database.get('tiles', key));
        if (single) return new Uint8Array(single);
        if (cache.settings.storage === 'exploded') return undefined;
        const bundleId = bundleKey(cache, layer, level, row, col);
        const bundle = await bundles().get(bundleId.join('/'), cache.revision, () =>
          readBundle(cache, layer, level, row, col),
        );
        const slice = bundle && sliceTile(bundle.blob, bundle, row, col);
        return slice && new Uint8Array(await slice.arrayBuffer());
      };
      return lastTiles().get(key.join('/'), cache.revision, read);
    },
    async present(cache, layer, level, range) {
      const presentTiles = new Set<string>();
      const keys = await connection.run((database) =>
        Promise.all(
          listRows(range).map((row) => database.getAllKeys('tiles', rowKeys(cache, layer, level, row, range))),
        ),
      );
      for (const [, , , row, col] of keys.flat()) presentTiles.add(`${row}/${col}`);
      if (cache.settings.storage === 'exploded') return presentTiles;
      for (const { row, col } of byBundle(range)) {
        const bundle = await readBundle(cache, layer, level, row, col);
        for (const [r, c] of bundle ? bundlePositions(bundle) : []) {
          if (containsTile(range, row + r, col + c)) presentTiles.add(`${row + r}/${col + c}`);
        }
      }
      return presentTiles;
    },
    save(cache, work, tiles) {
      const bundle = wholeBundle(cache, work, tiles);
      return change('relaxed', async (transaction, requests) => {
        const bundles = bundlesIn(transaction, cache, work);
        const [current, before, isSealed] = await Promise.all([
          readCurrentWork(transaction, cache, work),
          tiles.length > 0 ? sizesIn(transaction, cache, work, bundles) : new Map<string, number>(),
          bundle !== undefined && replacesAll(transaction, cache, work, bundle, bundles),
        ]);
        if (!current) return undefined;
        const { layer, level, range } = work;
        const added: TileChange = { tiles: 0, bytes: 0 };
        if (isSealed) putWhole(transaction, requests, cache, work, bundle!);
        for (const { row, col, bytes } of tiles) {
          const replaced = before.get(`${row}/${col}`);
          added.tiles += replaced === undefined ? 1 : 0;
          added.bytes += bytes.byteLength - (replaced ?? 0);
          if (isSealed) continue;
          const value = bytes.byteLength === bytes.buffer.byteLength ? bytes.buffer : bytes.slice().buffer;
          requests.push(transaction.objectStore('tiles').put(value, [cache.id, layer, level, row, col]));
        }
        const written = tiles.reduce((sum, { bytes }) => sum + bytes.byteLength, 0);
        return { ...moveOn(transaction, requests, current, { work, range, added, written, now: now() }), isSealed };
      });
    },
    async drop(cache, work) {
      const { layer, level, range } = work;
      const bundle = await readBundle(cache, layer, level, range.rowMin, range.colMin);
      const rest = bundle && (await without(bundle, range, yieldNow));
      return change('strict', async (transaction, requests) => {
        const current = await readCurrentWork(transaction, cache, work);
        if (!current) return undefined;
        const gone = await sizesIn(transaction, current.cache, work);
        for (const row of listRows(range)) {
          requests.push(transaction.objectStore('tiles').delete(rowKeys(cache, layer, level, row, range)));
        }
        const key = bundleKey(cache, layer, level, range.rowMin, range.colMin);
        if (rest) requests.push(transaction.objectStore('bundles').put(rest, key));
        else if (bundle) requests.push(transaction.objectStore('bundles').delete(key));
        const added = { tiles: -gone.size, bytes: -[...gone.values()].reduce((sum, size) => sum + size, 0) };
        return moveOn(transaction, requests, current, { work, range, added, written: 0, now: now() });
      });
    },
    bundle: readBundle,
    seal: (cache, layer, level, row, col) => sealBundle(connection, yieldNow, cache, layer, level, row, col),
    async putBundle(cache, work, row, col, bundle) {
      const range = { rowMin: row, rowMax: row + bundleSide - 1, colMin: col, colMax: col + bundleSide - 1 };
      await change('relaxed', async (transaction, requests) => {
        const current = await readCurrentWork(transaction, cache, {});
        if (!current) return;
        const { layer, level } = work;
        const gone = await sizesIn(transaction, current.cache, { ...work, range });
        for (const tileRow of listRows(range)) {
          requests.push(transaction.objectStore('tiles').delete(rowKeys(cache, layer, level, tileRow, range)));
        }
        requests.push(transaction.objectStore('bundles').put(bundle, bundleKey(cache, layer, level, row, col)));
        const added = { tiles: -gone.size, bytes: -[...gone.values()].reduce((sum, size) => sum + size, 0) };
        const positions = bundlePositions(bundle);
        if (positions.length === 0) return;
        added.tiles += positions.length;
        for (const size of bundle.sizes) added.bytes += size;
        const [rowMin, rowMax] = minMax(positions.map(([r]) => row + r));
        const [colMin, colMax] = minMax(positions.map(([, c]) => col + c));
        const covered = { rowMin, rowMax, colMin, colMax };
        moveOn(transaction, requests, current, {
          work: { ...work, range: covered },
          range: covered,
          added,
          written: 0,
          now: now(),
        });
      });
    },
    job: (id) => connection.run((database) => database.get('tileJobs', id)),
    async jobs(service) {
      const jobs = await connection.run((database) =>
        database.read(['tileJobs'], (transaction) =>
          transaction.objectStore('tileJobs').index('service').getAll(service),
        ),
      );
      return jobs.sort((a, b) => b.startedAt - a.startedAt);
    },
    addJob: (job) =>
      change('strict', async (transaction, requests) => {
        const cache = await transaction.objectStore('caches').get([job.service, job.map]);
        if (cache?.id !== job.cacheId)
          throw new Fault('not-found', `Map "${job.map}" of service "${job.service}" no longer has a cache.`);
        const jobs = transaction.objectStore('tileJobs');
        const others = (await jobs.index('service').getAll(job.service)).filter(({ map }) => map === job.map);
        if (others.some(({ status, id }) => (status === 'running' || status === 'paused') && id !== job.id))
          return undefined;
        for (const { id } of others) requests.push(jobs.delete(id));
        requests.push(jobs.put(job));
        return job;
      }),
    changeJob: (id, alter) =>
      change('strict', async (transaction, requests) => {
        const jobs = transaction.objectStore('tileJobs');
        const job = await jobs.get(id);
        const changed = job && alter(job);
        if (changed) requests.push(jobs.put({ ...changed, updatedAt: now() }));
        return changed ?? job;
      }),
    async space() {
      const { usage, quota } = (await estimate?.().catch(() => undefined)) ?? {};
      return usage === undefined || quota === undefined ? undefined : { usage, quota };
    },
  };
}

/** Settings that don't affect the tiles may change without losing them. Level scales are informational. */
function fits(before: CacheSettings, after: CacheSettings): boolean {
  const shape = ({ onDemand: _, clientCaching: __, scheme, ...rest }: CacheSettings) =>
    JSON.stringify({ ...rest, ...scheme, levels: scheme.levels.map(({ level, resolution }) => [level, resolution]) });
  return shape(before) === shape(after);
}

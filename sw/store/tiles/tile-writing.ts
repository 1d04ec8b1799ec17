import { bundlePositions } from '../../tiles/bundle.ts';
import { bundleSide, byBundle } from '../../tiles/tile-blocks.ts';
import type { CacheRecord, TileJob } from '../../tiles/tile-cache.ts';
import { containsTile, type TileRange } from '../../tiles/tile-scheme.ts';
import { type KeyQuery, type KeyRange, keysStartingWith, type WriteTransaction } from '../database.ts';
import type { DatabaseSchema } from '../schema.ts';
import { renewsAll, type TileChange, withUse } from './tile-counts.ts';
import type { BundleRecord, TileKey } from './tile-schema.ts';
import type { Changed, TileWork } from './tile-store.ts';

/** The object stores that a change of a cache may use. */
export const tileStores = ['caches', 'tiles', 'bundles', 'tileJobs'] as const;
export type TileWriting = WriteTransaction<DatabaseSchema, typeof tileStores>;

/** Return the keys of one row's tiles in a range. */
export const rowKeys = (cache: CacheRecord, layer: number, level: number, row: number, range: TileRange): KeyRange => ({
  lower: [cache.id, layer, level, row, range.colMin],
  upper: [cache.id, layer, level, row, range.colMax],
});

/**
 * Return a key range that covers the tiles of a range. Between the first and last tile, it also covers tiles outside
 * the range's columns; filter them with `isIn`.
 */
export const rangeKeys = (
  cache: CacheRecord,
  layer: number,
  level: number,
  { rowMin, rowMax, colMin, colMax }: TileRange,
): KeyRange => ({ lower: [cache.id, layer, level, rowMin, colMin], upper: [cache.id, layer, level, rowMax, colMax] });

/** Check whether a tile key is in the columns of a range. */
export const isIn =
  ({ colMin, colMax }: TileRange) =>
  ([, , , , col]: TileKey): boolean =>
    col >= colMin && col <= colMax;

export const listRows = ({ rowMin, rowMax }: TileRange): number[] =>
  Array.from({ length: Math.max(0, rowMax - rowMin + 1) }, (_, i) => rowMin + i);

/** Return the key of the bundle that contains a tile. */
export function bundleKey(cache: CacheRecord, layer: number, level: number, row: number, col: number): TileKey {
  return [cache.id, layer, level, row - (row % bundleSide), col - (col % bundleSide)];
}

/** Remove the tiles and jobs of a cache. */
export async function forget(
  transaction: TileWriting,
  requests: Promise<unknown>[],
  cache: CacheRecord,
): Promise<void> {
  const all = keysStartingWith([cache.id]);
  requests.push(transaction.objectStore('tiles').delete(all), transaction.objectStore('bundles').delete(all));
  const jobs = transaction.objectStore('tileJobs');
  for (const job of await jobs.index('service').getAll(cache.service)) {
    if (job.cacheId === cache.id) requests.push(jobs.delete(job.id));
  }
}

/** Remove the caches in a range of services and maps with their contents. Return the number of removed caches. */
export async function forgetCaches(
  transaction: TileWriting,
  requests: Promise<unknown>[],
  range: KeyQuery<[string, string]>,
): Promise<number> {
  const cacheStore = transaction.objectStore('caches');
  const records = await cacheStore.getAll(range);
  for (const cache of records) await forget(transaction, requests, cache);
  requests.push(cacheStore.delete(range));
  return records.length;
}

/** Return the stored cache and job; undefined if they have changed since the work began. */
export async function readCurrentWork(
  transaction: TileWriting,
  cache: CacheRecord,
  { step }: Pick<TileWork, 'step'>,
): Promise<Changed | undefined> {
  const [current, job] = await Promise.all([
    transaction.objectStore('caches').get([cache.service, cache.map]),
    step && transaction.objectStore('tileJobs').get(step.job),
  ]);
  if (current?.id !== cache.id) return undefined;
  if (!step) return { cache: current };
  return job?.status === 'running' && job.position === step.position ? { cache: current, job } : undefined;
}

/** A stored bundle, with the row and column of its first tile. */
export interface PlacedBundle {
  readonly row: number;
  readonly col: number;
  readonly bundle: BundleRecord;
}

/** Return the stored bundles of a block. */
export async function bundlesIn(
  transaction: TileWriting,
  cache: CacheRecord,
  { layer, level, range }: TileWork,
): Promise<PlacedBundle[]> {
  if (cache.settings.storage !== 'compact') return [];
  const bundles = transaction.objectStore('bundles');
  const bundlesRead = byBundle(range).map(async ({ row, col }) => {
    const bundle = await bundles.get(bundleKey(cache, layer, level, row, col));
    return bundle ? [{ row, col, bundle }] : [];
  });
  return (await Promise.all(bundlesRead)).flat();
}

/** Return the sizes of a block's stored tiles, by `row/col`. */
export async function sizesIn(
  transaction: TileWriting,
  cache: CacheRecord,
  work: TileWork,
  bundles = bundlesIn(transaction, cache, work),
): Promise<Map<string, number>> {
  const { layer, level, range } = work;
  const tiles = transaction.objectStore('tiles');
  // Read all rows concurrently: many requests together take about as long as one. Tile bytes are only read for rows
  // that
  // have tiles.
  const rows = listRows(range).map(async (row): Promise<(readonly [string, number])[]> => {
    const keys = rowKeys(cache, layer, level, row, range);
    const tileKeys = await tiles.getAllKeys(keys);
    const values = tileKeys.length > 0 ? await tiles.getAll(keys) : [];
    return values.map((value, i) => [`${row}/${tileKeys[i]![4]}`, value.byteLength]);
  });
  const [bundleSizes, singles] = await Promise.all([bundles, Promise.all(rows)]);
  const sizes = new Map<string, number>();
  for (const { row, col, bundle } of bundleSizes) {
    for (const [r, c] of bundlePositions(bundle))
      if (containsTile(range, row + r, col + c)) sizes.set(`${row + r}/${col + c}`, bundle.sizes[r * bundleSide + c]!);
  }
  for (const [tile, size] of singles.flat()) sizes.set(tile, size);
  return sizes;
}

/** Update the statistics of the cache and the position of the job. */
export function moveOn(
  transaction: TileWriting,
  requests: Promise<unknown>[],
  { cache, job }: Changed,
  done: { work: TileWork; range: TileRange; added: TileChange; written: number; now: number },
): Changed {
  const { work, added } = done;
  const uses = withUse(cache, work.layer, work.level, done.range, added);
  const moved: TileJob | undefined = job && {
    ...job,
    position: job.position + 1,
    tilesDone: job.tilesDone + listRows(done.range).length * (done.range.colMax - done.range.colMin + 1),
    bytesWritten: job.bytesWritten + done.written,
    status: job.position + 1 >= job.total ? 'done' : 'running',
    updatedAt: done.now,
  };
  const isRenewed = moved?.status === 'done' && renewsAll({ ...cache, uses }, moved);
  const version = uses.length === 0 ? 0 : isRenewed || cache.version === 0 ? work.version : cache.version;
  const isChanged = added.tiles !== 0 || added.bytes !== 0 || done.written > 0 || version !== cache.version;
  const changed = { ...cache, uses, version, revision: cache.revision + (isChanged ? 1 : 0) };
  if (isChanged) requests.push(transaction.objectStore('caches').put(changed));
  if (moved) requests.push(transaction.objectStore('tileJobs').put(moved));
  return moved ? { cache: changed, job: moved } : { cache: changed };
}

import { bundlePositions, bundleWriter } from '../../tiles/bundle.ts';
import { bundleSide } from '../../tiles/tile-blocks.ts';
import type { CacheRecord } from '../../tiles/tile-cache.ts';
import type { TileRange } from '../../tiles/tile-scheme.ts';
import type { Connection } from '../open.ts';
import { copyTiles, type YieldNow } from './tile-bundles.ts';
import type { BundleRecord } from './tile-schema.ts';
import type { NewTile, TileWork } from './tile-store.ts';
import {
  bundleKey,
  isIn,
  listRows,
  type PlacedBundle,
  rangeKeys,
  rowKeys,
  type TileWriting,
  tileStores,
} from './tile-writing.ts';

/** Return the rows and columns of the bundle that starts at a position. */
const bundleRange = (row: number, col: number): TileRange => ({
  rowMin: row,
  rowMax: row + bundleSide - 1,
  colMin: col,
  colMax: col + bundleSide - 1,
});

/**
 * Return the tiles of a block as a bundle, which avoids writing, reading and deleting each tile. Return undefined if
 * other blocks share the bundle, if the cache isn't compact or if there are no tiles.
 */
export function wholeBundle(
  { settings }: CacheRecord,
  { isBundle = false }: TileWork,
  tiles: readonly NewTile[],
): BundleRecord | undefined {
  if (!isBundle || settings.storage !== 'compact' || tiles.length === 0) return undefined;
  const writer = bundleWriter();
  writer.add(tiles);
  return writer.finish();
}

/** Check whether a bundle replaces all existing tiles at its position. @param bundles stored bundles of the block */
export async function replacesAll(
  transaction: TileWriting,
  cache: CacheRecord,
  { layer, level, range }: TileWork,
  { sizes }: BundleRecord,
  bundles: Promise<readonly PlacedBundle[]>,
): Promise<boolean> {
  const [, , , row, col] = bundleKey(cache, layer, level, range.rowMin, range.colMin);
  const around = bundleRange(row, col);
  const [old, keys] = await Promise.all([
    bundles,
    transaction.objectStore('tiles').getAllKeys(rangeKeys(cache, layer, level, around)),
  ]);
  const isReplaced = (r: number, c: number) => sizes[r * bundleSide + c] !== 0;
  if (!keys.filter(isIn(around)).every(([, , , r, c]) => isReplaced(r - row, c - col))) return false;
  return old.every(({ bundle }) => bundlePositions(bundle).every(([r, c]) => isReplaced(r, c)));
}

/**
 * Store a bundle that replaces all tiles at its position. Nothing is awaited, because in browsers that can't store
 * Blobs the transaction is aborted shortly after.
 */
export function putWhole(
  transaction: TileWriting,
  requests: Promise<unknown>[],
  cache: CacheRecord,
  { layer, level, range }: TileWork,
  bundle: BundleRecord,
): void {
  const key = bundleKey(cache, layer, level, range.rowMin, range.colMin);
  requests.push(transaction.objectStore('bundles').put(bundle, key));
  for (const row of listRows(range))
    requests.push(transaction.objectStore('tiles').delete(rowKeys(cache, layer, level, row, range)));
}

/** Number of rows of single tiles read in one step. */
const rowsAtOnce = 4;

/**
 * Move the single tiles of a bundle into it, and keep the tiles it already has. Nothing changes if there are no single
 * tiles.
 *
 * @param row first row of the bundle
 * @param col first column of the bundle
 */
export async function sealBundle(
  connection: Connection,
  yieldNow: YieldNow,
  cache: CacheRecord,
  layer: number,
  level: number,
  row: number,
  col: number,
): Promise<void> {
  const range = bundleRange(row, col);
  const writer = bundleWriter();
  const fresh = new Set<string>();
  const bundleKeys = rangeKeys(cache, layer, level, range);
  const first = await connection.run((database) => database.getAllKeys('tiles', bundleKeys));
  // Most bundles only have tiles in a few rows.
  const rows = [...new Set(first.filter(isIn(range)).map(([, , , tileRow]) => tileRow))];
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    const rowRanges = rows
      .slice(from, from + rowsAtOnce)
      .map((tileRow) => rowKeys(cache, layer, level, tileRow, range));
    const [tileKeys, values] = await connection.run((database) =>
      database.read(['tiles'], (transaction) => {
        const store = transaction.objectStore('tiles');
        return Promise.all([
          Promise.all(rowRanges.map((keys) => store.getAllKeys(keys))),
          Promise.all(rowRanges.map((keys) => store.getAll(keys))),
        ]);
      }),
    );
    const bytes = values.flat();
    // Tiles aren't deleted while their cache is built. A tile that is added in between is detected by the count below.
    const singles: NewTile[] = [];
    for (const [i, [, , , tileRow, tileCol]] of tileKeys.flat().entries()) {
      if (!bytes[i]) continue;
      singles.push({ row: tileRow, col: tileCol, bytes: new Uint8Array(bytes[i]) });
      fresh.add(`${tileRow - row}/${tileCol - col}`);
    }
    if (singles.length > 0) writer.add(singles);
    await yieldNow();
  }
  if (fresh.size === 0) return;
  const key = bundleKey(cache, layer, level, row, col);
  const old = await connection.run((database) => database.get('bundles', key));
  if (old) await copyTiles(old, writer, (r, c) => !fresh.has(`${r}/${c}`), yieldNow);
  const bundle = writer.finish();
  await connection.run((database) =>
    database.write(tileStores, 'relaxed', async (transaction, requests) => {
      const current = await transaction.objectStore('caches').get([cache.service, cache.map]);
      const tiles = transaction.objectStore('tiles');
      const keys = await tiles.getAllKeys(bundleKeys);
      // A tile was added after the other tiles were read. All of them stay single until the next time.
      if (current?.id !== cache.id || keys.filter(isIn(range)).length !== fresh.size) return;
      requests.push(transaction.objectStore('bundles').put(bundle, key));
      requests.push(transaction.objectStore('caches').put({ ...current, revision: current.revision + 1 }));
      for (const tileRow of rows) requests.push(tiles.delete(rowKeys(cache, layer, level, tileRow, range)));
    }),
  );
}

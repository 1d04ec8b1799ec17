import type { DBSchema, IDBPDatabase } from 'idb';
import type { BundleIndex } from '../../tiles/bundle.ts';
import type { CacheRecord, TileJob } from '../../tiles/tile-cache.ts';

/** Cache, layer, level, row, column; of a bundle the row and column of its first tile. */
export type TileKey = [cacheId: string, layer: number, level: number, row: number, col: number];

/** Many tiles in one Blob; its index is beside it, so that a tile is read by one slice. */
export interface BundleRecord extends BundleIndex {
  readonly blob: Blob;
}

/** The stores of tile caches. */
export interface TileSchema extends DBSchema {
  caches: { key: [service: string, map: string]; value: CacheRecord };
  /** Single tiles: all of an exploded cache, and those of a compact one that are in no bundle yet. */
  tiles: { key: TileKey; value: ArrayBuffer };
  bundles: { key: TileKey; value: BundleRecord };
  tileJobs: { key: string; value: TileJob; indexes: { service: string } };
}

/** Create the stores of tile caches. */
export function addTileStores(database: IDBPDatabase<TileSchema>): void {
  database.createObjectStore('caches', { keyPath: ['service', 'map'] });
  database.createObjectStore('tiles');
  database.createObjectStore('bundles');
  database.createObjectStore('tileJobs', { keyPath: 'id' }).createIndex('service', 'service');
}

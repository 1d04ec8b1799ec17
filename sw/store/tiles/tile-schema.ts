import type { BundleIndex } from '../../tiles/bundle.ts';
import type { CacheRecord, TileJob } from '../../tiles/tile-cache.ts';
import type { SchemaEditor } from '../database.ts';

/** Cache, layer, level, row, column; for a bundle, the row and column of its first tile. */
export type TileKey = [cacheId: string, layer: number, level: number, row: number, col: number];

/** Many tiles in one Blob. The record includes the index, so that one slice reads a tile. */
export interface BundleRecord extends BundleIndex {
  readonly blob: Blob;
}

/** The object stores of tile caches. */
export interface TileSchema {
  caches: { key: [service: string, map: string]; value: CacheRecord };
  /** Single tiles: all tiles of an exploded cache, and the tiles of a compact cache that aren't in a bundle yet. */
  tiles: { key: TileKey; value: ArrayBuffer };
  bundles: { key: TileKey; value: BundleRecord };
  tileJobs: { key: string; value: TileJob; indexes: { service: string } };
}

/** Create the object stores of tile caches. */
export function addTileStores(database: SchemaEditor): void {
  database.createObjectStore('caches', { keyPath: ['service', 'map'] });
  database.createObjectStore('tiles');
  database.createObjectStore('bundles');
  database.createObjectStore('tileJobs', { keyPath: 'id' }).createIndex('service', 'service');
}

import type { CacheRecord, CacheSettings, TileJob, TilePosition } from '../../tiles/tile-cache.ts';
import type { TileRange } from '../../tiles/tile-scheme.ts';
import type { BundleRecord } from './tile-schema.ts';

/** A tile to be stored. */
export interface NewTile {
  readonly row: number;
  readonly col: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** A block of tiles that is written or deleted at once. */
export interface TileWork {
  readonly layer: number;
  readonly level: number;
  readonly range: TileRange;
  /** Version of the service that the tiles show. */
  readonly version: number;
  /** True when nothing else is written to its bundle: the tiles may go into it at once. */
  readonly isBundle?: boolean;
  /** The step of a job that this is; written only while the job is at that step, and advances it. */
  readonly step?: { readonly job: string; readonly position: number };
}

/** The cache and the job after a change. */
export interface Changed {
  readonly cache: CacheRecord;
  readonly job?: TileJob;
  /** True when the tiles have become their bundle, so that none of it are single. */
  readonly isSealed?: boolean;
}

/** What handlers can do with tile caches. */
export interface TileStore {
  cache(service: string, map: string): Promise<CacheRecord | undefined>;
  /** All caches of a service, or all there are. */
  caches(service?: string): Promise<CacheRecord[]>;
  /** Set a cache up or change it; tiles stay when they still fit. */
  setCache(service: string, map: string, settings: CacheSettings, id: string): Promise<CacheRecord>;
  /** Remove a cache with its tiles and jobs, or all of a service. False when there was none. */
  removeCache(service: string, map?: string): Promise<boolean>;
  /** Undefined when it is not there. */
  tile(cache: CacheRecord, position: TilePosition): Promise<Uint8Array<ArrayBuffer> | undefined>;
  /** Rows and columns of a range that are there, as `row/col`. */
  present(cache: CacheRecord, layer: number, level: number, range: TileRange): Promise<Set<string>>;
  /**
   * Store tiles and advance the job, in one transaction. Undefined when the cache or the job is no longer what it was: then
   * nothing is written.
   *
   * @throws {Fault} `no-space`, and then nothing has changed
   */
  save(cache: CacheRecord, work: TileWork, tiles: readonly NewTile[]): Promise<Changed | undefined>;
  /** Delete the tiles of a range that lies in one bundle, and advance the job. As `save`. */
  drop(cache: CacheRecord, work: TileWork): Promise<Changed | undefined>;
  /** The bundle that has a position; without the tiles that are still single. */
  bundle(cache: CacheRecord, layer: number, level: number, row: number, col: number): Promise<BundleRecord | undefined>;
  /** Put the single tiles of a bundle into it; without any it is left alone. */
  seal(cache: CacheRecord, layer: number, level: number, row: number, col: number): Promise<void>;
  /** Store a whole bundle that comes from outside, replacing the present one. */
  putBundle(
    cache: CacheRecord,
    work: Omit<TileWork, 'range' | 'step'>,
    row: number,
    col: number,
    bundle: BundleRecord,
  ): Promise<void>;
  job(id: string): Promise<TileJob | undefined>;
  /** By start, the newest first. */
  jobs(service: string): Promise<TileJob[]>;
  /** Start a job. Undefined when the cache has one that is not finished. Finished ones of the cache are forgotten. */
  addJob(job: TileJob): Promise<TileJob | undefined>;
  /** Change the stored job; `change` answers undefined to leave it. Answers the job after it. */
  changeJob(id: string, change: (job: TileJob) => TileJob | undefined): Promise<TileJob | undefined>;
  /** Bytes used and allowed; undefined where the browser does not say. */
  space(): Promise<{ readonly usage: number; readonly quota: number } | undefined>;
}

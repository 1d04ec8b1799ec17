import type { CacheRecord, CacheSettings, TileJob, TilePosition } from '../../tiles/tile-cache.ts';
import type { TileRange } from '../../tiles/tile-scheme.ts';
import type { BundleRecord } from './tile-schema.ts';

/** A tile to store. */
export interface NewTile {
  readonly row: number;
  readonly col: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** A block of tiles that is written or deleted in one transaction. */
export interface TileWork {
  readonly layer: number;
  readonly level: number;
  readonly range: TileRange;
  /** Version of the service that the tiles were drawn from. */
  readonly version: number;
  /** True if nothing else is written to the block's bundle, so the tiles may be stored as a bundle directly. */
  readonly isBundle?: boolean;
  /** The job step of this work. It is only written while the job is at that step, and advances the job. */
  readonly step?: { readonly job: string; readonly position: number };
}

/** The cache and the job after a change. */
export interface Changed {
  readonly cache: CacheRecord;
  readonly job?: TileJob;
  /** True if the tiles were stored as a bundle, so that none of them are single. */
  readonly isSealed?: boolean;
}

/** The tile cache API for handlers. */
export interface TileStore {
  cache(service: string, map: string): Promise<CacheRecord | undefined>;
  /** Return all caches of a service, or of all services. */
  caches(service?: string): Promise<CacheRecord[]>;
  /**
   * Create or change a cache; its tiles stay if they are still valid for the settings.
   *
   * @throws {Fault} `unknown-service` if the service doesn't exist
   */
  setCache(service: string, map: string, settings: CacheSettings, id: string): Promise<CacheRecord>;
  /** Remove a cache with its tiles and jobs, or all caches of a service. Return false if there is none. */
  removeCache(service: string, map?: string): Promise<boolean>;
  /** Return a tile; undefined if it isn't stored. */
  tile(cache: CacheRecord, position: TilePosition): Promise<Uint8Array<ArrayBuffer> | undefined>;
  /** Return the positions of the stored tiles in a range, as `row/col`. */
  present(cache: CacheRecord, layer: number, level: number, range: TileRange): Promise<Set<string>>;
  /**
   * Store tiles and advance the job, in one transaction. Return undefined, without writing anything, if the cache or
   * the job has changed in the meantime.
   *
   * @throws {Fault} `no-space` when the storage is full; nothing has changed then
   */
  save(cache: CacheRecord, work: TileWork, tiles: readonly NewTile[]): Promise<Changed | undefined>;
  /** Delete the tiles of a range in a single bundle, and advance the job. Otherwise like `save`. */
  drop(cache: CacheRecord, work: TileWork): Promise<Changed | undefined>;
  /** Return the bundle at a position, without tiles that are still single; undefined if it isn't stored. */
  bundle(cache: CacheRecord, layer: number, level: number, row: number, col: number): Promise<BundleRecord | undefined>;
  /** Move the single tiles of a bundle into it. Nothing changes if there are none. */
  seal(cache: CacheRecord, layer: number, level: number, row: number, col: number): Promise<void>;
  /** Store a complete imported bundle, replacing the existing bundle. */
  putBundle(
    cache: CacheRecord,
    work: Omit<TileWork, 'range' | 'step'>,
    row: number,
    col: number,
    bundle: BundleRecord,
  ): Promise<void>;
  job(id: string): Promise<TileJob | undefined>;
  /** Return the jobs of a service, the most recently started first. */
  jobs(service: string): Promise<TileJob[]>;
  /**
   * Start a job and delete the finished jobs of the cache. Return undefined if the cache has an unfinished job.
   *
   * @throws {Fault} `not-found` if the cache was deleted
   */
  addJob(job: TileJob): Promise<TileJob | undefined>;
  /**
   * Change a stored job and return it; undefined if it doesn't exist. `change` returns undefined to leave the job
   * unchanged.
   */
  changeJob(id: string, change: (job: TileJob) => TileJob | undefined): Promise<TileJob | undefined>;
  /** Return the used and allowed bytes; undefined if the browser doesn't report them. */
  space(): Promise<{ readonly usage: number; readonly quota: number } | undefined>;
}

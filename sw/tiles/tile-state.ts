import type { Extent } from '../geometry/extent.ts';
import type { CacheRecord, TileJob } from './tile-cache.ts';

/** State of a cache that is reported to clients. */
export interface CacheState {
  readonly map: string;
  readonly settings: CacheRecord['settings'];
  readonly tiles: number;
  readonly bytes: number;
  readonly uses: CacheRecord['uses'];
  readonly version: number;
  /** Increases with every change of the tiles. */
  readonly revision: number;
  /** Extent that tiles can cover, in the reference of the scheme. */
  readonly extent: Extent;
  /** Whether the service was republished after its tiles were drawn. */
  readonly isStale: boolean;
  readonly isServing: boolean;
  readonly job?: JobState;
}

/** State of a job that is reported to clients, without its internal order of work. */
export type JobState = Omit<TileJob, 'parts' | 'side' | 'cacheId'> & {
  readonly levels: readonly number[];
  readonly layers: readonly number[];
};

/** Caches of a service that are reported to clients. */
export interface ServiceCaches {
  readonly service: string;
  readonly version: number;
  readonly maps: readonly string[];
  readonly caches: readonly CacheState[];
  readonly space?: { readonly usage: number; readonly quota: number };
}

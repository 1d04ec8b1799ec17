import type { Extent } from '../geometry/extent.ts';
import type { CacheRecord, TileJob } from './tile-cache.ts';

/** What is reported of a cache. */
export interface CacheState {
  readonly map: string;
  readonly settings: CacheRecord['settings'];
  readonly tiles: number;
  readonly bytes: number;
  readonly uses: CacheRecord['uses'];
  readonly version: number;
  /** Grows with every change of the tiles. */
  readonly revision: number;
  /** What tiles may show, in the reference of the scheme; beyond it there are none. */
  readonly extent: Extent;
  /** The service was published anew after its tiles were drawn. */
  readonly isStale: boolean;
  readonly isServing: boolean;
  readonly job?: JobState;
}

/** What is reported of a job: everything but its inner order of work. */
export type JobState = Omit<TileJob, 'parts' | 'side' | 'cacheId'> & {
  readonly levels: readonly number[];
  readonly layers: readonly number[];
};

/** What is reported of the caches of a service. */
export interface ServiceCaches {
  readonly service: string;
  readonly version: number;
  readonly maps: readonly string[];
  readonly caches: readonly CacheState[];
  readonly space?: { readonly usage: number; readonly quota: number };
}

import type { MessageMember, MessageOf } from './message.ts';

/**
 * What POST to `admin/caches/{service}` takes: an `action` on the cache of a `map`, the first one by default. `settings` sets a
 * cache up; `estimate` says what `build` would make; `build` starts a job; `erase` starts a job that deletes; `pause`,
 * `resume` and `cancel` change a `job`; `delete` removes the cache with everything in it.
 */
export const cacheMessage = {
  action: {
    kind: 'text',
    required: true,
    choices: ['settings', 'estimate', 'build', 'erase', 'pause', 'resume', 'cancel', 'delete'],
  },
  map: { kind: 'text' },
  /** Id of a job; by default the job of the map. */
  job: { kind: 'text' },
  /** Of a job: all levels of the scheme by default. */
  levels: { kind: 'integers' },
  /** Of a job: the whole map by default. */
  area: { kind: 'envelope' },
  /** Of a job: all trees of the cache by default. */
  trees: { kind: 'integers' },
  /** Of a job: true draws again what is there. */
  overwrite: { kind: 'boolean' },
  /** Settings; `fused` by default. */
  kind: { kind: 'text', choices: ['fused', 'layers'] },
  /** Settings of a cache by layers: all layers but groups by default. */
  layers: { kind: 'integers' },
  /** Settings: `web-mercator` (the default), `geographic`, or a scheme: wkid, origin, tileCols, tileRows, dpi, levels. */
  scheme: { kind: 'any' },
  /** Settings; PNG32 by default. */
  format: { kind: 'text', choices: ['PNG8', 'PNG24', 'PNG32', 'JPEG', 'MIXED'] },
  /** Settings, of JPEG; 75 by default. */
  quality: { kind: 'number', range: [1, 100] },
  /** Settings; `compact` by default. */
  storage: { kind: 'text', choices: ['exploded', 'compact'] },
  /** Settings: true draws a tile when it is first asked for. */
  onDemand: { kind: 'boolean' },
  /** Settings: false keeps clients from storing tiles. */
  clientCaching: { kind: 'boolean' },
} as const satisfies Readonly<Record<string, MessageMember>>;

export type CacheMessage = MessageOf<typeof cacheMessage>;
export type CacheActionName = CacheMessage['action'];

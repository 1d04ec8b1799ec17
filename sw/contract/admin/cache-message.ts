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
  job: { kind: 'text' },
  levels: { kind: 'integers' },
  area: { kind: 'envelope' },
  trees: { kind: 'integers' },
  overwrite: { kind: 'boolean' },
  kind: { kind: 'text', choices: ['fused', 'layers'] },
  layers: { kind: 'integers' },
  scheme: { kind: 'any' },
  format: { kind: 'text', choices: ['PNG8', 'PNG24', 'PNG32', 'JPEG', 'MIXED'] },
  quality: { kind: 'number', range: [1, 100] },
  storage: { kind: 'text', choices: ['exploded', 'compact'] },
  onDemand: { kind: 'boolean' },
  clientCaching: { kind: 'boolean' },
} as const satisfies Readonly<Record<string, MessageMember>>;

export type CacheMessage = MessageOf<typeof cacheMessage>;
export type CacheActionName = CacheMessage['action'];

import type { Value } from '../infer.ts';
import type { Parameters, ParameterValues } from '../parameter.ts';

/**
 * Body of POST `admin/caches/{service}`: an `action` on the cache of a `map`, by default the first map.
 *
 * - `settings` configures a cache.
 * - `estimate` returns the expected result of `build`.
 * - `build` starts a job.
 * - `erase` starts a job that deletes tiles.
 * - `pause`, `resume` and `cancel` change a `job`.
 * - `delete` removes the cache with its contents.
 */
export const cacheMessage = {
  action: {
    kind: 'string',
    doc: 'what to do',
    required: true,
    choices: ['settings', 'estimate', 'build', 'erase', 'pause', 'resume', 'cancel', 'delete'],
  },
  map: { kind: 'string', doc: 'name of the map; the first one by default' },
  job: { kind: 'string', doc: 'id of a job; by default the job of the map' },
  levels: { kind: 'ids', doc: 'of a job: levels, such as [0, 1, 2]; all by default', minimumLength: 1 },
  area: { kind: 'object', doc: 'of a job: XMin, YMin, XMax, YMax; the whole map by default' },
  trees: { kind: 'ids', doc: 'of a job: ids of layers; all trees by default', minimumLength: 1 },
  overwrite: { kind: 'boolean', doc: 'of a job: draw existing tiles again' },
  kind: { kind: 'string', doc: 'settings: one tree for the map, or one per layer', choices: ['fused', 'layers'] },
  layers: { kind: 'ids', doc: 'settings of a cache by layers: ids; all layers by default', minimumLength: 1 },
  scheme: { kind: 'json', doc: 'settings: "web-mercator", "geographic", or a scheme of your own' },
  format: {
    kind: 'string',
    doc: 'settings: PNG32 by default',
    choices: ['PNG8', 'PNG24', 'PNG32', 'JPEG', 'MIXED'],
  },
  quality: { kind: 'number', doc: 'settings: of JPEG; 75 by default', minimum: 1, maximum: 100 },
  storage: { kind: 'string', doc: 'settings: compact by default', choices: ['exploded', 'compact'] },
  onDemand: { kind: 'boolean', doc: 'settings: draw a tile when it is first requested' },
  clientCaching: { kind: 'boolean', doc: 'settings: clients may store tiles' },
} as const satisfies Parameters;

export type CacheMessage = Omit<ParameterValues<typeof cacheMessage>, 'area'> & {
  readonly area?: Value<'EnvelopeN'> | undefined;
};
export type CacheActionName = CacheMessage['action'];

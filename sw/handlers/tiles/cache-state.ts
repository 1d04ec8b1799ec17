import { isServing, sumUses, type TileJob } from '../../features/tile-cache.ts';
import type { JobState, ServiceCaches } from '../../features/tile-state.ts';
import type { Call } from '../call.ts';

/** Tell how the caches of a service stand. */
export async function cachesState({ context, service }: Call): Promise<ServiceCaches> {
  const { tiles } = context.store;
  const [found, jobs, space] = await Promise.all([tiles.caches(service.key), tiles.jobs(service.key), tiles.space()]);
  return {
    service: service.key,
    version: service.version,
    maps: service.definition.maps.map((map) => map.Name),
    caches: found.map((cache) => {
      const job = jobs.find(({ cacheId }) => cacheId === cache.id);
      return {
        map: cache.map,
        settings: cache.settings,
        ...sumUses(cache.uses),
        uses: cache.uses,
        version: cache.version,
        isStale: cache.version !== 0 && cache.version !== service.version,
        isServing: isServing(cache),
        ...(job ? { job: jobState(job) } : {}),
      };
    }),
    ...(space ? { space } : {}),
  };
}

/** Tell how a job stands. */
export function jobState({ parts, side: _, cacheId: __, ...job }: TileJob): JobState {
  return {
    ...job,
    levels: [...new Set(parts.map(({ level }) => level))],
    layers: [...new Set(parts.map(({ layer }) => layer))],
  };
}

import type { Call } from '../../handlers/call.ts';
import { getPublishedMap } from '../../handlers/published.ts';
import { getDrawnVersion } from '../../store/catalogue.ts';
import { type CacheRecord, isServing, sumUses, type TileJob } from '../tile-cache.ts';
import type { CacheState, JobState, ServiceCaches } from '../tile-state.ts';
import { computeCacheExtent } from './cache-extent.ts';
import { currentJob } from './run-job.ts';

export async function cachesState(call: Call): Promise<ServiceCaches> {
  const { context, service } = call;
  const { tiles } = context.store;
  const [all, jobs, space] = await Promise.all([tiles.caches(service.key), tiles.jobs(service.key), tiles.space()]);
  // Skip caches of maps that a later version removed.
  const mapCaches = all.filter(({ map }) => service.definition.maps.some(({ Name }) => Name === map));
  return {
    service: service.key,
    version: service.version,
    maps: service.definition.maps.map((map) => map.Name),
    caches: await Promise.all(
      mapCaches.map((cache) =>
        cacheState(
          call,
          cache,
          jobs.find(({ cacheId }) => cacheId === cache.id),
        ),
      ),
    ),
    space,
  };
}

async function cacheState(call: Call, cache: CacheRecord, job: TileJob | undefined): Promise<CacheState> {
  const { map, settings, uses, version, revision } = cache;
  return {
    map,
    settings,
    ...sumUses(uses),
    uses,
    version,
    revision,
    extent: await computeCacheExtent(call, getPublishedMap(call.service, map), settings.scheme),
    isStale: version !== 0 && version !== getDrawnVersion(call.service),
    isServing: isServing(cache),
    job: job && jobState(currentJob(call.context, job)),
  };
}

export function jobState({ parts, side: _, cacheId: __, ...job }: TileJob): JobState {
  return {
    ...job,
    levels: [...new Set(parts.map(({ level }) => level))],
    layers: [...new Set(parts.map(({ layer }) => layer))],
  };
}

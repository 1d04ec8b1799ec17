import type { Value } from '../../sw/contract/index.ts';
import { call } from '../connection/call.ts';
import { type Reading, useRead } from '../parts/use-read.ts';
import { defineReferences } from '../state/definitions.ts';
import type { MapInfo } from '../state/services.ts';
import { services } from '../state/services.ts';

export interface ServiceDescription {
  readonly key: string;
  readonly maps: readonly MapInfo[];
  /** Subtypes of layers and tables, by name of the map. */
  readonly subtypes: ReadonlyMap<string, readonly Value<'MapTableSubtypeInfo'>[]>;
  readonly document: Value<'PropertySet'>;
  readonly limits: Value<'PropertySet'>;
}

/** Read the description of a service, and again when a new version is published. */
export function useService(key: string): Reading<ServiceDescription> {
  const version = services.value?.find(({ name }) => name === key)?.version;
  return useRead(`${key} ${version}`, (signal) => readService(key, signal));
}

async function readService(key: string, signal: AbortSignal): Promise<ServiceDescription> {
  const [{ Result: count }, { Result: document }, { Result: limits }] = await Promise.all([
    call('GetMapCount', key, {}, { signal }),
    call('GetDocumentInfo', key, {}, { signal }),
    call('GetServiceConfigurationInfo', key, {}, { signal }),
  ]);
  const maps = await Promise.all(
    Array.from({ length: count }, async (_, Index) => {
      const { Result: MapName } = await call('GetMapName', key, { Index }, { signal });
      return (await call('GetServerInfo', key, { MapName }, { signal })).Result;
    }),
  );
  const subtypes = await Promise.all(
    maps.map(async ({ Name, MapLayerInfos = [], StandaloneTableInfos = [] }) => {
      const hasAny = [...MapLayerInfos, ...StandaloneTableInfos].some(({ HasSubtype }) => HasSubtype);
      const response =
        hasAny && (await call('GetMapTableSubtypeInfos', key, { MapName: Name, TableIDs: [] }, { signal }));
      return [Name, response ? response.Result : []] as const;
    }),
  );
  await defineReferences(...maps.map(({ SpatialReference }) => SpatialReference));
  return { key, maps, subtypes: new Map(subtypes), document, limits };
}

import type { LayerDefinition, StandaloneTableDefinition } from '../../../sw/service/definition.ts';
import { page, route } from '../../state/route.ts';
import type { Target } from '../import/decided.ts';
import { shapeOfKind } from '../import/read-layer.ts';
import { listManagedParts } from '../manage/managed-parts.ts';
import { type Managed, readManaged } from '../managed-services.ts';
import { changeLayerText as t } from './change-layer-text.ts';

/** Read the target in the page's address; undefined if there is none. @throws {ServiceFault} `unknown-service` */
export async function readTarget(): Promise<Target | undefined> {
  const service = page.value === 'publish' ? route.value.get('into') : undefined;
  return service ? targetIn(service, route.value.get('layer')) : undefined;
}

/**
 * Read the target service.
 *
 * @param requested ID of the layer that gets new data
 * @throws {ServiceFault} `unknown-service`
 */
export async function targetIn(service: string, requested?: string): Promise<Target> {
  const { definition } = await readManaged(service);
  const parts = listManagedParts(definition);
  const part = parts.find(({ id }) => String(id) === requested);
  if (requested !== undefined && !part) throw new Error(t.noLayer(requested));
  const { of, table } = part ?? {};
  const isRaster = of && 'LayerID' in of && of.kind === 'raster';
  const reference = table?.spatialReference;
  const wkid = reference && reference.type !== 'UnknownCoordinateSystem' ? reference.WKID : undefined;
  return {
    service,
    title: definition.document.Title || service,
    layer: part &&
      of && {
        id: part.id,
        name: of.Name,
        geometry: isRaster ? 'raster' : table?.geometry && part.isLayer ? shapeOfKind[table.geometry] : 'none',
        wkid,
      },
    position: 'bottom',
    layerCount: definition.maps[0]?.layers.length ?? 0,
    tableNames: parts.filter(({ isLayer }) => !isLayer).map((table) => table.of.Name),
  };
}

/** Reduce a definition to one layer or table, to compare new data with it. */
export function onlyPart<D extends Managed['definition']>(definition: D, id: number): D {
  const map = definition.maps[0]!;
  const { relationships: _, ...rest } = map;
  const layers = map.layers
    .filter(({ LayerID }) => LayerID === id)
    .map((layer): LayerDefinition => ({ ...layer, LayerID: 0, ParentLayerID: -1 }));
  const standaloneTables = map.standaloneTables
    .filter(({ ID }) => ID === id)
    .map((table): StandaloneTableDefinition => ({ ...table, ID: 0 }));
  return { ...definition, maps: [{ ...rest, layers, standaloneTables }] };
}

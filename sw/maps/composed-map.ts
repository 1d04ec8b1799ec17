import type { Context } from '../context.ts';
import { Fault } from '../contract/index.ts';
import { type Extent, union } from '../geometry/extent.ts';
import { transformation } from '../geometry/project.ts';
import { projectExtent } from '../geometry/project-extent.ts';
import { getUnits, isGeographic } from '../geometry/spatial-reference.ts';
import { createCall } from '../handlers/call.ts';
import { getPublishedTable } from '../handlers/published.ts';
import { loadReferences } from '../handlers/references.ts';
import { bindConditions } from '../handlers/row-filter.ts';
import { describeShownRows } from '../handlers/shown-rows.ts';
import { combineConditions } from '../rows/where/parse.ts';
import { absentLayer } from '../service/absent-layer.ts';
import { formatCopyright } from '../service/copyright.ts';
import {
  type Capability,
  defaultLimits,
  type LayerDefinition,
  type MapDefinition,
  type ServiceDefinition,
} from '../service/definition.ts';
import { keyOfMap } from '../service/map-key.ts';
import type { MapLayer, MapRecord } from '../service/map-record.ts';
import type { ServiceRecord } from '../store/store.ts';

interface Composed {
  readonly map: MapRecord;
  readonly sources: readonly (ServiceRecord | undefined)[];
  readonly service: ServiceRecord;
}

/** Most recently composed service of each map, by the contents of the store. */
const memories = new WeakMap<object, Map<string, Composed>>();

/**
 * Compose a map as a service. Each layer of the map is a layer of a service for which `isUsable` is true, and reads the
 * stored rows of that service. The ID of a layer is its position in the map. A layer that is missing or forbidden
 * becomes an empty group.
 *
 * @returns undefined if there is no such map
 */
export async function getComposedMap(
  context: Context,
  id: string,
  isUsable: (service: string) => Promise<boolean>,
): Promise<ServiceRecord | undefined> {
  const { store } = context;
  const map = await store.maps.get(id);
  if (!map) return undefined;
  const keys = [...new Set(map.layers.map(({ service }) => service))];
  const sources = await Promise.all(keys.map(async (key) => ((await isUsable(key)) ? store.service(key) : undefined)));
  const memory = memories.get(store.contents()) ?? new Map<string, Composed>();
  memories.set(store.contents(), memory);
  const cached = memory.get(id);
  // The store returns the same object for a record until the record changes.
  if (cached?.map.version === map.version && cached.sources.every((source, index) => source === sources[index]))
    return cached.service;
  const service = await compose(context, map, new Map(keys.map((key, index) => [key, sources[index]])));
  memory.set(id, { map, sources, service });
  return service;
}

type Sources = ReadonlyMap<string, ServiceRecord | undefined>;

async function compose(context: Context, map: MapRecord, sources: Sources): Promise<ServiceRecord> {
  const existingSources = [...sources.values()].filter((source) => source !== undefined);
  const origins = new Map<string, { service: ServiceRecord; name: string }>();
  const tables: Record<string, ServiceDefinition['tables'][string]> = {};
  const rasters: Record<string, NonNullable<ServiceDefinition['rasters']>[string]> = {};
  const layers = map.layers.map((entry, id) => {
    const service = sources.get(entry.service);
    const layer = service && findSourceLayer(service, entry);
    if (!service || !layer) return absentLayer(id, service ? entry.title : '');
    const name = `${entry.service.replace('/', '.')}.${layer.table ?? layer.raster}`;
    origins.set(name, { service, name: (layer.table ?? layer.raster)! });
    if (layer.table !== undefined) tables[name] = service.definition.tables[layer.table]!;
    else rasters[name] = service.definition.rasters![layer.raster!]!;
    return composeLayer(context, service, entry, layer, id, name);
  });
  const credits = [...new Set(existingSources.flatMap(({ definition }) => definition.credits))];
  await loadReferences(context, map.reference);
  const fullExtent = await unionExtents(
    context,
    [...(await listShownPlaces(context, map, sources)), ...Object.values(rasters)],
    map,
  );
  const drawn: MapDefinition = {
    Name: map.title,
    Description: map.description,
    CopyrightText: formatCopyright(credits),
    SpatialReference: map.reference,
    Units: unitsIn(map),
    extent: map.extent,
    fullExtent,
    referenceScale: 0,
    bookmarks: [],
    layers,
    standaloneTables: [],
  };
  const document = { Title: map.title, Subject: '', Author: '', Category: '', Keywords: '', Comments: map.description };
  const definition: ServiceDefinition = {
    name: keyOfMap(map.id),
    document,
    limits: defaultLimits,
    capabilities: (['Map', 'Query', 'Data'] satisfies Capability[]).filter((capability) =>
      existingSources.every((source) => source.definition.capabilities.includes(capability)),
    ),
    maps: [drawn],
    tables,
    rasters,
    credits,
  };
  const version = existingSources.reduce((sum, source) => sum + source.version, map.version);
  return { key: definition.name, version, definition, publishedAt: map.changedAt, bytes: 0, origins };
}

/** Find a layer of a service by its former ID and name. If new data has moved it, find it by name only. */
export function findSourceLayer(
  { definition }: ServiceRecord,
  { layer: id, name }: Pick<MapLayer, 'layer' | 'name'>,
): LayerDefinition | undefined {
  const layers = definition.maps[0]!.layers;
  const match =
    layers[id]?.Name === name ? layers[id] : (layers.find((candidate) => candidate.Name === name) ?? layers[id]);
  return match?.kind === 'group' ? undefined : match;
}

function composeLayer(
  context: Context,
  service: ServiceRecord,
  entry: MapLayer,
  layer: LayerDefinition,
  LayerID: number,
  name: string,
): LayerDefinition {
  const { table, raster, drawing, rasterDrawing, ...rest } = layer;
  const [MinScale, MaxScale] = combineScales(service, layer);
  const Transparency = (published = 0) => Math.round(100 - ((100 - published) * entry.opacity) / 100);
  const chosenDrawing = entry.drawing ?? drawing;
  const chosenRaster = entry.rasterDrawing ?? rasterDrawing;
  return {
    ...rest,
    LayerID,
    Name: entry.title,
    ParentLayerID: -1,
    Visible: entry.visible,
    ShowLabels: entry.labels,
    MinScale,
    MaxScale,
    DefinitionExpression: combineFilters(context, service, entry, layer),
    ...(table === undefined ? { raster: name } : { table: name }),
    ...(chosenDrawing && {
      drawing: { ...chosenDrawing, Transparency: Transparency(chosenDrawing.Transparency) },
      authored: drawing,
    }),
    rasterDrawing: chosenRaster && { ...chosenRaster, Transparency: Transparency(chosenRaster.Transparency) },
  };
}

/** Return the scale range of a layer, limited by the scale ranges of its groups. */
function combineScales({ definition }: ServiceRecord, layer: LayerDefinition): [minScale: number, maxScale: number] {
  let [minScale, maxScale] = [layer.MinScale, layer.MaxScale];
  for (let groupId = layer.ParentLayerID; groupId >= 0; ) {
    const group = definition.maps[0]!.layers[groupId]!;
    if (group.MinScale > 0) minScale = minScale > 0 ? Math.min(minScale, group.MinScale) : group.MinScale;
    maxScale = Math.max(maxScale, group.MaxScale);
    groupId = group.ParentLayerID;
  }
  return [minScale, maxScale];
}

/** Combine the author's filter with the map's. If new data lacks the fields of the map's filter, no row matches. */
function combineFilters(
  context: Context,
  service: ServiceRecord,
  { filter }: MapLayer,
  layer: LayerDefinition,
): string {
  const layerFilter = layer.DefinitionExpression;
  if (filter.trim() === '' || layer.table === undefined) return layerFilter;
  const { manifest } = getPublishedTable(service, service.definition.maps[0]!, layer.LayerID);
  const clause = { text: filter, path: 'filter' };
  try {
    bindConditions([clause], manifest, context.now());
    return combineConditions([{ text: layerFilter, path: 'DefinitionExpression' }, clause]);
  } catch (error) {
    if (error instanceof Fault) return '1 = 0';
    throw error;
  }
}

/** List the extents of the layers' published rows. */
async function listShownPlaces(context: Context, map: MapRecord, sources: Sources): Promise<Placed[]> {
  const places: Placed[] = [];
  for (const entry of map.layers) {
    const service = sources.get(entry.service);
    const layer = service && findSourceLayer(service, entry);
    if (layer?.table === undefined) continue;
    const call = createCall(context, service!, new AbortController().signal);
    const { extent } = await describeShownRows(call, service!.definition.maps[0]!, layer.LayerID);
    if (extent) places.push({ extent, spatialReference: service!.definition.tables[layer.table]!.spatialReference! });
  }
  return places;
}

type Placed = Pick<ServiceDefinition['tables'][string], 'extent' | 'spatialReference'>;

/**
 * Return the union of the extents of all data in the map's spatial reference, or the map's extent if there is no data.
 * Data that can't be projected is ignored.
 */
async function unionExtents(context: Context, placed: readonly Placed[], map: MapRecord): Promise<Extent> {
  const extents: Extent[] = [];
  for (const { extent, spatialReference } of placed) {
    if (!extent) continue;
    try {
      await loadReferences(context, spatialReference);
      const projection = transformation(spatialReference, map.reference);
      extents.push(projection ? projectExtent(extent, projection) : extent);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
    }
  }
  return extents.length > 0 ? extents.reduce(union) : map.extent;
}

function unitsIn({ reference }: MapRecord): MapDefinition['Units'] {
  try {
    return getUnits(reference);
  } catch {
    return isGeographic(reference) ? 'gisDecimalDegrees' : 'gisMeters';
  }
}

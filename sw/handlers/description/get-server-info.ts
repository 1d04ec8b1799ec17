import { type Extent, union } from '../../geometry/extent.ts';
import { minMax } from '../../geometry/min-max.ts';
import { projectExtent } from '../../geometry/project-extent.ts';
import { envelopeValue } from '../../rows/geometry/geometry-value.ts';
import type { LayerDefinition, MapDefinition } from '../../service/definition.ts';
import type { ServiceRecord } from '../../store/store.ts';
import type { Call, Handler } from '../call.ts';
import { publishedMap } from '../published.ts';
import { mapUnitsOf, transformationBetween } from '../references.ts';
import { shownRows } from '../shown-rows.ts';
import { defaultDescription, defaultTableDescription } from './default-description.ts';
import { layerInfo, timeExtentOf } from './layer-info.ts';
import { tableInfo } from './table-info.ts';

/**
 * Describe one map completely, with a default description that clients can send back unchanged (semantics.md 0.1, 1).
 */
export const GetServerInfo: Handler<'GetServerInfo'> = async (call, { MapName }) => {
  const { service } = call;
  const map = publishedMap(service, MapName);
  const { limits } = service.definition;
  const extents = await Promise.all(map.layers.map((layer) => layerExtent(call, map, layer)));
  const layers = await Promise.all(map.layers.map((layer) => withShownTime(call, map, layer, layer.LayerID)));
  const tables = await Promise.all(map.standaloneTables.map((table) => withShownTime(call, map, table, table.ID)));
  const spans = [...layers, ...tables].flatMap((one) => (one.time?.fullTimeExtent ? [one.time.fullTimeExtent] : []));
  const fullTime = spans.length ? timeExtentOf(minMax(spans.flat())) : undefined;
  return {
    Result: {
      Name: map.Name,
      Description: map.Description,
      FullExtent: envelopeValue(map.fullExtent, map.SpatialReference),
      Extent: envelopeValue(map.extent, map.SpatialReference),
      SpatialReference: map.SpatialReference,
      MapLayerInfos: layers.map((layer, index) => layerInfo(service, map, layer, extents[index])),
      BackgroundColor: map.BackgroundSymbol?.Color,
      Bookmarks: map.bookmarks.map(({ Name, extent }) => ({
        type: 'MapServerBookmark' as const,
        Extent: envelopeValue(extent, map.SpatialReference),
        Name,
      })),
      DefaultMapDescription: defaultDescription(map, limits),
      Units: await mapUnitsOf(call, map.SpatialReference),
      SupportedImageReturnTypes: 'gisImageReturnURL',
      BackgroundSymbol: map.BackgroundSymbol,
      CopyrightText: map.CopyrightText,
      StandaloneTableInfos: tables.map((table) => tableInfo(service, map, table)),
      StandaloneTableDescriptions: map.standaloneTables.map((table) => defaultTableDescription(table, limits)),
      FullTimeExtent: fullTime,
      SupportsDynamicLayers: true,
      HasLiveData: false,
      MinScale: 0,
      MaxScale: 0,
    },
  };
};

/** A layer or table with the full time extent of the rows that are shown. */
async function withShownTime<T extends Pick<LayerDefinition, 'table' | 'time'>>(
  call: Call,
  map: MapDefinition,
  one: T,
  id: number,
): Promise<T> {
  return one.table === undefined || !one.time ? one : { ...one, time: (await shownRows(call, map, id)).time };
}

/** Extent of a layer in the map's reference; of a group, the union of its layers. */
async function layerExtent(call: Call, map: MapDefinition, layer: LayerDefinition): Promise<Extent | undefined> {
  if (layer.kind === 'group') {
    const children = map.layers.filter((other) => other.ParentLayerID === layer.LayerID);
    const extents = await Promise.all(children.map((child) => layerExtent(call, map, child)));
    const known = extents.filter((extent) => extent !== undefined);
    return known.length > 0 ? known.reduce(union) : undefined;
  }
  const manifest = sourceOf(call.service, layer);
  if (!manifest?.extent) return undefined;
  const extent = layer.table === undefined ? manifest.extent : (await shownRows(call, map, layer.LayerID)).extent;
  const projection = await transformationBetween(call, manifest.spatialReference, map.SpatialReference);
  return extent && projection ? projectExtent(extent, projection) : extent;
}

function sourceOf({ definition }: ServiceRecord, { table, raster }: LayerDefinition) {
  if (raster !== undefined) return definition.rasters?.[raster];
  return table === undefined ? undefined : definition.tables[table];
}

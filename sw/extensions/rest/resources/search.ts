import { badValue, type Value, wrongValue } from '../../../contract/index.ts';
import { plain } from '../../../formats/rest-value.ts';
import { handlers } from '../../../handlers/index.ts';
import { getPublishedTable } from '../../../handlers/published.ts';
import { cutAtLimit, type RestCall, type RestResource, withOneMore } from '../call.ts';
import type { RestValues } from '../contract/index.ts';
import { extentValue, geometryValue, referenceValue, shapeJson } from '../json.ts';
import { findPublishedLayer } from './dynamic-layers.ts';
import { mapDescription, wholeMap } from './map-description.ts';
import { checkGeometryType } from './query-filter.ts';

const options = {
  top: 'gisIdentifyTopmost',
  visible: 'gisIdentifyVisibleLayers',
  all: 'gisIdentifyAllLayers',
} as const;

export const identify: RestResource<'identify'> = async (call, values) => {
  const { geometry, geometryType, sr, mapExtent, imageDisplay, tolerance, layers } = values;
  const reference = sr ? referenceValue(sr) : call.map.SpatialReference;
  const IdentifyOption = options[layers.how as keyof typeof options];
  if (!IdentifyOption) throw badValue('layers', 'top, visible or all', layers.how);
  const [ImageWidth, ImageHeight, ImageDPI = 96, ...more] = imageDisplay;
  if (ImageWidth === undefined || ImageHeight === undefined || more.length > 0)
    throw wrongValue('bad-value', 'imageDisplay', 'width,height,dpi', `${imageDisplay.length} numbers`);
  const MapImageDisplay = { ImageWidth: Math.round(ImageWidth), ImageHeight: Math.round(ImageHeight), ImageDPI };
  const MapArea: Value<'MapArea'> = { type: 'MapExtent', Extent: extentValue(mapExtent, reference) };
  const view = { MapArea, SpatialReference: reference };
  const MapDescription = await makeSearchDescription(call, values, view, MapImageDisplay);
  const { Result } = await handlers.Identify(withOneMore(call), {
    MapDescription,
    MapImageDisplay,
    SearchShape: checkGeometryType(geometryValue(geometry, sr && reference, 'geometry'), geometryType),
    Tolerance: tolerance,
    IdentifyOption,
    LayerIDs: layers.ids ? [...layers.ids] : [],
  });
  const { returnUnformattedValues } = values;
  const { results, more: flag } = cutAtLimit(call, Result);
  return {
    results: results.map(({ LayerID, Name, Properties, Shape }) => ({
      ...findSearchLayer(call, MapDescription, LayerID),
      value: Name,
      attributes: toAttributesJson(Properties, returnUnformattedValues),
      ...toResultShape(Shape, reference),
    })),
    ...flag,
  };
};

export const find: RestResource<'find'> = async (call, values) => {
  const { searchText, contains, searchFields, layers, sr } = values;
  const reference = sr ? referenceValue(sr) : call.map.SpatialReference;
  const MapImageDisplay = { ImageWidth: 400, ImageHeight: 400, ImageDPI: 96 };
  const view = { MapArea: wholeMap(call), SpatialReference: reference };
  const MapDescription = await makeSearchDescription(call, values, view, MapImageDisplay);
  const { Result } = await handlers.Find(withOneMore(call), {
    MapDescription,
    MapImageDisplay,
    SearchString: searchText,
    Contains: contains,
    SearchFields: (searchFields ?? []).join(','),
    FindOption: 'gisFindAllLayers',
    LayerIDs: [...(layers ?? [])],
  });
  const { results, more } = cutAtLimit(call, Result);
  return {
    results: results.map(({ LayerID, FieldName, Value, Properties, Shape }) => ({
      ...findSearchLayer(call, MapDescription, LayerID),
      foundFieldName: FieldName,
      value: Value,
      attributes: toAttributesJson(Properties, values.returnUnformattedValues),
      ...toResultShape(Shape, reference),
    })),
    ...more,
  };
};

/** Describe the map with the result options of a search on each layer. */
async function makeSearchDescription(
  call: RestCall,
  values: Partial<Omit<RestValues<'identify'>, 'layers'>> &
    Pick<RestValues<'find'>, 'returnFieldName' | 'returnUnformattedValues'>,
  view: Parameters<typeof mapDescription>[2],
  display: Value<'ImageDisplay'>,
): Promise<Value<'MapDescription'>> {
  const { returnGeometry, returnFieldName, returnUnformattedValues, maxAllowableOffset } = values;
  const { layerDefs, time, timeRelation, layerTimeOptions, dynamicLayers } = values;
  const settings = { layerDefs, time, timeRelation, layerTimeOptions, dynamicLayers };
  const description = await mapDescription(call, settings, view, display);
  const LayerResultOptions: Value<'LayerResultOptions'> = {
    IncludeGeometry: returnGeometry ?? true,
    ReturnFieldNamesInResults: returnFieldName,
    FormatValuesInResults: !returnUnformattedValues,
    GeometryResultOptions: maxAllowableOffset
      ? { GeneralizeGeometries: true, MaximumAllowableOffset: maxAllowableOffset }
      : undefined,
  };
  return {
    ...description,
    LayerDescriptions: description.LayerDescriptions!.map((layerDescription) => ({
      ...layerDescription,
      LayerResultOptions,
    })),
  };
}

/**
 * Return the ID, name and display field of a searched layer. A dynamic layer has its own ID and the published layer's
 * name.
 */
function findSearchLayer({ map, service }: RestCall, { LayerDescriptions = [] }: Value<'MapDescription'>, id: number) {
  const described = LayerDescriptions.find(({ LayerID }) => LayerID === id);
  const layer = described ? findPublishedLayer(map, described) : map.layers[id];
  const rows = layer?.table === undefined ? undefined : getPublishedTable(service, map, layer.LayerID);
  return { layerId: id, layerName: layer?.Name ?? '', displayFieldName: rows?.DisplayField ?? '' };
}

/**
 * Return values by field name or alias; null is the text "Null" unless raw. The object has no prototype, because names
 * are user data.
 */
function toAttributesJson(properties: Value<'PropertySet'> | undefined, isRaw: boolean): object {
  const attributes: Record<string, unknown> = Object.create(null);
  for (const { Key, Value } of properties?.PropertyArray ?? []) {
    const value = Value instanceof Date ? Value.getTime() : plain(Value ?? null);
    attributes[Key] = value === null && !isRaw ? 'Null' : value;
  }
  return attributes;
}

/** Return a geometry and its type. In search results every geometry includes its spatial reference. */
function toResultShape(shape: Value<'Geometry'> | undefined, reference: Value<'SpatialReference'>): object {
  return shape && shape.type !== 'Geometry'
    ? { geometryType: `esriGeometry${shape.type.replace(/N$/, '')}`, geometry: shapeJson(shape, reference) }
    : {};
}

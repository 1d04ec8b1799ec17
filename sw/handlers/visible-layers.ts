import { quoteValue, unsupported, type Value, wrongValue } from '../contract/index.ts';
import type { LayerDefinition, MapDefinition, ServiceLimits } from '../service/definition.ts';
import { defaultLayerDescription } from './description/default-description.ts';

/** Maximum number of layer descriptions in a request, also in the service properties. */
export const maximumLayers = 1000;

/** A layer with its description in this request. */
export interface DescribedLayer {
  readonly layer: LayerDefinition;
  readonly description: Value<'LayerDescription'>;
}

/**
 * Pair every layer with its description: the request's, or the published one if the request has none.
 *
 * With HonorLayerReordering, only the listed layers take part, first on top. Otherwise layers that the request adds are
 * drawn above the published layers.
 *
 * @throws {Fault} `unknown-layer` for an ID that the map lacks, in a description without a source; `not-supported` for
 *   a SourceID; `too-large` above 1,000 layers
 */
export function listDescribedLayers(
  map: MapDefinition,
  description: Value<'MapDescription'>,
  limits: ServiceLimits,
): DescribedLayer[] {
  const layerDescriptions = description.LayerDescriptions ?? [];
  if (layerDescriptions.length > maximumLayers)
    throw wrongValue(
      'too-large',
      'MapDescription.LayerDescriptions',
      `at most ${maximumLayers} layers`,
      `${layerDescriptions.length}`,
    );
  for (const [index, entry] of layerDescriptions.entries()) {
    const path = `MapDescription.LayerDescriptions[${index}]`;
    if (entry.SourceID)
      throw unsupported(`${path}.SourceID ${quoteValue(entry.SourceID)}`, "geoprocessing results aren't available");
    if (!map.layers[entry.LayerID] && !entry.Source) {
      const last = map.layers.length - 1;
      throw wrongValue('unknown-layer', `${path}.LayerID`, `a layer ID from 0 to ${last}`, `${entry.LayerID}`, {
        layer: entry.LayerID,
      });
    }
  }
  if (description.HonorLayerReordering) {
    return layerDescriptions.map((entry) => describeLayer(map, entry));
  }
  const byId = new Map(layerDescriptions.map((entry) => [entry.LayerID, entry]));
  const added = layerDescriptions.filter((entry) => !map.layers[entry.LayerID]);
  const published = map.layers.map((layer) => {
    const entry = byId.get(layer.LayerID);
    return entry ? describeLayer(map, entry) : { layer, description: defaultLayerDescription(layer, limits) };
  });
  return [...added.map((entry) => describeLayer(map, entry)), ...published];
}

/**
 * Describe a layer that a request defines.
 *
 * It takes its name and drawing from the layer whose ID or rows it uses, and isn't in any group.
 */
function describeLayer(map: MapDefinition, entry: Value<'LayerDescription'>): DescribedLayer {
  const publishedLayer = map.layers[entry.LayerID];
  if (!entry.Source) return { layer: publishedLayer!, description: entry };
  const published =
    entry.Source.type === 'MapTableSourceDescription' ? map.layers[entry.Source.MapTableID] : publishedLayer;
  const { table: _, ...like } = published ?? newLayer;
  const isRaster =
    entry.Source.type === 'RasterDataSourceDescription' ||
    (entry.Source.type === 'MapTableSourceDescription' && published?.kind === 'raster');
  return {
    layer: {
      ...like,
      kind: isRaster ? 'raster' : 'feature',
      LayerID: entry.LayerID,
      ParentLayerID: publishedLayer?.ParentLayerID ?? -1,
      DefinitionExpression: '',
    },
    description: entry,
  };
}

const newLayer: LayerDefinition = {
  LayerID: -1,
  Name: 'Layer of the request',
  Description: '',
  CopyrightText: '',
  kind: 'feature',
  ParentLayerID: -1,
  Visible: true,
  ShowLabels: false,
  MinScale: 0,
  MaxScale: 0,
  DefinitionExpression: '',
};

/** Check whether a layer and all its groups are switched on and in scale range. */
export function isVisible(described: DescribedLayer, all: readonly DescribedLayer[], scale: number): boolean {
  if (!described.description.Visible || !isInScale(described.layer, scale)) return false;
  const parentId = described.layer.ParentLayerID;
  const parent = parentId < 0 ? undefined : all.find((other) => other.layer.LayerID === parentId);
  return parent === undefined || isVisible(parent, all, scale);
}

/** Check whether a layer is visible at a scale. If the scale is unknown (0), it is. */
function isInScale({ MinScale, MaxScale }: LayerDefinition, scale: number): boolean {
  if (scale === 0) return true;
  return (MinScale === 0 || scale <= MinScale) && (MaxScale === 0 || scale >= MaxScale);
}

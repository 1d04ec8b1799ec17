import type { Value } from '../../contract/index.ts';
import { envelopeValue } from '../../rows/geometry/geometry-value.ts';
import type {
  LayerDefinition,
  MapDefinition,
  ServiceLimits,
  StandaloneTableDefinition,
} from '../../service/definition.ts';

/**
 * Return the map's published, complete description, so that clients can change members and send it back.
 *
 * The author's filters are left out if the service uses standardized queries.
 */
export function defaultDescription(map: MapDefinition, limits: ServiceLimits): Value<'MapDescription'> {
  return {
    Name: map.Name,
    MapArea: { type: 'MapExtent', Extent: envelopeValue(map.extent, map.SpatialReference) },
    LayerDescriptions: map.layers.map((layer) => defaultLayerDescription(layer, limits)),
    Rotation: 0,
    SpatialReference: map.SpatialReference,
    SelectionColor: { type: 'RgbColor', AlphaValue: 255, Red: 0, Green: 255, Blue: 255 },
    BackgroundSymbol: map.BackgroundSymbol,
    HonorLayerReordering: false,
  };
}

export function defaultLayerDescription(layer: LayerDefinition, limits: ServiceLimits): Value<'LayerDescription'> {
  return {
    type: 'LayerDescription',
    LayerID: layer.LayerID,
    Visible: layer.Visible,
    ShowLabels: layer.ShowLabels,
    ScaleSymbols: layer.drawing?.ScaleSymbols ?? false,
    SetSelectionSymbol: false,
    SelectionBufferDistance: 0,
    ShowSelectionBuffer: false,
    DefinitionExpression: limits.UseStandardizedQueries ? '' : layer.DefinitionExpression,
    SourceID: '',
    UseTime: layer.time !== undefined,
    TimeDataCumulative: layer.time && false,
  };
}

export function defaultTableDescription(
  table: StandaloneTableDefinition,
  limits: ServiceLimits,
): Value<'StandaloneTableDescription'> {
  return {
    type: 'StandaloneTableDescription',
    ID: table.ID,
    DefinitionExpression: limits.UseStandardizedQueries ? '' : table.DefinitionExpression,
    UseTime: table.time !== undefined,
  };
}

import { badValue, type Value, wrongValue } from '../../contract/index.ts';
import type { RasterPlan } from '../../draw/plan.ts';
import type { LayerDefinition, MapDefinition } from '../../service/definition.ts';
import { defaultRasterDrawing } from '../../service/raster-drawing.ts';
import type { Raster } from '../../service/raster-source.ts';
import type { Call } from '../call.ts';
import { transformationBetween } from '../references.ts';
import type { DescribedLayer } from '../visible-layers.ts';
import type { RequestedMap } from './requested-view.ts';

/**
 * Open a raster of a workspace (a published service) by its name, ignoring case.
 *
 * @throws {Fault} `unknown-service`, and `bad-value` when the workspace has no such raster
 */
async function openWorkspaceRaster(call: Call, workspaceId: string, rasterName: string, path: string): Promise<Raster> {
  const { workspace } = await import('../sources.ts');
  const service = await workspace(call, workspaceId, path);
  const names = Object.keys(service.definition.rasters ?? {});
  const name =
    names.find((candidate) => candidate === rasterName) ??
    names.find((candidate) => candidate.toLowerCase() === rasterName.toLowerCase());
  if (name !== undefined) return call.context.store.raster(service, name);
  const expected = names.length > 0 ? `one of ${names.join(', ')}` : 'a service with rasters';
  throw badValue(`${path}.RasterName`, expected, rasterName);
}

/** A raster and the layer that shows it. */
interface DescribedRaster {
  readonly raster: Raster;
  readonly layer: LayerDefinition;
  readonly drawing: Value<'RasterLayerDrawingDescription'>;
}

/**
 * Open the raster of a layer, published or from a source in the request, with the requested drawing.
 *
 * @throws {Fault} `unknown-layer`, `bad-value` for a drawing of features, and as `openWorkspaceRaster`
 */
export async function openDescribedRaster(
  call: Call,
  map: MapDefinition,
  { layer, description }: DescribedLayer,
): Promise<DescribedRaster> {
  const raster = await openLayerRaster(call, map, layer, description.Source);
  // The published drawing refers to bands of the published raster.
  const isOther = description.Source?.type === 'RasterDataSourceDescription';
  const layerDrawing = (isOther ? undefined : layer.rasterDrawing) ?? defaultRasterDrawing(raster.manifest);
  return { raster, layer, drawing: mergeRasterDrawing(layerDrawing, layer, description.DrawingDescription) };
}

function mergeRasterDrawing(
  layerDrawing: Value<'RasterLayerDrawingDescription'>,
  { LayerID }: LayerDefinition,
  requested: Value<'LayerDrawingDescription'> | undefined,
): Value<'RasterLayerDrawingDescription'> {
  if (!requested) return layerDrawing;
  if (requested.type === 'RasterLayerDrawingDescription') return { ...layerDrawing, ...requested };
  throw wrongValue(
    'bad-value',
    `MapDescription.LayerDescriptions: layer ${LayerID}: DrawingDescription`,
    'RasterLayerDrawingDescription',
    requested.type,
  );
}

async function openLayerRaster(
  call: Call,
  map: MapDefinition,
  layer: LayerDefinition,
  source: Value<'MapServerSourceDescription'> | undefined,
): Promise<Raster> {
  if (source?.type === 'RasterDataSourceDescription')
    return openWorkspaceRaster(call, source.WorkspaceID, source.RasterName, `Source of layer ${layer.LayerID}`);
  const published = source?.type === 'MapTableSourceDescription' ? map.layers[source.MapTableID] : layer;
  if (published?.raster === undefined)
    throw wrongValue('unknown-layer', `Layer ${layer.LayerID}`, 'a raster layer', `${published?.kind ?? 'no'} layer`);
  return call.context.store.raster(call.service, published.raster);
}

/**
 * Plan the drawing of a raster layer.
 *
 * @throws {Fault} as `openDescribedRaster` and `transformationBetween`
 */
export async function rasterPlan(call: Call, requested: RequestedMap, described: DescribedLayer): Promise<RasterPlan> {
  const { map, reference, shift } = requested;
  const { raster, layer, drawing } = await openDescribedRaster(call, map, described);
  const { spatialReference } = raster.manifest;
  const projection = await transformationBetween(call, spatialReference, reference, shift);
  const { decodeImage } = call.context;
  return {
    kind: 'raster',
    layerId: layer.LayerID,
    name: layer.Name,
    raster,
    drawing,
    projection,
    decode: decodeImage,
  };
}

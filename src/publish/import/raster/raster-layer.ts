import type { Value } from '../../../../sw/contract/index.ts';
import type { LayerDefinition } from '../../../../sw/service/definition.ts';
import type { WrittenRaster } from './raster-tiles.ts';

/** A raster that has been written already, and how it is shown. */
export interface RasterLayerPlan {
  readonly name: string;
  readonly description?: string;
  readonly written: WrittenRaster;
  /** Key of the raster, as its files are named after it; unique in the service. */
  readonly key: string;
  readonly drawing: Value<'RasterLayerDrawingDescription'>;
  readonly visible?: boolean;
  readonly minScale?: number;
  readonly maxScale?: number;
}

/** Make the layer that shows a raster. */
export function rasterLayer(raster: RasterLayerPlan, id: number): LayerDefinition {
  return {
    LayerID: id,
    Name: raster.name,
    Description: raster.description ?? '',
    CopyrightText: '',
    kind: 'raster',
    ParentLayerID: -1,
    Visible: raster.visible ?? true,
    ShowLabels: false,
    MinScale: raster.minScale ?? 0,
    MaxScale: raster.maxScale ?? 0,
    raster: raster.key,
    rasterDrawing: raster.drawing,
    DefinitionExpression: '',
  };
}

import type { LayerDefinition, RasterManifest } from '../../../sw/service/definition.ts';

/** What people set on a raster layer, over new data for it; its style stays where the new raster has the same bands. */
export function carriedRaster(
  was: LayerDefinition,
  fresh: RasterManifest | undefined,
  before: RasterManifest | undefined,
): Partial<LayerDefinition> {
  const { Visible, MinScale, MaxScale, CopyrightText, rasterDrawing } = was;
  const isAlike =
    fresh?.sampleType === before?.sampleType && fresh?.bandNames.join('\n') === before?.bandNames.join('\n');
  return { Visible, MinScale, MaxScale, CopyrightText, ...(rasterDrawing && isAlike ? { rasterDrawing } : {}) };
}

import type { LayerDefinition, RasterManifest } from '../../../../sw/service/definition.ts';
import { carriedMinScale } from '../carried-scale.ts';

/** What people set on a raster layer, over new data for it; its style stays where the new raster has the same bands. */
export function carriedRaster(
  part: LayerDefinition,
  was: LayerDefinition,
  fresh: RasterManifest | undefined,
  before: RasterManifest | undefined,
): Partial<LayerDefinition> {
  const { Visible, MaxScale, CopyrightText, rasterDrawing } = was;
  const isAlike =
    fresh?.sampleType === before?.sampleType && fresh?.bandNames.join('\n') === before?.bandNames.join('\n');
  const MinScale = carriedMinScale(part, was, fresh?.remote);
  return { Visible, MinScale, MaxScale, CopyrightText, ...(rasterDrawing && isAlike ? { rasterDrawing } : {}) };
}

import type { MapView } from '../../geometry/view.ts';
import { levelScale } from '../../service/raster-source.ts';
import { layerWindow } from '../layer/layer-window.ts';
import type { RasterPlan } from '../plan.ts';

/** Index of the coarsest level that is about as fine as the image. */
export function rasterLevel({ raster: { manifest }, projection }: RasterPlan, view: MapView): number {
  const { extent, widthPx, heightPx, levels } = manifest;
  const resolution = layerWindow(view, projection, 0).resolution;
  const pixel = Math.min((extent[2] - extent[0]) / widthPx, (extent[3] - extent[1]) / heightPx);
  // A tenth too coarse is invisible, and tolerates rounding where the resolutions are equal.
  const finest = pixel / (1.1 * resolution);
  return Math.max(
    0,
    levels.findLastIndex((_, level) => levelScale(manifest, level)[0] >= finest),
  );
}

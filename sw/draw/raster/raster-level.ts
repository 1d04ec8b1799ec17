import type { MapView } from '../../geometry/view.ts';
import { rasterLevelFor } from '../../service/raster-source.ts';
import { layerWindow } from '../layer/layer-window.ts';
import type { RasterPlan } from '../plan.ts';

/** Return the index of the coarsest level that is about as fine as the image. */
export const rasterLevel = ({ raster, projection }: RasterPlan, view: MapView): number =>
  rasterLevelFor(raster.manifest, layerWindow(view, projection, 0).resolution);

import type { MapView } from '../../geometry/view.ts';
import type { Scheduler } from '../../scheduler.ts';
import { readReduction } from '../../service/feature-reduction.ts';
import type { Box } from '../label/collision.ts';
import { drawFeatureLayer } from '../layer/draw-layer.ts';
import type { LayerPlan } from '../plan.ts';
import type { Rgba, Surface } from '../surface/surface.ts';
import { adjustColor } from '../symbol/color.ts';
import { denseLayer, isByPoint } from './dense-layer.ts';
import { drawBins } from './draw-bins.ts';
import { drawClusters } from './draw-clusters.ts';
import { drawHeat } from './draw-heat.ts';

/**
 * Draw a point layer by density, as its feature reduction says, or as single points at the scales that it excludes.
 *
 * @returns boxes of the clusters, which labels must avoid; undefined if single points were drawn
 * @throws {Fault} like `readReduction`, `drawBins` and `drawFeatureLayer`, naming the layer
 */
export async function drawDenseLayer(
  surface: Surface,
  plan: LayerPlan,
  view: MapView,
  scheduler: Scheduler,
): Promise<readonly Box[] | undefined> {
  const layer = denseLayer(plan, view);
  const { FeatureReduction, Transparency = 0, Brightness = 0, Contrast = 0 } = plan.drawing;
  const reduction = readReduction(FeatureReduction!, layer.path);
  if (isByPoint(reduction, view.scale)) {
    await drawFeatureLayer(surface, plan, view, scheduler);
    return undefined;
  }
  if (Transparency >= 100) return [];
  let occupied: readonly Box[] = [];
  const toColor = (color: Rgba): Rgba => adjustColor(color, Brightness, Contrast);
  surface.beginGroup(1 - Math.max(0, Transparency) / 100);
  try {
    if (reduction.type === 'binning') await drawBins(surface, layer, reduction, view, toColor, scheduler);
    else if (reduction.type === 'heatmap') await drawHeat(surface, layer, reduction, view, toColor, scheduler);
    else occupied = await drawClusters(surface, layer, reduction, view, toColor, scheduler);
  } finally {
    surface.endGroup();
  }
  return occupied;
}

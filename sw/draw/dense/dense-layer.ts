import { roundToTileLevel } from '../../geometry/bin-grid.ts';
import { isGeographic } from '../../geometry/spatial-reference.ts';
import type { MapView } from '../../geometry/view.ts';
import type { FeatureReduction } from '../../service/feature-reduction.ts';
import type { LayerPlan } from '../plan.ts';

/** Point layer that is drawn by density, with the view settings that its drawing needs. */
export interface DenseLayer {
  readonly plan: LayerPlan;
  /** Prefix for messages, like `Layer 3 "Cities"`. */
  readonly path: string;
  readonly pixelsPerPoint: number;
  /** Map units per pixel of 1/96 inch, rounded so that panning doesn't change it. */
  readonly resolution: number;
  /** Resolution of the nearest tile level, in Web Mercator or in degrees. */
  readonly steppedResolution: number;
}

export function denseLayer(plan: LayerPlan, view: Pick<MapView, 'resolution' | 'dpi'>): DenseLayer {
  const reference = plan.projection?.to ?? plan.table.manifest.spatialReference;
  const isInDegrees = reference !== undefined && isGeographic(reference);
  // Symbols with a reference scale have the same resolution at all scales.
  const resolution = Number(((view.resolution * view.dpi * plan.symbolScale) / 96).toPrecision(7));
  return {
    plan,
    path: `Layer ${plan.layerId} "${plan.name}"`,
    pixelsPerPoint: (view.dpi / 72) * plan.symbolScale,
    resolution,
    steppedResolution: roundToTileLevel(resolution, isInDegrees),
  };
}

/** Return true if the feature reduction draws single points at this scale. */
export const isByPoint = (reduction: FeatureReduction, scale: number): boolean =>
  reduction.type !== 'heatmap' && scale > 0 && scale < reduction.maxScale;

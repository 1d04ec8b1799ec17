import { steppedResolution } from '../../geometry/bin-grid.ts';
import { isGeographic } from '../../geometry/spatial-reference.ts';
import type { MapView } from '../../geometry/view.ts';
import type { FeatureReduction } from '../../service/feature-reduction.ts';
import type { LayerPlan } from '../plan.ts';

/** A point layer that is drawn by the density of its points, and what its drawing needs of the picture. */
export interface DenseLayer {
  readonly plan: LayerPlan;
  /** For messages: `Layer 3 "Cities"`. */
  readonly path: string;
  readonly pixelsPerPoint: number;
  /** Map units per pixel of 1/96 inch, rounded so that a pan does not change it. */
  readonly resolution: number;
  /** The nearest of the resolutions that are a power of two apart, those of Web Mercator tiles or of degrees. */
  readonly steppedResolution: number;
}

export function denseLayer(plan: LayerPlan, view: Pick<MapView, 'resolution' | 'dpi'>): DenseLayer {
  const reference = plan.projection?.to ?? plan.table.manifest.spatialReference;
  const isInDegrees = reference !== undefined && isGeographic(reference);
  // Symbols that keep their size on the ground have one resolution at all scales.
  const resolution = Number(((view.resolution * view.dpi * plan.symbolScale) / 96).toPrecision(7));
  return {
    plan,
    path: `Layer ${plan.layerId} "${plan.name}"`,
    pixelsPerPoint: (view.dpi / 72) * plan.symbolScale,
    resolution,
    steppedResolution: steppedResolution(resolution, isInDegrees),
  };
}

/** True where a feature reduction leaves the points as they are. */
export const isByPoint = (reduction: FeatureReduction, scale: number): boolean =>
  reduction.type !== 'heatmap' && scale > 0 && scale < reduction.maxScale;

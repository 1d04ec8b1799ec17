import { type DenseLayer, denseLayer } from '../../../../sw/draw/dense/dense-layer.ts';
import type { LayerPlan } from '../../../../sw/draw/plan.ts';
import type { MapView } from '../../../../sw/geometry/view.ts';
import { createScheduler } from '../../../../sw/scheduler.ts';
import { makeSourceTable, type TestFeature } from '../../../render/table-of.ts';

/** Degrees per pixel: 360° are 1,024 pixels. */
export const resolution = 1.40625 / 4;

/** A view of all test points. */
export const denseView: MapView = {
  ...{ extent: [-60, -60, 160, 160], widthPx: 220 / resolution, heightPx: 220 / resolution, dpi: 96 },
  ...{ resolution, rotationDeg: 0, scale: 0 },
};

export const scheduler = createScheduler(
  () => 0,
  async () => {},
);

/** A layer of points and their amounts, as drawn in `denseView`. */
export function layerOfPoints(points: readonly TestFeature[]): DenseLayer {
  const plan: LayerPlan = {
    layerId: 0,
    name: 'Test',
    table: makeSourceTable('point', points, { AMOUNT: 'gisFieldTypeInteger' }),
    drawing: { type: 'FeatureLayerDrawingDescription' },
    symbolScale: 1,
    showLabels: false,
  };
  return denseLayer(plan, denseView);
}

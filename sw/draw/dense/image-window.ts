import type { Extent } from '../../geometry/extent.ts';
import type { MapView } from '../../geometry/view.ts';
import { layerWindow } from '../layer/layer-window.ts';
import type { LayerPlan } from '../plan.ts';

/** The part of a map that a picture shows, in map coordinates and in units of a layer. */
interface ImageWindow {
  readonly map: Extent;
  readonly layer: Extent;
}

/** Find what a picture shows with a margin around it. @param margin map units */
export function imageWindow(view: MapView, plan: LayerPlan, margin: number): ImageWindow {
  const [xmin, ymin, xmax, ymax] = view.extent;
  const turn = (view.rotationDeg * Math.PI) / 180;
  const [cos, sin] = [Math.abs(Math.cos(turn)), Math.abs(Math.sin(turn))];
  const halfX = ((xmax - xmin) * cos + (ymax - ymin) * sin) / 2 + margin;
  const halfY = ((xmax - xmin) * sin + (ymax - ymin) * cos) / 2 + margin;
  const [x, y] = [(xmin + xmax) / 2, (ymin + ymax) / 2];
  return {
    map: [x - halfX, y - halfY, x + halfX, y + halfY],
    layer: layerWindow(view, plan.projection, margin / view.resolution + 1).extent,
  };
}

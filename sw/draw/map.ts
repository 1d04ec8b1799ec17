import { fillDrawing } from './fill.ts';
import { drawGraphics } from './graphics/draw-graphics.ts';
import { drawLabels } from './label.ts';
import { drawFeatureLayer } from './layer.ts';
import { createPace } from './pace.ts';
import type { MapPlan } from './plan.ts';
import { drawRasterLayer } from './raster/draw-raster.ts';
import { selectionLayer } from './selection.ts';
import { drawBuffer } from './selection-buffer.ts';
import type { Surface } from './surface/surface.ts';
import { plainSettings } from './symbol-settings.ts';

/** What a drawing needs of its host. */
export interface DrawOptions {
  /** Milliseconds; how long the thread has been kept is measured with it. */
  readonly now: () => number;
  /** Lets everything that waits run; called about every 10 ms. */
  readonly yieldNow: () => Promise<void>;
  /** Ends the drawing with its reason. */
  readonly signal?: AbortSignal;
  /** How long the thread may be kept, when it is not the usual 10 ms. */
  readonly stretchMs?: number;
}

/**
 * Draw a map: the background, the layers from bottom to top, each with its selection, then the labels of all of
 * them, and last the graphics of the request.
 *
 * @throws {Fault} as `drawFeatureLayer`; nothing is drawn half and called a success
 */
export async function drawMap(surface: Surface, plan: MapPlan, options: DrawOptions): Promise<void> {
  const pace = createPace(options.now, options.yieldNow, options.signal, options.stretchMs);
  const { view, background } = plan;
  if (background) {
    const { paint } = fillDrawing(background, plainSettings('BackgroundSymbol', view.dpi));
    if (paint) surface.fillBox({ xPx: 0, yPx: 0, widthPx: view.widthPx, heightPx: view.heightPx }, paint);
  }
  for (const layer of plan.layers.toReversed()) {
    if (layer.kind === 'raster') {
      await drawRasterLayer(surface, layer, view, pace);
      continue;
    }
    await drawFeatureLayer(surface, layer, view, pace);
    if (!layer.selection) continue;
    const selected = selectionLayer(layer, layer.selection);
    if (layer.selection.buffer) await drawBuffer(surface, selected, layer.selection.buffer, view, pace);
    await drawFeatureLayer(surface, selected, view, pace);
  }
  await drawLabels(surface, plan, pace);
  if (plan.graphics) drawGraphics(surface, plan.graphics.elements, { view, ...plan.graphics });
}

import { objectsIn } from '../contract/objects-in.ts';
import { runSteps, type Scheduler } from '../scheduler.ts';
import type { Box } from './label/collision.ts';
import { drawLabels, type LabelCount } from './label/draw-labels.ts';
import { drawFeatureLayer } from './layer/draw-layer.ts';
import { drawBuffer, selectionLayer } from './layer/selection.ts';
import type { MapPlan } from './plan.ts';
import { makePixelPaths } from './surface/pixel-paths.ts';
import type { Surface } from './surface/surface.ts';
import { fillDrawing } from './symbol/fill.ts';
import { plainSettings } from './symbol/symbol-settings.ts';

/**
 * Draw a map: the background, the layers from bottom to top, each with its selection, then all labels, and last the
 * graphics of the request.
 *
 * @param fontsReady loads the fonts. Only a map with text waits for them, because they take a quarter of a new
 *   worker's first response.
 * @returns number of labels drawn and of labels omitted for lack of space
 * @throws {Fault} like `drawFeatureLayer`; a partial drawing is never returned
 */
export async function drawMap(
  surface: Surface,
  plan: MapPlan,
  scheduler: Scheduler,
  fontsReady: () => Promise<void>,
): Promise<LabelCount> {
  const { view, background } = plan;
  const text = textInPlan(plan);
  // Labels come last, so their fonts load while layers are read.
  const fonts = text === 'none' ? undefined : fontsReady();
  fonts?.catch(() => undefined);
  if (text === 'layers') await fonts;
  if (background) {
    const { paint, outline } = fillDrawing(background, plainSettings('BackgroundSymbol', view.dpi));
    const { widthPx, heightPx } = view;
    if (paint) surface.fillBox({ xPx: 0, yPx: 0, widthPx, heightPx }, paint);
    if (outline) {
      // Inset the outline, so that the whole stroke is visible.
      const inset = outline.widthPx / 2;
      const [right, bottom] = [widthPx - inset, heightPx - inset];
      const ring = [inset, inset, right, inset, right, bottom, inset, bottom];
      surface.strokePaths(makePixelPaths([ring], true), 0, 1, { ...outline, join: 'miter' });
    }
  }
  let occupied: readonly Box[] = [];
  const byDensity = new Set<MapPlan['layers'][number]>();
  for (const layer of plan.layers.toReversed()) {
    if (layer.kind === 'raster') {
      const { drawRasterLayer } = await import('./raster/draw-raster.ts');
      await drawRasterLayer(surface, layer, view, scheduler);
      continue;
    }
    if (layer.drawing.FeatureReduction) {
      const { drawDenseLayer } = await import('./dense/draw-dense.ts');
      const taken = await drawDenseLayer(surface, layer, view, scheduler);
      if (taken) byDensity.add(layer);
      occupied = occupied.concat(taken ?? []);
    } else await drawFeatureLayer(surface, layer, view, scheduler);
    if (!layer.selection) continue;
    const selected = selectionLayer(layer, layer.selection);
    if (layer.selection.buffer) await drawBuffer(surface, selected, layer.selection.buffer, view, scheduler);
    await drawFeatureLayer(surface, selected, view, scheduler);
  }
  const labelled = plan.layers.filter((layer) => !byDensity.has(layer));
  await fonts;
  const count = await drawLabels(surface, { ...plan, layers: labelled }, occupied, scheduler);
  if (plan.graphics) {
    const { drawGraphics } = await import('./graphics/draw-graphics.ts');
    await runSteps(drawGraphics(surface, plan.graphics.elements, { view, ...plan.graphics }), scheduler);
  }
  return count;
}

/**
 * Return the parts of a map that may show text and so need the fonts: none, only labels (which are drawn after all
 * layers), or layers and graphics.
 */
export function textInPlan({ layers, graphics }: MapPlan): 'none' | 'labels' | 'layers' {
  if (graphics) return 'layers';
  let hasLabels = false;
  for (const layer of layers) {
    if (layer.kind === 'raster') continue;
    const { FeatureRenderer, FeatureReduction, LabelingDescription } = layer.drawing;
    // Clusters show their counts.
    if (FeatureReduction || hasCharacters(FeatureRenderer) || hasCharacters(layer.selection?.symbol)) return 'layers';
    hasLabels ||= layer.showLabels && LabelingDescription !== undefined;
  }
  return hasLabels ? 'labels' : 'none';
}

function hasCharacters(symbols: object | undefined): boolean {
  for (const object of objectsIn(symbols)) if ('type' in object && object.type === 'CharacterMarkerSymbol') return true;
  return false;
}

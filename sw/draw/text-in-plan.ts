import { objectsIn } from '../contract/objects-in.ts';
import type { MapPlan } from './plan.ts';

/**
 * Return where a map may show text, and so needs the fonts: nowhere, in labels alone, which are drawn after all layers, or in layers
 * and graphics, too.
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

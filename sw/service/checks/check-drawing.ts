import { readReduction } from '../feature-reduction.ts';
import type { Check } from './check.ts';
import { isContract } from './check-value.ts';

const isDescription = isContract('FeatureLayerDrawingDescription');

/** The drawing of a feature layer, with its extension. */
export const isDrawing: Check = (value, path) => {
  isDescription(value, path);
  const { FeatureReduction } = value as { readonly FeatureReduction?: string };
  if (FeatureReduction) readReduction(FeatureReduction, path);
};

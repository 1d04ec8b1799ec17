import { readReduction } from '../feature-reduction.ts';
import { readSizes } from '../size-by-value.ts';
import type { Check } from './check.ts';
import { isContract } from './check-value.ts';

const isDescription = isContract('FeatureLayerDrawingDescription');

/** Check the drawing of a feature layer and its extensions. */
export const isDrawing: Check = (value, path) => {
  isDescription(value, path);
  const { FeatureReduction, VisualVariables } = value as Readonly<Record<string, string | undefined>>;
  if (FeatureReduction) readReduction(FeatureReduction, path);
  if (VisualVariables) readSizes(VisualVariables, path);
};

import { computed } from '@preact/signals';
import { resolutionAtCenter } from '../../../sw/geometry/lengths/true-resolution.ts';
import { isGeographic } from '../../../sw/geometry/spatial-reference.ts';
import { wayBetween, worldReference } from '../../state/references.ts';
import { shownReference } from '../../state/requested.ts';
import { drawn, screen, view } from '../../state/view.ts';

/** CSS pixels per meter. */
const pixelsPerMeter = 96 / 0.0254;

/** Resolution of the view on the ground; undefined before anything is shown, and if the CRS has no known projection. */
export const shownResolution = computed(() => {
  const [shown, size, reference] = [view.value, screen.value, shownReference.value];
  const way = reference && wayBetween(reference, worldReference);
  if (!shown || !size || !(way || isGeographic(reference))) return undefined;
  return resolutionAtCenter({ ...size, extent: shown.extent, dpi: 96, rotationDeg: 0, scale: 0 }, way);
});

/**
 * Scale denominator on the ground. If the view isn't to scale, this is the scale of the service, measured along the
 * equator.
 */
export const shownScale = computed(() =>
  shownResolution.value?.isToScale ? shownResolution.value.metersPerPixel * pixelsPerMeter : drawn.value?.scale,
);

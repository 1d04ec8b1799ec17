import type { Value } from '../../../../sw/contract/index.ts';
import type { Extent } from '../../../../sw/geometry/extent.ts';
import { scaleOf } from '../../../../sw/geometry/scale.ts';
import { inchesPerUnit } from '../../../../sw/geometry/units.ts';
import { units } from '../../../../sw/service/map-extent.ts';

/** What the first picture of the default size may read of a file elsewhere. */
export const firstBytes = 4.5 * 1024 ** 2;

const [widthPx, dpi, ratio] = [1024, 96, 4 / 3];

/** The scale of a picture of the default size, rounded up to two digits. */
export function scaleOfFirstPicture(width: number, reference: Value<'SpatialReference'>): number {
  const scale = scaleOf(width / widthPx, dpi, inchesPerUnit(units(reference)));
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(scale)) - 1);
  return Math.ceil(scale / unit) * unit;
}

/** The extent of a picture of the default size. */
export const firstPicture = ([x, y]: readonly [number, number], width: number): Extent => {
  const [half, high] = [width / 2, width / (2 * ratio)];
  return [x - half, y - high, x + half, y + high];
};

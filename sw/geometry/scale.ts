import { wrongValue } from '../contract/index.ts';
import type { Extent } from './extent.ts';
import { convertLength, parseUnits, type Units } from './units.ts';

/** Return the scale denominator of a view; 0 if the units of the map are unknown. */
export const scaleDenominator = (resolution: number, dpi: number, inchesPerUnit: number): number =>
  resolution * dpi * inchesPerUnit;

/** Return the map units per pixel at a scale, the inverse of `scaleDenominator`; infinite if the units are unknown. */
export const resolutionAt = (scale: number, dpi: number, inchesPerUnit: number): number =>
  scale / (dpi * inchesPerUnit);

/**
 * Return the extent of an image with a given center and scale (CenterAndScale).
 *
 * @param center [x, y] in map units
 * @param scale denominator
 * @param inchesPerUnit of the map; 0 if unknown
 * @throws {Fault} `bad-value` when the scale or the DPI isn't positive or the map has no units; `bad-extent` when the
 * center isn't finite
 */
export function extentAt(
  center: readonly [number, number],
  scale: number,
  widthPx: number,
  heightPx: number,
  dpi: number,
  inchesPerUnit: number,
): Extent {
  if (!(scale > 0 && scale < Infinity)) throw wrongValue('bad-value', 'Scale', 'a positive number', `${scale}`);
  if (!(dpi > 0 && dpi < Infinity)) throw wrongValue('bad-value', 'DPI', 'a positive number', `${dpi}`);
  if (!(inchesPerUnit > 0)) throw wrongValue('bad-value', 'Scale', 'a map with known units', 'unknown units');
  const resolution = resolutionAt(scale, dpi, inchesPerUnit);
  return extentAround(center, resolution * widthPx, resolution * heightPx);
}

/**
 * Return the extent of a given width and height around a center (CenterAndSize).
 *
 * @param center [x, y] in map units
 * @param units of width and height as free text; map units if empty
 * @param mapUnits units of the map
 * @throws {Fault} `bad-value` for an unknown unit, or a size that is negative or not finite; `bad-extent` when the
 * center isn't finite
 */
export function extentOfSize(
  center: readonly [number, number],
  width: number,
  height: number,
  units: string,
  mapUnits: Units,
): Extent {
  if (!(width >= 0 && height >= 0 && width < Infinity && height < Infinity))
    throw wrongValue('bad-value', 'CenterAndSize', 'a width and height ≥ 0', `${width} x ${height}`);
  const from = units.trim() === '' ? 'gisUnknownUnits' : parseUnits(units, 'CenterAndSize.Units');
  const toMap = (length: number) => (from === 'gisUnknownUnits' ? length : convertLength(length, from, mapUnits));
  return extentAround(center, toMap(width), toMap(height));
}

function extentAround([x, y]: readonly [number, number], width: number, height: number): Extent {
  if (!Number.isFinite(x) || !Number.isFinite(y))
    throw wrongValue('bad-extent', 'Center', 'finite X and Y', `X ${x}, Y ${y}`);
  return [x - width / 2, y - height / 2, x + width / 2, y + height / 2];
}

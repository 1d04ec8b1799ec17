import type { SpatialReference } from '../../../sw/geometry/spatial-reference.ts';
import { wayBetween, worldReference } from '../../state/references.ts';

const earthRadiusM = 6_371_008.8;
const radians = Math.PI / 180;

/** Longitude and latitude in degrees of a point of the map; undefined where unknown or non-existent. */
export function toLonLat(
  position: readonly [number, number],
  reference: SpatialReference,
): readonly [number, number] | undefined {
  const xy = Float64Array.of(...position);
  const way = wayBetween(reference, worldReference);
  if (way) way.forward(xy);
  else if (reference.type === 'UnknownCoordinateSystem') return undefined;
  const [lon, lat] = [xy[0]!, xy[1]!];
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 540 ? [lon, lat] : undefined;
}

/** Ground metres per pixel to the right at a point; undefined where unknown. */
export function groundMetresPerPixel(
  [x, y]: readonly [number, number],
  resolution: number,
  reference: SpatialReference,
): number | undefined {
  const from = toLonLat([x - resolution / 2, y], reference);
  const to = toLonLat([x + resolution / 2, y], reference);
  if (!from || !to) return undefined;
  const haversine = (degrees: number) => Math.sin((degrees * radians) / 2) ** 2;
  const h =
    haversine(to[1] - from[1]) + Math.cos(from[1] * radians) * Math.cos(to[1] * radians) * haversine(to[0] - from[0]);
  const metres = 2 * earthRadiusM * Math.asin(Math.sqrt(Math.min(1, h)));
  return metres > 0 ? metres : undefined;
}

/** The longest round length (1, 2 or 5 times a power of ten) up to a given one. */
export function roundLength(most: number): number {
  const power = 10 ** Math.floor(Math.log10(most));
  const lead = most / power;
  return (lead >= 5 ? 5 : lead >= 2 ? 2 : 1) * power;
}

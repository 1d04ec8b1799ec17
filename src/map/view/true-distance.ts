import type { SpatialReference } from '../../../sw/geometry/spatial-reference.ts';
import { wayBetween, worldReference } from '../../state/references.ts';

/** Return the longitude and latitude of a point of the map in degrees; undefined if it has none. */
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

/** Return the largest round length (1, 2 or 5 times a power of ten) up to a maximum. */
export function roundLength(most: number): number {
  const power = 10 ** Math.floor(Math.log10(most));
  const lead = most / power;
  return (lead >= 5 ? 5 : lead >= 2 ? 2 : 1) * power;
}

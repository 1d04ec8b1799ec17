import geodesic from 'geographiclib-geodesic';

/**
 * Measure the shortest way over the ellipsoid of WGS 84 between two points [longitude, latitude] in degrees, in metres.
 *
 * @see Karney 2013, Algorithms for geodesics
 */
export function geodesicDistance(from: readonly [number, number], to: readonly [number, number]): number {
  const { DISTANCE, WGS84 } = geodesic.Geodesic;
  return WGS84.Inverse(from[1], from[0], to[1], to[0], DISTANCE).s12 ?? Number.NaN;
}

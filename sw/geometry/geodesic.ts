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

/**
 * Measure a ring of [longitude, latitude] in degrees on the ellipsoid of WGS 84, its edges being shortest ways: its area
 * in square metres and its perimeter in metres.
 *
 * The ring closes itself and may turn either way, cross the antimeridian or hold a pole. Where its edges cross each
 * other, parts that turn differently count against each other. Fewer than three positions have no area.
 *
 * @see Karney 2013, Algorithms for geodesics
 */
export function geodesicRing(ring: readonly (readonly [number, number])[]): { areaM2: number; perimeterM: number } {
  const polygon = geodesic.Geodesic.WGS84.Polygon(false);
  for (const [longitude, latitude] of ring) polygon.AddPoint(latitude, longitude);
  const { area, perimeter } = polygon.Compute(false, true);
  return { areaM2: Math.abs(area ?? 0), perimeterM: perimeter };
}

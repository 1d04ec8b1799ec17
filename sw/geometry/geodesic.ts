import geodesic from 'geographiclib-geodesic';

/**
 * Return the geodesic distance on WGS 84 between two points [longitude, latitude] in degrees, in meters.
 *
 * @see Karney 2013, Algorithms for geodesics
 */
export function geodesicDistance(from: readonly [number, number], to: readonly [number, number]): number {
  const { DISTANCE, WGS84 } = geodesic.Geodesic;
  return WGS84.Inverse(from[1], from[0], to[1], to[0], DISTANCE).s12 ?? Number.NaN;
}

/**
 * Return the area in square meters and the perimeter in meters of a ring of [longitude, latitude] in degrees, with
 * geodesic edges on WGS 84.
 *
 * The ring is closed implicitly. It may have either orientation, cross the antimeridian or contain a pole. If its edges
 * cross, areas of opposite orientation cancel out. Fewer than three positions have no area.
 *
 * @see Karney 2013, Algorithms for geodesics
 */
export function geodesicRing(ring: readonly (readonly [number, number])[]): { areaM2: number; perimeterM: number } {
  const polygon = geodesic.Geodesic.WGS84.Polygon(false);
  for (const [longitude, latitude] of ring) polygon.AddPoint(latitude, longitude);
  const { area, perimeter } = polygon.Compute(false, true);
  return { areaM2: Math.abs(area ?? 0), perimeterM: perimeter };
}

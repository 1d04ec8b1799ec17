import { cutAtAntimeridian } from './antimeridian.ts';
import type { LooseGeometry } from './collect-features.ts';

type Position = readonly [number, number];
type Ring = readonly Position[];

/**
 * Rings with at most this many positions aren't split: rings around the world have few positions, and their long steps
 * are intended.
 */
const minimumCorners = 8;

/**
 * Split areas of spherical data whose rings continue across the antimeridian: Russia, Fiji, and Antarctica around the
 * pole. Areas on one side, and coordinates that aren't degrees, remain unchanged.
 *
 * @param geometry with finite coordinates
 * @returns the geometry itself if there is nothing to split
 */
export function splitAtAntimeridian(geometry: LooseGeometry): LooseGeometry {
  const { type, coordinates } = geometry;
  if (type === 'GeometryCollection') {
    const geometries = geometry.geometries as readonly LooseGeometry[];
    return { type, geometries: geometries.map(splitAtAntimeridian) };
  }
  if (type !== 'Polygon' && type !== 'MultiPolygon') return geometry;
  const polygons = (type === 'Polygon' ? [coordinates] : coordinates) as readonly (readonly Ring[])[];
  if (!polygons.some((rings) => rings.some(crossesAntimeridian))) return geometry;
  return { type: 'MultiPolygon', coordinates: polygons.flatMap(cutPolygon) };
}

/** Add all holes to the first piece. The choice doesn't matter, because all rings of a feature form one list. */
function cutPolygon(rings: readonly Ring[]): (readonly Ring[])[] {
  if (!rings.some(crossesAntimeridian)) return [rings];
  const [outer = [], ...holes] = rings.map((ring) => (crossesAntimeridian(ring) ? cutAtAntimeridian(ring) : [ring]));
  const [first, ...others] = outer;
  return first ? [[first, ...holes.flat()], ...others.map((piece) => [piece])] : [];
}

function crossesAntimeridian(ring: Ring): boolean {
  if (ring.length <= minimumCorners) return false;
  let isCrossing = false;
  for (let i = 0; i < ring.length; i++) {
    const [x, y] = ring[i]!;
    if (Math.abs(x) > 180.5 || Math.abs(y) > 90.5) return false;
    if (i > 0 && Math.abs(x - ring[i - 1]![0]) > 180) isCrossing = true;
  }
  return isCrossing;
}

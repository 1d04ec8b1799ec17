import type { SourceGeometry } from '../../../sw/formats/reading/source-table.ts';

/** Radius of the sphere with the surface of the WGS 84 ellipsoid, in kilometres. */
const radiusKm = 6371.0072;
const radians = Math.PI / 180;

/**
 * Area of a polygon in longitude and latitude, in square kilometres, on a sphere; edges follow the map.
 * Exact for edges that are straight in the plate carrée: the integral of sin(latitude) along each.
 */
export function areaKm2({ xy, partOffsets, featureOffsets }: SourceGeometry, row: number): number {
  let sum = 0;
  for (let part = featureOffsets[row]!; part < featureOffsets[row + 1]!; part++) {
    for (let v = partOffsets[part]!; v < partOffsets[part + 1]! - 1; v++) {
      const dx = (xy[v * 2 + 2]! - xy[v * 2]!) * radians;
      const a = xy[v * 2 + 1]! * radians;
      const b = xy[v * 2 + 3]! * radians;
      sum += dx * (Math.abs(b - a) < 1e-9 ? Math.sin((a + b) / 2) : (Math.cos(a) - Math.cos(b)) / (b - a));
    }
  }
  // Exterior rings run clockwise, so the integral over them is positive.
  return Math.max(0, sum) * radiusKm * radiusKm;
}

/** True when the point lies in the polygon of `row`, by the even-odd rule over all its rings. */
export function isInside(
  { xy, partOffsets, featureOffsets }: SourceGeometry,
  row: number,
  x: number,
  y: number,
): boolean {
  let inside = false;
  for (let part = featureOffsets[row]!; part < featureOffsets[row + 1]!; part++) {
    for (let v = partOffsets[part]!; v < partOffsets[part + 1]! - 1; v++) {
      const ya = xy[v * 2 + 1]!;
      const yb = xy[v * 2 + 3]!;
      if (ya > y === yb > y) continue;
      if (x < ((xy[v * 2 + 2]! - xy[v * 2]!) * (y - ya)) / (yb - ya) + xy[v * 2]!) inside = !inside;
    }
  }
  return inside;
}

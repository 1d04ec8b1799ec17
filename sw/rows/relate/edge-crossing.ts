import { orientation } from './orientation.ts';

/** Location of a point relative to a polygon. */
export type PointLocation = 'inside' | 'boundary' | 'outside';

const passes = 0;
export const crosses = 1;
export const onEdge = 2;

/** Return how an edge meets the ray from a point to the right: it passes by, crosses it, or contains the point. */
export function classifyCrossing(x1: number, y1: number, x2: number, y2: number, x: number, y: number): number {
  if (x1 < x && x2 < x) return passes;
  if (y1 === y && y2 === y) return (x1 <= x && x <= x2) || (x2 <= x && x <= x1) ? onEdge : passes;
  if ((x1 === x && y1 === y) || (x2 === x && y2 === y)) return onEdge;
  if (y1 > y === y2 > y) return passes;
  // Most edges are completely to the right.
  if (x1 > x && x2 > x) return crosses;
  const side = orientation(x1, y1, x2, y2, x, y);
  if (side === 0) return onEdge;
  return side > 0 === y2 > y1 ? crosses : passes;
}

/**
 * Locate a point relative to a polygon by the even-odd rule. Tests all edges without an index, which is faster for a
 * single point.
 */
export function locateInRings(
  xy: Float64Array,
  partOffsets: Int32Array,
  firstPart: number,
  endPart: number,
  x: number,
  y: number,
): PointLocation {
  let inside = false;
  for (let part = firstPart; part < endPart; part++) {
    const last = 2 * partOffsets[part + 1]! - 2;
    for (let i = 2 * partOffsets[part]!; i < last; i += 2) {
      const y1 = xy[i + 1]!;
      const y2 = xy[i + 3]!;
      if ((y1 < y && y2 < y) || (y1 > y && y2 > y)) continue;
      const crossing = classifyCrossing(xy[i]!, y1, xy[i + 2]!, y2, x, y);
      if (crossing === onEdge) return 'boundary';
      if (crossing === crosses) inside = !inside;
    }
  }
  return inside ? 'inside' : 'outside';
}

/** Check whether two segments have a point in common, ends included. A segment may be a point. */
export function segmentsMeet(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  cx: number,
  cy: number,
  dx: number,
  dy: number,
): boolean {
  if (Math.max(ax, bx) < Math.min(cx, dx) || Math.max(cx, dx) < Math.min(ax, bx)) return false;
  if (Math.max(ay, by) < Math.min(cy, dy) || Math.max(cy, dy) < Math.min(ay, by)) return false;
  const c = orientation(ax, ay, bx, by, cx, cy);
  const d = orientation(ax, ay, bx, by, dx, dy);
  if ((c > 0 && d > 0) || (c < 0 && d < 0)) return false;
  const a = orientation(cx, cy, dx, dy, ax, ay);
  const b = orientation(cx, cy, dx, dy, bx, by);
  return !((a > 0 && b > 0) || (a < 0 && b < 0));
}

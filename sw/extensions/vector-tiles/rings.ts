import type { GeometryCommands } from '../../formats/tiles/vector-tile.ts';

/** A ring: vertices `from` to before `to`, and twice its area, positive for an outer ring. */
interface Ring {
  readonly from: number;
  readonly to: number;
  readonly area: number;
}

/**
 * Write the rings of a feature as polygons: each outer ring and then its holes. Rings that rounding has left without area
 * are dropped, and so are holes that lie in no outer ring.
 *
 * @param xy   whole units, y downwards, in which outer rings of the store run with a positive area
 * @param ends vertex behind each ring
 */
export function writePolygons(
  commands: GeometryCommands,
  xy: ArrayLike<number>,
  ends: ArrayLike<number>,
  count: number,
): void {
  const outer: Ring[] = [];
  const holes: Ring[] = [];
  let from = 0;
  for (let part = 0; part < count; part++) {
    const to = ends[part]!;
    const area = to - from < 3 ? 0 : areaOf(xy, from, to);
    if (area > 0) outer.push({ from, to, area });
    else if (area < 0) holes.push({ from, to, area });
    from = to;
  }
  if (outer.length === 1 || holes.length === 0) {
    for (const ring of outer) commands.path(xy, ring.from, ring.to, true);
    if (outer.length === 1) for (const ring of holes) commands.path(xy, ring.from, ring.to, true);
    return;
  }
  // The smallest that holds a hole is its own: an island in a lake may have a lake.
  const bySize = outer.toSorted((a, b) => a.area - b.area);
  const holesOf = new Map<Ring, Ring[]>();
  for (const hole of holes) {
    const around = bySize.find((ring) => ring.area >= -hole.area && isInside(xy, hole.from, ring));
    if (around) holesOf.set(around, [...(holesOf.get(around) ?? []), hole]);
  }
  for (const ring of outer) {
    commands.path(xy, ring.from, ring.to, true);
    for (const hole of holesOf.get(ring) ?? []) commands.path(xy, hole.from, hole.to, true);
  }
}

function areaOf(xy: ArrayLike<number>, from: number, to: number): number {
  let sum = 0;
  let x0 = xy[2 * to - 2]!;
  let y0 = xy[2 * to - 1]!;
  for (let i = from; i < to; i++) {
    const x1 = xy[2 * i]!;
    const y1 = xy[2 * i + 1]!;
    sum += x0 * y1 - x1 * y0;
    x0 = x1;
    y0 = y1;
  }
  return sum;
}

/** Whether a vertex is in a ring or on its edge, where clipping has put both. */
function isInside(xy: ArrayLike<number>, vertex: number, { from, to }: Ring): boolean {
  const x = xy[2 * vertex]!;
  const y = xy[2 * vertex + 1]!;
  let inside = false;
  let x0 = xy[2 * to - 2]!;
  let y0 = xy[2 * to - 1]!;
  for (let i = from; i < to; i++) {
    const x1 = xy[2 * i]!;
    const y1 = xy[2 * i + 1]!;
    const side = (x1 - x0) * (y - y0) - (x - x0) * (y1 - y0);
    const isBetween = Math.min(x0, x1) <= x && x <= Math.max(x0, x1) && Math.min(y0, y1) <= y && y <= Math.max(y0, y1);
    if (side === 0 && isBetween) return true;
    if (y0 > y !== y1 > y && x < ((x1 - x0) * (y - y0)) / (y1 - y0) + x0) inside = !inside;
    x0 = x1;
    y0 = y1;
  }
  return inside;
}

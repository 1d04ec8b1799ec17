import { pathLength, pointInRings, ringArea } from './measure.ts';

interface Cell {
  readonly x: number;
  readonly y: number;
  readonly half: number;
  /** Distance from the centre to the outline, negative outside. */
  readonly distance: number;
}

/** No outline is so bad that more would help; bounds the time for hostile ones. */
const mostCells = 2000;

/**
 * Find the point of a polygon that is farthest from its outline, good to a fiftieth of its size: the place for a label.
 * Of several outlines the largest counts, with the holes in it.
 *
 * @returns [x, y]; the first vertex when the polygon has no area; undefined when there are no vertices
 * @see V. Agafonkin, "A new algorithm for finding a visual center of a polygon" (Mapbox, 2016)
 */
export function poleOfRings(
  xy: Float64Array,
  partOffsets: Int32Array,
  firstPart: number,
  endPart: number,
): readonly [number, number] | undefined {
  const largest = largestOutline(xy, partOffsets, firstPart, endPart);
  return pole(largest.xy, largest.partOffsets, 0, largest.partOffsets.length - 1);
}

/** Islands beside it cannot hold the label and would only be measured again and again. Holes turn the other way. */
function largestOutline(xy: Float64Array, partOffsets: Int32Array, firstPart: number, endPart: number) {
  const areas: number[] = [];
  for (let part = firstPart; part < endPart; part++)
    areas.push(ringArea(xy, partOffsets[part]!, partOffsets[part + 1]!));
  const largest = areas.reduce((best, area, i) => (Math.abs(area) > Math.abs(areas[best]!) ? i : best), 0);
  const kept = areas.flatMap((area, i) => (i === largest || area * areas[largest]! < 0 ? [firstPart + i] : []));
  const rings = kept.map((part) => xy.subarray(2 * partOffsets[part]!, 2 * partOffsets[part + 1]!));
  const offsets = Int32Array.of(0, ...rings.map(() => 0));
  rings.forEach((ring, i) => {
    offsets[i + 1] = offsets[i]! + ring.length / 2;
  });
  const all = new Float64Array(2 * offsets.at(-1)!);
  rings.forEach((ring, i) => {
    all.set(ring, 2 * offsets[i]!);
  });
  return { xy: all, partOffsets: offsets };
}

function pole(
  xy: Float64Array,
  partOffsets: Int32Array,
  firstPart: number,
  endPart: number,
): readonly [number, number] | undefined {
  const [from, to] = [partOffsets[firstPart]!, partOffsets[endPart]!];
  if (!(to > from)) return undefined;
  let [xmin, ymin, xmax, ymax] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let v = from; v < to; v++) {
    xmin = Math.min(xmin, xy[2 * v]!);
    xmax = Math.max(xmax, xy[2 * v]!);
    ymin = Math.min(ymin, xy[2 * v + 1]!);
    ymax = Math.max(ymax, xy[2 * v + 1]!);
  }
  const size = Math.min(xmax - xmin, ymax - ymin);
  if (!(size > 0)) return [xy[2 * from]!, xy[2 * from + 1]!];
  const cellAt = (x: number, y: number, half: number): Cell => ({
    x,
    y,
    half,
    distance: signedDistance(x, y, xy, partOffsets, firstPart, endPart),
  });
  const reach = (cell: Cell) => cell.distance + cell.half * Math.SQRT2;

  // Some eight cells over the longer side at most, so that a very long polygon does not start with thousands.
  const side = Math.max(size, Math.max(xmax - xmin, ymax - ymin) / 16);
  const open: Cell[] = [];
  for (let x = xmin; x < xmax; x += side)
    for (let y = ymin; y < ymax; y += side) open.push(cellAt(x + side / 2, y + side / 2, side / 2));
  let best = open.reduce((a, b) => (b.distance > a.distance ? b : a));
  const precision = size / 50;
  open.sort((a, b) => reach(a) - reach(b));
  for (let count = 0; count < mostCells && open.length > 0; count++) {
    const cell = open.pop()!;
    if (reach(cell) - best.distance <= precision) break;
    const half = cell.half / 2;
    for (const [dx, dy] of [
      [-half, -half],
      [half, -half],
      [-half, half],
      [half, half],
    ] as const) {
      const child = cellAt(cell.x + dx, cell.y + dy, half);
      if (child.distance > best.distance) best = child;
      if (reach(child) - best.distance > precision) insert(open, child, reach);
    }
  }
  return best.distance > 0 ? [best.x, best.y] : [xy[2 * from]!, xy[2 * from + 1]!];
}

function insert(sorted: Cell[], cell: Cell, reach: (cell: Cell) => number): void {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (reach(sorted[middle]!) < reach(cell)) low = middle + 1;
    else high = middle;
  }
  sorted.splice(low, 0, cell);
}

function signedDistance(
  x: number,
  y: number,
  xy: Float64Array,
  partOffsets: Int32Array,
  firstPart: number,
  endPart: number,
): number {
  let nearest = Infinity;
  for (let part = firstPart; part < endPart; part++) {
    for (let v = partOffsets[part]! + 1; v < partOffsets[part + 1]!; v++) {
      const x0 = xy[2 * v - 2]!;
      const y0 = xy[2 * v - 1]!;
      const dx = xy[2 * v]! - x0;
      const dy = xy[2 * v + 1]! - y0;
      const square = dx * dx + dy * dy;
      const along = square > 0 ? Math.max(0, Math.min(1, ((x - x0) * dx + (y - y0) * dy) / square)) : 0;
      const ex = x - x0 - along * dx;
      const ey = y - y0 - along * dy;
      const distance = ex * ex + ey * ey;
      if (distance < nearest) nearest = distance;
    }
  }
  return pointInRings(x, y, xy, partOffsets, firstPart, endPart) ? Math.sqrt(nearest) : -Math.sqrt(nearest);
}

/**
 * Find the place at a share of the length of a path, and the direction of the path there.
 *
 * @param share 0 the start, 0.5 the middle, 1 the end
 * @returns the angle in radians, anti-clockwise from the x axis; undefined when there are no vertices
 */
export function pointAlong(
  xy: Float64Array,
  from = 0,
  to = xy.length / 2,
  share = 0.5,
): { readonly x: number; readonly y: number; readonly angle: number } | undefined {
  if (!(to > from)) return undefined;
  let left = pathLength(xy, from, to) * share;
  let angle = 0;
  for (let v = from + 1; v < to; v++) {
    const dx = xy[2 * v]! - xy[2 * v - 2]!;
    const dy = xy[2 * v + 1]! - xy[2 * v - 1]!;
    const length = Math.hypot(dx, dy);
    if (length === 0) continue;
    angle = Math.atan2(dy, dx);
    if (left <= length)
      return { x: xy[2 * v - 2]! + (dx * left) / length, y: xy[2 * v - 1]! + (dy * left) / length, angle };
    left -= length;
  }
  return { x: xy[2 * to - 2]!, y: xy[2 * to - 1]!, angle };
}

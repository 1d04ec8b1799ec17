import type { Extent } from '../../geometry/extent.ts';

/**
 * Copy a path without vertices that, like both neighbours, lie outside the same side of a window: the visible part
 * stays the same, and a continent's coast shrinks to the part nearby.
 *
 * @param from   first vertex of the path in `xy`, flat coordinates
 * @param to     behind its last vertex
 * @param out    target of the copy, from its start; large enough for the whole path
 * @returns vertices copied; 0 when the whole path lies outside one side
 */
export function copyInside(
  xy: Float64Array,
  from: number,
  to: number,
  [xmin, ymin, xmax, ymax]: Extent,
  out: Float64Array,
): number {
  let count = 0;
  let common = 15;
  let before = 0;
  let isPending = false;
  for (let i = from; i < to; i++) {
    const x = xy[2 * i]!;
    const y = xy[2 * i + 1]!;
    const code = (x < xmin ? 1 : x > xmax ? 2 : 0) | (y < ymin ? 4 : y > ymax ? 8 : 0);
    common &= code;
    if ((code & before) !== 0 && i + 1 < to) {
      // Still outside that side: postponed until the path turns away from it.
      isPending = true;
      before &= code;
      continue;
    }
    if (isPending) {
      out[2 * count] = xy[2 * i - 2]!;
      out[2 * count + 1] = xy[2 * i - 1]!;
      count++;
      isPending = false;
    }
    out[2 * count] = x;
    out[2 * count + 1] = y;
    count++;
    before = code;
  }
  return common === 0 ? count : 0;
}

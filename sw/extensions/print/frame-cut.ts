import { minMax } from '../../geometry/min-max.ts';

export type Edge = 'top' | 'right' | 'bottom' | 'left';

/** The parts of a line inside a frame, and where it meets the edges. */
export interface Cut {
  /** Each [x0, y0, x1, y1, ...]. */
  readonly lines: number[][];
  readonly crossings: readonly { readonly edge: Edge; readonly atPx: number }[];
}

/**
 * Cut a line to a frame from [0, 0] to [width, height]. It breaks where a vertex is not finite or leaps over half of the
 * frame, as at the seam of a map of the world.
 *
 * @see Liang and Barsky 1984, A new concept and method for line clipping
 */
export function cutToFrame(xy: Float64Array, width: number, height: number): Cut {
  const lines: number[][] = [];
  const crossings: { edge: Edge; atPx: number }[] = [];
  const meet = (x: number, y: number) => {
    const distances = [y, width - x, height - y, x].map(Math.abs);
    const nearest = distances.indexOf(minMax(distances)[0]);
    const edge = (['top', 'right', 'bottom', 'left'] as const)[nearest]!;
    crossings.push({ edge, atPx: nearest % 2 === 0 ? x : y });
  };
  let open: number[] | undefined;
  for (let at = 2; at + 1 < xy.length; at += 2) {
    const [x, y, dx, dy] = [xy[at - 2]!, xy[at - 1]!, xy[at]! - xy[at - 2]!, xy[at + 1]! - xy[at - 1]!];
    const span =
      Math.abs(dx) < width / 2 && Math.abs(dy) < height / 2 ? spanInside(x, y, dx, dy, width, height) : undefined;
    if (!span) {
      open = undefined;
      continue;
    }
    const [from, to] = span;
    const [startX, startY, endX, endY] = [x + dx * from, y + dy * from, x + dx * to, y + dy * to];
    if (!open || from > 0) {
      open = [startX, startY];
      lines.push(open);
      if (from > 0) meet(startX, startY);
    }
    open.push(endX, endY);
    if (to < 1) {
      meet(endX, endY);
      open = undefined;
    }
  }
  return { lines, crossings };
}

/** The shares of a segment where it enters and leaves the frame; undefined when it is outside. */
function spanInside(
  x: number,
  y: number,
  dx: number,
  dy: number,
  width: number,
  height: number,
): readonly [from: number, to: number] | undefined {
  let [from, to] = [0, 1];
  for (const [speed, room] of [
    [-dx, x],
    [dx, width - x],
    [-dy, y],
    [dy, height - y],
  ] as const) {
    if (speed === 0 && room < 0) return undefined;
    if (speed < 0) from = Math.max(from, room / speed);
    if (speed > 0) to = Math.min(to, room / speed);
  }
  return from < to ? [from, to] : undefined;
}

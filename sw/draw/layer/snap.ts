import type { Matrix } from './layer-window.ts';

/**
 * Convert a path to pixels. Transforms it, snaps each vertex to the center of its pixel, and drops vertices in the same
 * pixel or on the same line. This reduces dense coasts to their visible vertices before any path is built.
 *
 * @param from   index of the path's first vertex in `xy`
 * @param to     index after its last vertex
 * @param matrix map to pixels divided by `snapPx`
 * @param out    receives the pixels at its start; must have space for the whole path
 * @returns number of vertices written; vertices that can't be projected (NaN) are dropped
 */
export function snapPath(
  xy: Float64Array,
  from: number,
  to: number,
  matrix: Matrix,
  snapPx: number,
  out: Float64Array,
): number {
  // Read by index, because most paths are short and an iterator would take as long as the path itself.
  const a = matrix[0];
  const b = matrix[1];
  const c = matrix[2];
  const d = matrix[3];
  const e = matrix[4];
  const f = matrix[5];
  const half = snapPx / 2;
  let count = 0;
  let lastX = Number.NaN;
  let lastY = Number.NaN;
  let stepX = 0;
  let stepY = 0;
  for (let i = 2 * from; i < 2 * to; i += 2) {
    const mapX = xy[i]!;
    const mapY = xy[i + 1]!;
    const x = Math.floor(a * mapX + c * mapY + e);
    const y = Math.floor(b * mapX + d * mapY + f);
    if (x === lastX && y === lastY) continue;
    const dx = x - lastX;
    const dy = y - lastY;
    if (count > 0) {
      // Comparisons with NaN and infinity fail, which skips the vertex.
      if (!(Math.abs(dx) + Math.abs(dy) < 1e12)) continue;
      if (dx * stepY === dy * stepX && dx * stepX + dy * stepY > 0) count--;
    } else if (!(Math.abs(x) + Math.abs(y) < 1e12)) continue;
    stepX = dx;
    stepY = dy;
    out[2 * count] = x * snapPx + half;
    out[2 * count + 1] = y * snapPx + half;
    count++;
    lastX = x;
    lastY = y;
  }
  return count;
}

/** Make the matrix for `snapPath`. */
export function snapMatrix(matrix: Matrix, snapPx: number): Matrix {
  return matrix.map((number) => number / snapPx) as unknown as Matrix;
}

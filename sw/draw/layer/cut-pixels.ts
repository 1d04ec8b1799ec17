/** [xmin, ymin, xmax, ymax] in pixels. */
export type PixelWindow = readonly [number, number, number, number];

/** Buffers to which clipping writes alternately, so that a ring needs no new memory. */
const results = [new Float64Array(1024), new Float64Array(1024)];

/**
 * Clip a ring to a window.
 *
 * @param ring  flat pixel coordinates, the first vertex not repeated
 * @param count number of vertices
 * @returns the clipped ring as flat coordinates, valid until the next call. It follows the window's edge where it was
 *   clipped, and is empty if nothing remains.
 * @see Sutherland & Hodgman 1974
 */
export function cutRing(ring: Float64Array, count: number, window: PixelWindow): Float64Array {
  let from = ring;
  let length = 2 * count;
  let turn = 0;
  for (let side = 0; side < 4 && length > 0; side++) {
    const axis = side & 1;
    const limit = window[side]!;
    const sign = side < 2 ? 1 : -1;
    let outside = 0;
    for (let i = axis; i < length; i += 2) if (!(sign * (from[i]! - limit) >= 0)) outside++;
    if (outside === 0) continue;
    if (2 * outside === length) return empty;
    // Each edge may be clipped once.
    const to = reserveResult(turn++ & 1, 2 * length);
    let written = 0;
    let x0 = from[length - 2]!;
    let y0 = from[length - 1]!;
    let depth0 = sign * ((axis === 0 ? x0 : y0) - limit);
    for (let i = 0; i < length; i += 2) {
      const x1 = from[i]!;
      const y1 = from[i + 1]!;
      const depth1 = sign * ((axis === 0 ? x1 : y1) - limit);
      if (depth0 >= 0 !== depth1 >= 0) {
        const t = depth0 / (depth0 - depth1);
        to[written++] = axis === 0 ? limit : x0 + t * (x1 - x0);
        to[written++] = axis === 0 ? y0 + t * (y1 - y0) : limit;
      }
      if (depth1 >= 0) {
        to[written++] = x1;
        to[written++] = y1;
      }
      x0 = x1;
      y0 = y1;
      depth0 = depth1;
    }
    from = to;
    length = written;
  }
  return from.subarray(0, length);
}

const empty = new Float64Array(0);

function reserveResult(turn: number, length: number): Float64Array {
  if (results[turn]!.length < length) results[turn] = new Float64Array(2 * length);
  return results[turn]!;
}

/**
 * Clip an open path to a window.
 *
 * @param emit receives each piece as flat pixel coordinates
 * @see Liang & Barsky 1984
 */
export function cutLine(line: Float64Array, count: number, window: PixelWindow, emit: (piece: number[]) => void): void {
  let piece: number[] = [];
  for (let i = 0; i + 1 < count; i++) {
    const x0 = line[2 * i]!;
    const y0 = line[2 * i + 1]!;
    const dx = line[2 * i + 2]! - x0;
    const dy = line[2 * i + 3]! - y0;
    let enter = 0;
    let leave = 1;
    let isOutside = false;
    for (let side = 0; side < 4; side++) {
      const along = (side < 2 ? 1 : -1) * ((side & 1) === 0 ? dx : dy);
      const depth = (side < 2 ? 1 : -1) * (((side & 1) === 0 ? x0 : y0) - window[side]!);
      if (along === 0) isOutside ||= depth < 0;
      else if (along > 0) enter = Math.max(enter, -depth / along);
      else leave = Math.min(leave, -depth / along);
    }
    if (isOutside || enter > leave) {
      if (piece.length > 2) emit(piece);
      piece = [];
      continue;
    }
    if (enter > 0 || piece.length === 0) {
      if (piece.length > 2) emit(piece);
      piece = [x0 + enter * dx, y0 + enter * dy];
    }
    piece.push(x0 + leave * dx, y0 + leave * dy);
    if (leave < 1) {
      emit(piece);
      piece = [];
    }
  }
  if (piece.length > 2) emit(piece);
}

/** [xmin, ymin, xmax, ymax] in pixels. */
export type PixelWindow = readonly [number, number, number, number];

/**
 * Cut a ring to a window.
 *
 * @param ring  flat pixels, the first vertex not repeated
 * @param count its vertices
 * @returns the cut ring, flat, which follows the window's edge where it was cut; empty when nothing remains
 * @see Sutherland & Hodgman 1974
 */
export function cutRing(ring: Float64Array, count: number, window: PixelWindow): Float64Array {
  let from: number[] = [];
  for (let i = 0; i < 2 * count; i++) from.push(ring[i]!);
  for (let side = 0; side < 4 && from.length > 0; side++) {
    const axis = side & 1;
    const limit = window[side]!;
    const sign = side < 2 ? 1 : -1;
    const to: number[] = [];
    let x0 = from[from.length - 2]!;
    let y0 = from[from.length - 1]!;
    let depth0 = sign * ((axis === 0 ? x0 : y0) - limit);
    for (let i = 0; i < from.length; i += 2) {
      const x1 = from[i]!;
      const y1 = from[i + 1]!;
      const depth1 = sign * ((axis === 0 ? x1 : y1) - limit);
      if (depth0 >= 0 !== depth1 >= 0) {
        const t = depth0 / (depth0 - depth1);
        to.push(axis === 0 ? limit : x0 + t * (x1 - x0), axis === 0 ? y0 + t * (y1 - y0) : limit);
      }
      if (depth1 >= 0) to.push(x1, y1);
      x0 = x1;
      y0 = y1;
      depth0 = depth1;
    }
    from = to;
  }
  return Float64Array.from(from);
}

/**
 * Cut an open path to a window.
 *
 * @param emit receives each piece, flat pixels
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

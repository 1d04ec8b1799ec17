/**
 * Check whether a point is inside rings, by the even-odd rule; holes and islands may be in any order. A point on an
 * edge is inside exactly one of the two polygons that share the edge.
 */
export function pointInRings(
  x: number,
  y: number,
  xy: Float64Array,
  partOffsets: Int32Array,
  firstPart: number,
  endPart: number,
): boolean {
  let isInside = false;
  for (let part = firstPart; part < endPart; part++) {
    const end = partOffsets[part + 1]!;
    for (let v = partOffsets[part]! + 1; v < end; v++) {
      const y0 = xy[2 * v - 1]!;
      const y1 = xy[2 * v + 1]!;
      if (y0 > y === y1 > y) continue;
      // Always measure from the lower end, so that both neighbors of an edge compute the same number.
      const [low, high] = y0 < y1 ? [v - 1, v] : [v, v - 1];
      const [xl, yl, xh, yh] = [xy[2 * low]!, xy[2 * low + 1]!, xy[2 * high]!, xy[2 * high + 1]!];
      if (x < xl + ((y - yl) * (xh - xl)) / (yh - yl)) isInside = !isInside;
    }
  }
  return isInside;
}

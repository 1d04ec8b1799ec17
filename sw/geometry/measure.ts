/**
 * Measure the area of a closed ring in the plane; positive when it runs counter-clockwise, so exterior rings as stored are negative.
 *
 * @param from first vertex, `to` the one after the last
 */
export function ringArea(xy: Float64Array, from = 0, to = xy.length / 2): number {
  // Seen from its first vertex: far from the origin the products would eat the digits of a small ring.
  const x0 = xy[2 * from]!;
  const y0 = xy[2 * from + 1]!;
  let twice = 0;
  for (let v = from + 1; v < to; v++) {
    twice += (xy[2 * v - 2]! - x0) * (xy[2 * v + 1]! - y0) - (xy[2 * v]! - x0) * (xy[2 * v - 1]! - y0);
  }
  return twice / 2;
}

/** Measure the area that the parts `firstPart` to before `endPart` enclose together, holes taken away; never negative. */
export function polygonArea(xy: Float64Array, partOffsets: Int32Array, firstPart: number, endPart: number): number {
  let area = 0;
  for (let part = firstPart; part < endPart; part++) area += ringArea(xy, partOffsets[part]!, partOffsets[part + 1]!);
  return Math.abs(area);
}

/** Measure a path in the plane, vertices `from` to before `to`. */
export function pathLength(xy: Float64Array, from = 0, to = xy.length / 2): number {
  let length = 0;
  for (let v = from + 1; v < to; v++)
    length += Math.hypot(xy[2 * v]! - xy[2 * v - 2]!, xy[2 * v + 1]! - xy[2 * v - 1]!);
  return length;
}

/**
 * Tell whether a point lies inside rings, by the even-odd rule: holes and islands in them need no order. A point on an edge
 * is inside of exactly one of the two polygons that share the edge.
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
      // Always measured from the lower end, so that both neighbours of an edge compute the same number.
      const [low, high] = y0 < y1 ? [v - 1, v] : [v, v - 1];
      const [xl, yl, xh, yh] = [xy[2 * low]!, xy[2 * low + 1]!, xy[2 * high]!, xy[2 * high + 1]!];
      if (x < xl + ((y - yl) * (xh - xl)) / (yh - yl)) isInside = !isInside;
    }
  }
  return isInside;
}

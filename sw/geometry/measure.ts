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

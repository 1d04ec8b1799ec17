/**
 * Return the area of a closed ring in the plane. It's positive for counterclockwise rings, so stored exterior rings are
 * negative.
 *
 * @param from first vertex; `to` is one after the last
 */
export function ringArea(xy: Float64Array, from = 0, to = xy.length / 2): number {
  // Use coordinates relative to the first vertex. Far from the origin, products would lose the digits of a small ring.
  const x0 = xy[2 * from]!;
  const y0 = xy[2 * from + 1]!;
  let twice = 0;
  for (let v = from + 1; v < to; v++) {
    twice += (xy[2 * v - 2]! - x0) * (xy[2 * v + 1]! - y0) - (xy[2 * v]! - x0) * (xy[2 * v - 1]! - y0);
  }
  return twice / 2;
}

/**
 * Return the centroid [x, y] of closed rings, with holes subtracted. Rings without area have the centroid of their
 * lines, and rings with only one location have that location.
 */
export function ringsCentroid(xy: Float64Array, partOffsets: Int32Array): [x: number, y: number] {
  // Use coordinates relative to the first vertex, as in `ringArea`.
  const [x0, y0] = [xy[0]!, xy[1]!];
  let [twice, sumX, sumY, length, lineX, lineY] = [0, 0, 0, 0, 0, 0];
  for (let part = 0; part + 1 < partOffsets.length; part++) {
    for (let v = partOffsets[part]! + 1; v < partOffsets[part + 1]!; v++) {
      const [ax, ay] = [xy[2 * v - 2]! - x0, xy[2 * v - 1]! - y0];
      const [bx, by] = [xy[2 * v]! - x0, xy[2 * v + 1]! - y0];
      const cross = ax * by - bx * ay;
      twice += cross;
      sumX += (ax + bx) * cross;
      sumY += (ay + by) * cross;
      const side = Math.hypot(bx - ax, by - ay);
      length += side;
      lineX += ((ax + bx) / 2) * side;
      lineY += ((ay + by) / 2) * side;
    }
  }
  // An area below the rounding error of the products counts as none.
  if (Math.abs(twice) > length * length * 1e-14) return [x0 + sumX / (3 * twice), y0 + sumY / (3 * twice)];
  return length > 0 ? [x0 + lineX / length, y0 + lineY / length] : [x0, y0];
}

/**
 * Return the area of the parts from `firstPart` up to but excluding `endPart`, with holes subtracted; never negative.
 */
export function polygonArea(xy: Float64Array, partOffsets: Int32Array, firstPart: number, endPart: number): number {
  let area = 0;
  for (let part = firstPart; part < endPart; part++) area += ringArea(xy, partOffsets[part]!, partOffsets[part + 1]!);
  return Math.abs(area);
}

/** Reverse the vertices [from, to) in place. */
export function reverse(xy: Float64Array, from: number, to: number): void {
  for (let a = from, b = to - 1; a < b; a++, b--) {
    const x = xy[a * 2]!;
    const y = xy[a * 2 + 1]!;
    xy[a * 2] = xy[b * 2]!;
    xy[a * 2 + 1] = xy[b * 2 + 1]!;
    xy[b * 2] = x;
    xy[b * 2 + 1] = y;
  }
}

/** Orient the closed ring [from, to) in place as rings are stored: exteriors clockwise, holes counterclockwise. */
export function turnRing(xy: Float64Array, from: number, to: number, isHole: boolean): void {
  const area = ringArea(xy, from, to);
  if (isHole ? area < 0 : area > 0) reverse(xy, from, to);
}

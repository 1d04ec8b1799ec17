import type { Extent } from './extent.ts';
import { endPart, type PathBuffer, reserveVertices } from './flat-geometry.ts';

/** Buffers for a ring while it's clipped at the four sides. Clipping is never interrupted, so one pair is enough. */
let scratch: [Float64Array, Float64Array] = [new Float64Array(4096), new Float64Array(4096)];

/**
 * Clip closed rings to a rectangle and append the results, closed. A ring that leaves and returns stays one ring along
 * the edge of the rectangle. Rings outside are dropped, as are vertices that aren't finite.
 *
 * @param firstPart first ring; `endPartIndex` is one after the last
 * @see Sutherland & Hodgman 1974, Reentrant polygon clipping
 */
export function clipRings(
  xy: Float64Array,
  partOffsets: Int32Array,
  firstPart: number,
  endPartIndex: number,
  extent: Extent,
  out: PathBuffer,
): void {
  const [xmin, ymin, xmax, ymax] = extent;
  for (let part = firstPart; part < endPartIndex; part++) {
    const from = partOffsets[part]!;
    const to = partOffsets[part + 1]!;
    let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
    let isWhole = true;
    for (let i = 2 * from; i < 2 * to; i += 2) {
      const x = xy[i]!;
      const y = xy[i + 1]!;
      if (x < x0) x0 = x;
      if (x > x1) x1 = x;
      if (y < y0) y0 = y;
      if (y > y1) y1 = y;
      // True for NaN and both infinities.
      if (x - x !== 0 || y - y !== 0) isWhole = false;
    }
    if (!(x0 <= xmax && x1 >= xmin && y0 <= ymax && y1 >= ymin)) continue;
    if (isWhole && x0 >= xmin && x1 <= xmax && y0 >= ymin && y1 <= ymax) {
      reserveVertices(out, to - from);
      out.xy.set(xy.subarray(2 * from, 2 * to), 2 * out.vertexCount);
      out.vertexCount += to - from;
      endPart(out);
      continue;
    }
    const crosses = [x0 < xmin, x1 > xmax, y0 < ymin, y1 > ymax];
    clipRing(xy, from, to, extent, isWhole ? crosses : [true, true, true, true], out);
  }
}

function clipRing(
  xy: Float64Array,
  from: number,
  to: number,
  extent: Extent,
  crosses: readonly boolean[],
  out: PathBuffer,
): void {
  // Each side can add one vertex for every two vertices.
  const capacity = 2 * (to - from) * 8 + 16;
  if (scratch[0].length < capacity) scratch = [new Float64Array(2 * capacity), new Float64Array(2 * capacity)];
  let [source, target] = scratch;
  let length = 0;
  for (let i = 2 * from; i < 2 * to; i += 2) {
    const x = xy[i]!;
    const y = xy[i + 1]!;
    if (x - x !== 0 || y - y !== 0) continue;
    source[length++] = x;
    source[length++] = y;
  }
  // Remove the closing vertex; from here on the closing edge is implied.
  if (length >= 4 && source[0] === source[length - 2] && source[1] === source[length - 1]) length -= 2;
  const limits = [extent[0], extent[2], extent[1], extent[3]];
  for (let side = 0; side < 4; side++) {
    if (!crosses[side]) continue;
    length = clipSide(source, length, side >> 1, limits[side]!, side % 2 === 0 ? 1 : -1, target);
    [source, target] = [target, source];
  }
  if (length < 6) return;
  reserveVertices(out, length / 2 + 1);
  const offset = 2 * out.vertexCount;
  out.xy.set(source.subarray(0, length), offset);
  out.xy[offset + length] = source[0]!;
  out.xy[offset + length + 1] = source[1]!;
  out.vertexCount += length / 2 + 1;
  endPart(out);
}

/**
 * Keep the part of a ring on one side of a line: `axis` is 0 for x and 1 for y; `sign` 1 keeps greater values. Return
 * the new length.
 */
function clipSide(
  source: Float64Array,
  length: number,
  axis: number,
  limit: number,
  sign: number,
  target: Float64Array,
): number {
  if (length === 0) return 0;
  const other = 1 - axis;
  let count = 0;
  let u0 = source[length - 2 + axis]!;
  let v0 = source[length - 2 + other]!;
  let wasInside = sign * (u0 - limit) >= 0;
  for (let i = 0; i < length; i += 2) {
    const u = source[i + axis]!;
    const v = source[i + other]!;
    const isInside = sign * (u - limit) >= 0;
    if (isInside !== wasInside) {
      target[count + axis] = limit;
      target[count + other] = v0 + ((limit - u0) / (u - u0)) * (v - v0);
      count += 2;
    }
    if (isInside) {
      target[count + axis] = u;
      target[count + other] = v;
      count += 2;
    }
    u0 = u;
    v0 = v;
    wasInside = isInside;
  }
  return count;
}

/**
 * Clip paths to a rectangle and append the results. A path that leaves and returns becomes two paths. A vertex that
 * isn't finite breaks its path. A part of one vertex (a small feature in an overview) is preserved if it's inside, here
 * and in `clipRings`.
 *
 * @see Liang & Barsky 1984, A new concept and method for line clipping
 */
export function clipPaths(
  xy: Float64Array,
  partOffsets: Int32Array,
  firstPart: number,
  endPartIndex: number,
  extent: Extent,
  out: PathBuffer,
): void {
  const [xmin, ymin, xmax, ymax] = extent;
  for (let part = firstPart; part < endPartIndex; part++) {
    const from = partOffsets[part]!;
    const to = partOffsets[part + 1]!;
    reserveVertices(out, 2 * (to - from));
    const data = out.xy;
    let offset = 2 * out.vertexCount;
    let isOpen = false;
    for (let v = from + 1; v < to; v++) {
      const x0 = xy[2 * v - 2]!;
      const y0 = xy[2 * v - 1]!;
      const x1 = xy[2 * v]!;
      const y1 = xy[2 * v + 1]!;
      const dx = x1 - x0;
      const dy = y1 - y0;
      let enter = 0;
      let leave = 1;
      let isShown = dx - dx === 0 && dy - dy === 0;
      if (
        isShown &&
        !(x0 >= xmin && x0 <= xmax && x1 >= xmin && x1 <= xmax && y0 >= ymin && y0 <= ymax && y1 >= ymin && y1 <= ymax)
      ) {
        if (dx === 0) isShown = x0 >= xmin && x0 <= xmax;
        else {
          const a = (xmin - x0) / dx;
          const b = (xmax - x0) / dx;
          enter = Math.max(enter, Math.min(a, b));
          leave = Math.min(leave, Math.max(a, b));
        }
        if (dy === 0) isShown &&= y0 >= ymin && y0 <= ymax;
        else {
          const a = (ymin - y0) / dy;
          const b = (ymax - y0) / dy;
          enter = Math.max(enter, Math.min(a, b));
          leave = Math.min(leave, Math.max(a, b));
        }
        isShown &&= enter <= leave;
      }
      if (isOpen && (!isShown || enter > 0)) {
        isOpen = closePath(out, offset);
      }
      if (!isShown) continue;
      if (!isOpen) {
        data[offset++] = enter > 0 ? x0 + enter * dx : x0;
        data[offset++] = enter > 0 ? y0 + enter * dy : y0;
        isOpen = true;
      }
      data[offset++] = leave < 1 ? x0 + leave * dx : x1;
      data[offset++] = leave < 1 ? y0 + leave * dy : y1;
      if (leave < 1) isOpen = closePath(out, offset);
    }
    if (isOpen) closePath(out, offset);
    if (
      to - from === 1 &&
      xy[2 * from]! >= xmin &&
      xy[2 * from]! <= xmax &&
      xy[2 * from + 1]! >= ymin &&
      xy[2 * from + 1]! <= ymax
    ) {
      data[offset++] = xy[2 * from]!;
      data[offset++] = xy[2 * from + 1]!;
      closePath(out, offset);
    }
  }
}

function closePath(out: PathBuffer, offset: number): false {
  out.vertexCount = offset / 2;
  endPart(out);
  return false;
}

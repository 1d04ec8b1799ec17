import type { Steps } from '../scheduler.ts';
import type { FlatGeometry } from './flat-geometry.ts';
import { type SingleGeometry, singleGeometry } from './single-geometry.ts';

/** Vertices read or added, and parts processed, per step. */
const verticesAtOnce = 8192;
const partsAtOnce = 1024;

/**
 * Drop the vertices of a path that are within a tolerance of the simplified path.
 *
 * @param xy flat coordinates; a closed ring (first vertex repeated last) stays closed and has at least four vertices
 * @param tolerance maximum distance in coordinate units; 0 or less returns a copy
 * @see Douglas & Peucker 1973
 */
export function douglasPeucker(xy: Float64Array, tolerance: number): Float64Array {
  const count = xy.length / 2;
  if (!(tolerance > 0) || count < 3) return xy.slice();
  const target = new Float64Array(xy.length);
  return target.slice(0, 2 * simplifyPath(xy, 0, count, tolerance, target, 0));
}

/** Reusable buffers for the vertices that stay and the segments to examine, because most paths are short. */
let stays = new Uint8Array(1024);
let openSegments = new Int32Array(4096);

/**
 * Simplify the vertices from `first` up to but excluding `end` into another array. See `douglasPeucker`.
 *
 * @param tolerance above 0
 * @param to first vertex to write in `target`; both arrays may be the same if `to` isn't after `first`
 * @returns number of vertices written
 */
export function simplifyPath(
  xy: Float64Array,
  first: number,
  end: number,
  tolerance: number,
  target: Float64Array,
  to: number,
): number {
  const count = end - first;
  if (stays.length < count) {
    stays = new Uint8Array(2 * count);
    openSegments = new Int32Array(4 * stays.length);
  }
  stays.fill(0, 0, count);
  stays[0] = stays[count - 1] = 1;
  const lastVertex = end - 1;
  const isClosed = xy[2 * first] === xy[2 * lastVertex] && xy[2 * first + 1] === xy[2 * lastVertex + 1];
  if (isClosed && count >= 4) {
    // A ring has no ends. Use the vertex farthest from the first, then the vertex farthest from the line through both.
    const opposite = findFarthestVertex(xy, first, lastVertex);
    const before = findFarthestVertex(xy, first, opposite);
    const beforeSquare = maxSquaredDistance;
    const behind = findFarthestVertex(xy, opposite, lastVertex);
    stays[opposite - first] = 1;
    stays[(maxSquaredDistance > beforeSquare ? behind : before) - first] = 1;
  }
  // Pairs of first and last vertex.
  let depth = 0;
  let last = first;
  for (let v = 1; v < count; v++) {
    if (!stays[v]) continue;
    openSegments[depth++] = last;
    openSegments[depth++] = last = first + v;
  }
  const square = tolerance * tolerance;
  while (depth > 0) {
    const behind = openSegments[--depth]!;
    const before = openSegments[--depth]!;
    const vertex = findFarthestVertex(xy, before, behind);
    if (vertex < 0 || maxSquaredDistance <= square) continue;
    stays[vertex - first] = 1;
    openSegments[depth++] = before;
    openSegments[depth++] = vertex;
    openSegments[depth++] = vertex;
    openSegments[depth++] = behind;
  }
  let written = to;
  for (let v = 0; v < count; v++) {
    if (!stays[v]) continue;
    target[2 * written] = xy[2 * (first + v)]!;
    target[2 * written + 1] = xy[2 * (first + v) + 1]!;
    written++;
  }
  return written - to;
}

/** Squared distance found by the last call of `findFarthestVertex`; -1 for none. */
let maxSquaredDistance = -1;

/** Return the vertex between two others that is farthest from the segment between them; -1 if there is none. */
function findFarthestVertex(xy: Float64Array, from: number, to: number): number {
  const x0 = xy[2 * from]!;
  const y0 = xy[2 * from + 1]!;
  const dx = xy[2 * to]! - x0;
  const dy = xy[2 * to + 1]! - y0;
  const square = dx * dx + dy * dy;
  let vertex = -1;
  maxSquaredDistance = -1;
  for (let v = from + 1; v < to; v++) {
    const x = xy[2 * v]! - x0;
    const y = xy[2 * v + 1]! - y0;
    const along = square > 0 ? Math.max(0, Math.min(1, (x * dx + y * dy) / square)) : 0;
    const offX = x - along * dx;
    const offY = y - along * dy;
    const distance = offX * offX + offY * offY;
    if (distance > maxSquaredDistance) {
      maxSquaredDistance = distance;
      vertex = v;
    }
  }
  return vertex;
}

/**
 * Add evenly spaced vertices so that no segment of a path exceeds a maximum length. Yields regularly.
 *
 * @param maxLength in coordinate units; 0 or less returns a copy
 * @param maxVertices no vertex is added beyond this limit: requests set `maxLength`, so it grows if necessary
 */
export function* densify(xy: Float64Array, maxLength: number, maxVertices = 1_000_000): Steps<Float64Array> {
  if (!(maxLength > 0) || xy.length < 4) return xy.slice();
  let total = 0;
  for (let i = 2; i < xy.length; i += 2) {
    if (i % (2 * verticesAtOnce) === 0) yield;
    total += Math.hypot(xy[i]! - xy[i - 2]!, xy[i + 1]! - xy[i - 1]!);
  }
  const limit = Math.max(maxLength, total / Math.max(1, maxVertices - xy.length / 2));
  const out: number[] = [xy[0]!, xy[1]!];
  let nextYield = verticesAtOnce;
  for (let i = 2; i < xy.length; i += 2) {
    const [x0, y0, x1, y1] = [xy[i - 2]!, xy[i - 1]!, xy[i]!, xy[i + 1]!];
    const pieces = Math.ceil(Math.hypot(x1 - x0, y1 - y0) / limit);
    for (let piece = 1; piece < pieces; piece++)
      out.push(x0 + ((x1 - x0) * piece) / pieces, y0 + ((y1 - y0) * piece) / pieces);
    out.push(x1, y1);
    if (out.length < 2 * nextYield) continue;
    nextYield = out.length / 2 + verticesAtOnce;
    yield;
  }
  return new Float64Array(out);
}

/** Densify every part, with the same maximum number of vertices for each. Yields regularly. */
export function* densifyParts(geometry: SingleGeometry, maxLength: number, maxVertices: number): Steps<SingleGeometry> {
  const { kind, xy, partOffsets } = geometry;
  const partCount = partOffsets.length - 1;
  const parts: Float64Array[] = [];
  for (let part = 0; part < partCount; part++) {
    if ((part + 1) % partsAtOnce === 0) yield;
    const partXy = xy.subarray(2 * partOffsets[part]!, 2 * partOffsets[part + 1]!);
    parts.push(yield* densify(partXy, maxLength, Math.ceil(maxVertices / partCount)));
  }
  return singleGeometry(kind, parts);
}

/** Count the vertices that `densify` adds to a path without a maximum number. */
export function countAddedVertices(xy: Float64Array, maxLength: number): number {
  let count = 0;
  for (let i = 2; i < xy.length; i += 2)
    count += Math.max(0, Math.ceil(Math.hypot(xy[i]! - xy[i - 2]!, xy[i + 1]! - xy[i - 1]!) / maxLength) - 1);
  return count;
}

/** Return a geometry with a function such as `douglasPeucker` applied to every part. */
export function mapParts<G extends FlatGeometry>(geometry: G, change: (part: Float64Array) => Float64Array): G {
  const { xy, partOffsets } = geometry;
  const changed: Float64Array[] = [];
  const offsets = new Int32Array(partOffsets.length);
  for (let part = 0; part + 1 < partOffsets.length; part++) {
    const made = change(xy.subarray(2 * partOffsets[part]!, 2 * partOffsets[part + 1]!));
    changed.push(made);
    offsets[part + 1] = offsets[part]! + made.length / 2;
  }
  const all = new Float64Array(2 * offsets.at(-1)!);
  changed.forEach((made, part) => {
    all.set(made, 2 * offsets[part]!);
  });
  return { ...geometry, xy: all, partOffsets: offsets };
}

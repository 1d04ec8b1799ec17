import { farthest } from '../../sw/geometry/generalize.ts';
import { extentOfVertices } from '../../sw/geometry/one-geometry.ts';
import type { SourceGeometry } from './source-table.ts';

interface Overview {
  /** Map units a pixel. */
  readonly resolution: number;
  readonly geometry: SourceGeometry;
}

/** The coarsest overview suits a picture of this width that shows the whole layer. */
const wholeLayerPx = 2048;
/** From one overview to the next. */
const step = 3.5;
const mostLevels = 7;

/**
 * Make generalised copies of lines or polygons for coarse views, from fine to coarse; each has at most half the vertices
 * of the one before. Points have none. Small layers get none, as there is nothing to win.
 */
export function overviews(geometry: SourceGeometry): Overview[] {
  if (geometry.kind === 'point' || geometry.kind === 'multipoint') return [];
  const coarsest = longestSide(geometry.xy) / wholeLayerPx;
  if (!(coarsest > 0) || geometry.xy.length < 20_000) return [];
  const levels: Overview[] = [];
  let last = geometry;
  for (let level = mostLevels - 1; level >= 0; level--) {
    const resolution = coarsest / step ** level;
    const simpler = generalise(last, resolution);
    if (simpler.xy.length * 2 > last.xy.length) continue;
    levels.push({ resolution, geometry: simpler });
    last = simpler;
  }
  return levels;
}

function longestSide(xy: Float64Array): number {
  const low = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const high = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let at = 0; at < xy.length; at++) {
    const axis = at & 1;
    if (xy[at]! < low[axis]!) low[axis] = xy[at]!;
    if (xy[at]! > high[axis]!) high[axis] = xy[at]!;
  }
  return Math.max(high[0]! - low[0]!, high[1]! - low[1]!);
}

/**
 * Simplify every part to half a pixel and drop parts below one pixel; a feature that would vanish keeps one vertex.
 *
 * @see Douglas & Peucker 1973
 */
export function generalise(source: SourceGeometry, resolution: number): SourceGeometry {
  const { xy, partOffsets, featureOffsets, kind } = source;
  const vertices = xy.length / 2;
  const keep = new Uint8Array(vertices);
  const stack = new Int32Array(2 * vertices + 16);
  const target = new Float64Array(xy.length);
  const parts = new Int32Array(partOffsets.length);
  const features = new Int32Array(featureOffsets.length);
  let vertexCount = 0;
  let partCount = 0;
  for (let row = 0; row + 1 < featureOffsets.length; row++) {
    const first = featureOffsets[row]!;
    const last = featureOffsets[row + 1]!;
    let largest = -1;
    let largestSide = -1;
    const partsBefore = partCount;
    for (let part = first; part < last; part++) {
      const from = partOffsets[part]!;
      const to = partOffsets[part + 1]!;
      const side = extentSide(xy, from, to);
      if (side > largestSide) {
        largest = part;
        largestSide = side;
      }
      if (side < resolution) continue;
      markVertices(xy, from, to, resolution / 2, keep, stack, kind === 'polygon');
      for (let v = from; v < to; v++) {
        if (keep[v] === 0) continue;
        target[vertexCount * 2] = xy[v * 2]!;
        target[vertexCount * 2 + 1] = xy[v * 2 + 1]!;
        vertexCount++;
      }
      parts[++partCount] = vertexCount;
    }
    if (partCount === partsBefore && largest >= 0) {
      const from = partOffsets[largest]!;
      target[vertexCount * 2] = xy[from * 2]!;
      target[vertexCount * 2 + 1] = xy[from * 2 + 1]!;
      parts[++partCount] = ++vertexCount;
    }
    features[row + 1] = partCount;
  }
  return {
    kind,
    xy: target.slice(0, vertexCount * 2),
    partOffsets: parts.slice(0, partCount + 1),
    featureOffsets: features,
  };
}

/** The longer side of a part; negative when it has no vertex. */
function extentSide(xy: Float64Array, from: number, to: number): number {
  const extent = extentOfVertices(xy, from, to);
  return extent ? Math.max(extent[2] - extent[0], extent[3] - extent[1]) : -1;
}

function markVertices(
  xy: Float64Array,
  from: number,
  to: number,
  tolerance: number,
  keep: Uint8Array,
  stack: Int32Array,
  ring: boolean,
): void {
  const last = to - 1;
  keep[from] = 1;
  keep[last] = 1;
  if (!ring) {
    split(xy, from, last, tolerance, keep, stack);
    return;
  }
  // A ring begins where it ends: it is cut at the corner farthest from there, and keeps a third one as well.
  const [opposite] = farthest(xy, from, last);
  keep[opposite] = 1;
  const left = farthest(xy, from, opposite);
  const right = farthest(xy, opposite, last);
  const [third] = left[0] > 0 && left[1] >= right[1] ? left : right;
  if (third > 0) keep[third] = 1;
  split(xy, from, opposite, tolerance, keep, stack);
  split(xy, opposite, last, tolerance, keep, stack);
}

function split(
  xy: Float64Array,
  from: number,
  to: number,
  tolerance: number,
  keep: Uint8Array,
  stack: Int32Array,
): void {
  let top = 0;
  stack[top++] = from;
  stack[top++] = to;
  while (top > 0) {
    const b = stack[--top]!;
    const a = stack[--top]!;
    const [vertex, distance] = farthest(xy, a, b);
    if (distance <= tolerance) continue;
    keep[vertex] = 1;
    stack[top++] = a;
    stack[top++] = vertex;
    stack[top++] = vertex;
    stack[top++] = b;
  }
}

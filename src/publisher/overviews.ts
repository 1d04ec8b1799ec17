import { simplifyPath } from '../../sw/geometry/generalize.ts';
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
  const coarsest = extentSide(geometry.xy, 0, geometry.xy.length / 2) / wholeLayerPx;
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

/**
 * Simplify every part to half a pixel and drop parts below one pixel; a feature that would vanish keeps one vertex.
 *
 * @see Douglas & Peucker 1973
 */
export function generalise(source: SourceGeometry, resolution: number): SourceGeometry {
  const { xy, partOffsets, featureOffsets, kind } = source;
  const target = new Float64Array(xy.length);
  const parts = new Int32Array(partOffsets.length);
  const features = new Int32Array(featureOffsets.length);
  let vertexCount = 0;
  let partCount = 0;
  const add = (from: number, to: number) => {
    vertexCount += simplifyPath(xy, from, to, resolution / 2, target, vertexCount);
    parts[++partCount] = vertexCount;
  };
  for (let row = 0; row + 1 < featureOffsets.length; row++) {
    let largest = -1;
    let largestSide = -1;
    const partsBefore = partCount;
    for (let part = featureOffsets[row]!; part < featureOffsets[row + 1]!; part++) {
      const [from, to] = [partOffsets[part]!, partOffsets[part + 1]!];
      const side = extentSide(xy, from, to);
      if (side > largestSide) {
        largest = part;
        largestSide = side;
      }
      if (side >= resolution) add(from, to);
    }
    if (partCount === partsBefore && largest >= 0) {
      const from = partOffsets[largest]!;
      add(from, from + 1);
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

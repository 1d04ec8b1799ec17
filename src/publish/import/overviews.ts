import type { SourceGeometry } from '../../../sw/formats/reading/source-table.ts';
import { simplifyPath } from '../../../sw/geometry/generalize.ts';
import { extentOfVertices } from '../../../sw/geometry/single-geometry.ts';

interface Overview {
  /** Map units per pixel. */
  readonly resolution: number;
  readonly geometry: SourceGeometry;
}

/** Width of an image of the whole layer for which the coarsest overview is detailed enough. */
const wholeLayerPx = 2048;
/** Factor between the resolutions of two overviews. */
const step = 3.5;
const maxLevels = 7;
/** Number of positions in the vertex array at which features are sampled. */
const sampledVertices = 2000;
/** A level that keeps more than this share of the sampled vertices isn't coarse enough. */
const maxSampleShare = 0.75;

/**
 * Make generalized copies of lines or polygons for small scales, from fine to coarse. Each has at most half the
 * vertices of the previous one. Points and small layers get none.
 */
export function overviews(geometry: SourceGeometry): Overview[] {
  if (geometry.kind === 'point' || geometry.kind === 'multipoint') return [];
  const coarsest = extentSide(geometry.xy, 0, geometry.xy.length / 2) / wholeLayerPx;
  if (!(coarsest > 0) || geometry.xy.length < 20_000) return [];
  const levels: Overview[] = [];
  let last = geometry;
  let sample = takeSample(last);
  for (let level = maxLevels - 1; level >= 0; level--) {
    const resolution = coarsest / step ** level;
    if (sample && generalize(sample, resolution).xy.length > maxSampleShare * sample.xy.length) continue;
    const simpler = generalize(last, resolution);
    if (simpler.xy.length * 2 > last.xy.length) continue;
    levels.push({ resolution, geometry: simpler });
    last = simpler;
    sample = takeSample(last);
  }
  return levels;
}

/** Sample features at equal distances in the vertex array; undefined if they are a large share of the layer. */
function takeSample({ kind, xy, partOffsets, featureOffsets }: SourceGeometry): SourceGeometry | undefined {
  const all = xy.length / 2;
  const pieces: Float64Array[] = [];
  const parts = [0];
  const features = [0];
  let count = 0;
  let next = 0;
  for (let row = 0; row + 1 < featureOffsets.length; row++) {
    const [firstPart, endPart] = [featureOffsets[row]!, featureOffsets[row + 1]!];
    const [first, end] = [partOffsets[firstPart]!, partOffsets[endPart]!];
    if (end <= next) continue;
    pieces.push(xy.subarray(2 * first, 2 * end));
    for (let part = firstPart + 1; part <= endPart; part++) parts.push(count + partOffsets[part]! - first);
    count += end - first;
    features.push(parts.length - 1);
    next = end + all / sampledVertices;
    if (count > all / 8) return undefined;
  }
  const sampled = new Float64Array(2 * count);
  let offset = 0;
  for (const piece of pieces) {
    sampled.set(piece, offset);
    offset += piece.length;
  }
  return { kind, xy: sampled, partOffsets: Int32Array.from(parts), featureOffsets: Int32Array.from(features) };
}

/**
 * Simplify every part to half a pixel and drop parts below one pixel; a feature that would vanish keeps one vertex.
 *
 * @see Douglas & Peucker 1973
 */
export function generalize(source: SourceGeometry, resolution: number): SourceGeometry {
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
    let maxSide = -1;
    const partsBefore = partCount;
    for (let part = featureOffsets[row]!; part < featureOffsets[row + 1]!; part++) {
      const [from, to] = [partOffsets[part]!, partOffsets[part + 1]!];
      const side = extentSide(xy, from, to);
      if (side > maxSide) {
        largest = part;
        maxSide = side;
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

/** Return the longer side of a part; negative if it has no vertex. */
function extentSide(xy: Float64Array, from: number, to: number): number {
  const extent = extentOfVertices(xy, from, to);
  return extent ? Math.max(extent[2] - extent[0], extent[3] - extent[1]) : -1;
}

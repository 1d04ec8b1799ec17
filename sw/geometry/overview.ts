import type { FlatGeometry } from './flat-geometry.ts';

/**
 * Make the copy of lines or polygons that is drawn at one resolution. Every vertex is moved to a grid of half a pixel, then
 * vertices that repeat, lie straight between their neighbours or stick out and back by one cell are dropped. A vertex moves the same way in every feature that
 * has it, so shared borders stay shared and no gap opens; nothing moves by more than 0.36 of a pixel.
 *
 * Rings and paths that shrink to one grid point are dropped; a feature that loses all of them keeps one part of one vertex, to be
 * drawn as a dot. A ring that shrinks to a line stays as a closed ring without area. A feature without geometry stays without.
 *
 * @param kind points are given back as they are
 * @param resolution map units a pixel, above 0
 * @returns the same features with new arrays; other properties are kept
 */
export function overview<G extends FlatGeometry>(
  geometry: G,
  kind: 'point' | 'multipoint' | 'polyline' | 'polygon',
  resolution: number,
): G {
  if (kind === 'point' || kind === 'multipoint') return geometry;
  const { xy, partOffsets: parts, featureOffsets: features } = geometry;
  const cell = resolution / 2;
  const featureCount = features.length - 1;
  const firstVertex = parts[features[0]!] ?? 0;
  const vertexCount = (parts[features[featureCount]!] ?? 0) - firstVertex;
  // Grid numbers first: what is straight is then told exactly.
  const out = new Float64Array(2 * vertexCount);
  const partOffsets = new Int32Array(parts.length);
  const featureOffsets = new Int32Array(featureCount + 1);
  let length = 0;
  let partCount = 0;
  for (let feature = 0; feature < featureCount; feature++) {
    const endPart = features[feature + 1]!;
    const partsBefore = partCount;
    for (let part = features[feature]!; part < endPart; part++) {
      const start = length;
      length = snapPart(xy, parts[part]!, parts[part + 1]!, cell, out, start);
      if (length - start < 4) length = start;
      else partOffsets[++partCount] = length / 2;
    }
    const first = features[feature]!;
    if (partCount === partsBefore && endPart > first && parts[endPart]! > parts[first]!) {
      const v = 2 * parts[first]!;
      out[length++] = Math.round(xy[v]! / cell);
      out[length++] = Math.round(xy[v + 1]! / cell);
      partOffsets[++partCount] = length / 2;
    }
    featureOffsets[feature + 1] = partCount;
  }
  const snapped = out.slice(0, length);
  for (let i = 0; i < length; i++) snapped[i] = snapped[i]! * cell;
  return { ...geometry, xy: snapped, partOffsets: partOffsets.slice(0, partCount + 1), featureOffsets };
}

/** Writes the grid numbers of one part behind `start` and returns the new length; fewer than two vertices mean nothing is left. */
function snapPart(xy: Float64Array, from: number, to: number, cell: number, out: Float64Array, start: number): number {
  let length = start;
  for (let i = 2 * from; i < 2 * to; i += 2) {
    const x = Math.round(xy[i]! / cell);
    const y = Math.round(xy[i + 1]! / cell);
    if (length > start) {
      const x1 = out[length - 2]!;
      const y1 = out[length - 1]!;
      if (x === x1 && y === y1) continue;
      if (length > start + 2) {
        const dx0 = x1 - out[length - 4]!;
        const dy0 = y1 - out[length - 3]!;
        const dx = x - x1;
        const dy = y - y1;
        // A spit of one cell is half a pixel: back to where it began. Longer ones are narrow land and stay.
        if (dx === -dx0 && dy === -dy0 && dx * dx <= 1 && dy * dy <= 1) {
          length -= 2;
          continue;
        }
        if (dx0 * dy === dy0 * dx && dx0 * dx + dy0 * dy > 0) length -= 2;
      }
    }
    out[length++] = x;
    out[length++] = y;
  }
  return length;
}

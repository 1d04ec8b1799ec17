import { growArray } from '../../geometry/grow-array.ts';

/**
 * Paths in pixels. Flat arrays store many features, so that a surface reads them without an object per feature.
 *
 * Part p has the vertices partEnds[p - 1] .. partEnds[p], counted from 0 for the first part. Feature f has the parts
 * featureEnds[f - 1] .. featureEnds[f]. Pixel (0, 0) is the upper left corner of the upper left pixel, with y down.
 */
export interface PixelPaths {
  xy: Float32Array;
  vertexCount: number;
  partEnds: Int32Array;
  partCount: number;
  featureEnds: Int32Array;
  featureCount: number;
  /** True if every part is a ring. The surface closes rings, so the first vertex isn't repeated. */
  readonly closed: boolean;
}

export function newPixelPaths(closed: boolean): PixelPaths {
  return {
    xy: new Float32Array(512),
    vertexCount: 0,
    partEnds: new Int32Array(64),
    partCount: 0,
    featureEnds: new Int32Array(64),
    featureCount: 0,
    closed,
  };
}

/** Grow the array to fit more vertices. */
export function reserveVertices(paths: PixelPaths, vertices: number): void {
  const needed = (paths.vertexCount + vertices) * 2;
  if (needed <= paths.xy.length) return;
  paths.xy = growArray(paths.xy, Math.max(needed, paths.xy.length * 2));
}

export function endPart(paths: PixelPaths): void {
  if (paths.partCount === paths.partEnds.length) paths.partEnds = growArray(paths.partEnds);
  paths.partEnds[paths.partCount++] = paths.vertexCount;
}

export function endFeature(paths: PixelPaths): void {
  const before = paths.featureCount === 0 ? 0 : paths.featureEnds[paths.featureCount - 1]!;
  if (before === paths.partCount) return;
  if (paths.featureCount === paths.featureEnds.length) paths.featureEnds = growArray(paths.featureEnds);
  paths.featureEnds[paths.featureCount++] = paths.partCount;
}

/** Return the index of a feature's first vertex. For the feature count, return the index after the last vertex. */
export function findFirstVertex({ featureEnds, partEnds }: PixelPaths, feature: number): number {
  const part = feature === 0 ? 0 : featureEnds[feature - 1]!;
  return part === 0 ? 0 : partEnds[part - 1]!;
}

/** Make paths with one feature from parts of flat pixel coordinates. */
export function makePixelPaths(parts: readonly (readonly number[])[], closed: boolean): PixelPaths {
  const paths = newPixelPaths(closed);
  for (const part of parts) {
    reserveVertices(paths, part.length / 2);
    paths.xy.set(part, paths.vertexCount * 2);
    paths.vertexCount += part.length / 2;
    endPart(paths);
  }
  endFeature(paths);
  return paths;
}

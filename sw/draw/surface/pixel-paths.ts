import { grown } from '../../geometry/grown.ts';

/**
 * Paths in pixels, many features in two flat arrays: a surface reads them without an object per feature.
 *
 * Part p has the vertices partEnds[p - 1] .. partEnds[p] (0 for the first), feature f the parts featureEnds[f - 1] ..
 * featureEnds[f]. Pixel (0, 0) is the upper-left corner of the upper-left pixel, y grows downwards.
 */
export interface PixelPaths {
  xy: Float32Array;
  vertexCount: number;
  partEnds: Int32Array;
  partCount: number;
  featureEnds: Int32Array;
  featureCount: number;
  /** True when every part is a ring, which the surface closes; its first vertex is not repeated. */
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

/** Make room for more vertices. */
export function reserveVertices(paths: PixelPaths, vertices: number): void {
  const needed = (paths.vertexCount + vertices) * 2;
  if (needed <= paths.xy.length) return;
  paths.xy = grown(paths.xy, Math.max(needed, paths.xy.length * 2));
}

export function endPart(paths: PixelPaths): void {
  if (paths.partCount === paths.partEnds.length) paths.partEnds = grown(paths.partEnds);
  paths.partEnds[paths.partCount++] = paths.vertexCount;
}

export function endFeature(paths: PixelPaths): void {
  const before = paths.featureCount === 0 ? 0 : paths.featureEnds[paths.featureCount - 1]!;
  if (before === paths.partCount) return;
  if (paths.featureCount === paths.featureEnds.length) paths.featureEnds = grown(paths.featureEnds);
  paths.featureEnds[paths.featureCount++] = paths.partCount;
}

/** Position of a feature's first vertex; for the feature count, of the one behind the last. */
export function firstVertexOf({ featureEnds, partEnds }: PixelPaths, feature: number): number {
  const part = feature === 0 ? 0 : featureEnds[feature - 1]!;
  return part === 0 ? 0 : partEnds[part - 1]!;
}

/** Make a store of one feature from parts of flat pixel coordinates. */
export function pixelPathsOf(parts: readonly (readonly number[])[], closed: boolean): PixelPaths {
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

import { grown } from './grown.ts';

/**
 * Geometry of a run of features in flat arrays. Feature r has the parts featureOffsets[r] .. featureOffsets[r + 1], part p the
 * vertices partOffsets[p] .. partOffsets[p + 1], vertex v the coordinates xy[2v], xy[2v + 1]. Rings are closed.
 */
export interface FlatGeometry {
  readonly xy: Float64Array;
  readonly partOffsets: Int32Array;
  readonly featureOffsets: Int32Array;
}

/** Paths or rings being collected: the arrays grow and are used again, only the first counts are valid. */
export interface PathBuffer {
  xy: Float64Array;
  vertexCount: number;
  /** Starts with 0; partCount + 1 numbers are valid. */
  partOffsets: Int32Array;
  partCount: number;
}

/** Make an empty buffer; the sizes are only where it starts. */
export function pathBuffer(vertices = 1024, parts = 64): PathBuffer {
  return { xy: new Float64Array(2 * vertices), vertexCount: 0, partOffsets: new Int32Array(parts + 1), partCount: 0 };
}

/** Empty a buffer without freeing it. */
export function clearPaths(buffer: PathBuffer): void {
  buffer.vertexCount = 0;
  buffer.partCount = 0;
}

/** Make room for so many more vertices. */
export function reserveVertices(buffer: PathBuffer, count: number): void {
  const needed = 2 * (buffer.vertexCount + count);
  if (needed <= buffer.xy.length) return;
  buffer.xy = grown(buffer.xy, Math.max(needed, 2 * buffer.xy.length));
}

/** End the part that began after the last one. */
export function endPart(buffer: PathBuffer): void {
  if (buffer.partCount + 2 > buffer.partOffsets.length) buffer.partOffsets = grown(buffer.partOffsets);
  buffer.partOffsets[++buffer.partCount] = buffer.vertexCount;
}

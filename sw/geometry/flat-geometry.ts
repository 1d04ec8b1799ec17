import { growArray } from './grow-array.ts';

/**
 * Geometry of consecutive features in flat arrays. Feature r has the parts featureOffsets[r] .. featureOffsets[r + 1].
 * Part p has the vertices partOffsets[p] .. partOffsets[p + 1]. Vertex v has the coordinates xy[2v], xy[2v + 1]. Rings
 * are closed.
 */
export interface FlatGeometry {
  readonly xy: Float64Array;
  readonly partOffsets: Int32Array;
  readonly featureOffsets: Int32Array;
}

/** Growable, reusable buffer of paths or rings. Only the counted elements of its arrays are valid. */
export interface PathBuffer {
  xy: Float64Array;
  vertexCount: number;
  /** Starts with 0; partCount + 1 values are valid. */
  partOffsets: Int32Array;
  partCount: number;
}

/** Create an empty buffer with initial capacities. */
export function pathBuffer(vertices = 1024, parts = 64): PathBuffer {
  return { xy: new Float64Array(2 * vertices), vertexCount: 0, partOffsets: new Int32Array(parts + 1), partCount: 0 };
}

/** Empty a buffer but retain its capacity. */
export function clearPaths(buffer: PathBuffer): void {
  buffer.vertexCount = 0;
  buffer.partCount = 0;
}

/** Make room for `count` more vertices. */
export function reserveVertices(buffer: PathBuffer, count: number): void {
  const needed = 2 * (buffer.vertexCount + count);
  if (needed <= buffer.xy.length) return;
  buffer.xy = growArray(buffer.xy, Math.max(needed, 2 * buffer.xy.length));
}

/** End the current part. */
export function endPart(buffer: PathBuffer): void {
  if (buffer.partCount + 2 > buffer.partOffsets.length) buffer.partOffsets = growArray(buffer.partOffsets);
  buffer.partOffsets[++buffer.partCount] = buffer.vertexCount;
}

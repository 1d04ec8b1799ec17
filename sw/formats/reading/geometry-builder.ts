import { turnRing } from '../../geometry/measure.ts';
import type { GeometryBatch } from '../../rows/batch.ts';
import type { GeometryKind } from '../../rows/manifest.ts';

/** Collects vertices into the flat arrays of a `GeometryBatch`. */
export interface GeometryBuilder {
  addVertex(x: number, y: number): void;
  /** Add the vertices [from, end) of flat coordinates. */
  addVertices(xy: Float64Array, from: number, end: number): void;
  /** Close the part of the vertices added since the last part; do nothing if there are none. */
  endPart(): void;
  /**
   * Like `endPart` for a ring: closed, exteriors clockwise, holes counter-clockwise (`as-drawn` keeps the direction).
   *
   * @returns false if the ring has fewer than three distinct corners and was dropped
   */
  endRing(role: 'exterior' | 'hole' | 'as-drawn'): boolean;
  endFeature(): void;
  /** Discard everything added since the last feature. */
  undoFeature(): void;
  readonly featureCount: number;
  /** Number of features with more than one part. */
  readonly multipartCount: number;
  /** Number of features without any part. */
  readonly emptyCount: number;
  finish(kind: GeometryKind): Omit<GeometryBatch, 'firstRow' | 'rowCount'>;
}

/** Create a builder for an empty geometry column. */
export function geometryBuilder(): GeometryBuilder {
  let xy = new Float64Array(1024);
  let vertexCount = 0;
  let partStart = 0;
  const partOffsets: number[] = [0];
  const featureOffsets: number[] = [0];
  let multipartCount = 0;
  let emptyCount = 0;

  function grow(minimum: number): void {
    const wider = new Float64Array(Math.max(xy.length * 2, minimum));
    wider.set(xy);
    xy = wider;
  }
  function addVertex(x: number, y: number): void {
    if (vertexCount * 2 + 2 > xy.length) grow(0);
    xy[vertexCount * 2] = x;
    xy[vertexCount * 2 + 1] = y;
    vertexCount++;
  }
  function addVertices(source: Float64Array, from: number, end: number): void {
    const needed = 2 * (vertexCount + end - from);
    if (needed > xy.length) grow(needed);
    for (let i = 2 * from, to = 2 * vertexCount; i < 2 * end; i++, to++) xy[to] = source[i]!;
    vertexCount += end - from;
  }
  function endPart(): void {
    if (vertexCount === partStart) return;
    partOffsets.push(vertexCount);
    partStart = vertexCount;
  }
  return {
    addVertex,
    addVertices,
    endPart,
    endRing(role) {
      if (vertexCount > partStart) {
        const first = partStart * 2;
        const last = (vertexCount - 1) * 2;
        if (xy[first] !== xy[last] || xy[first + 1] !== xy[last + 1]) addVertex(xy[first]!, xy[first + 1]!);
      }
      if (vertexCount - partStart < 4) {
        vertexCount = partStart;
        return false;
      }
      if (role !== 'as-drawn') turnRing(xy, partStart, vertexCount, role === 'hole');
      endPart();
      return true;
    },
    endFeature() {
      const parts = partOffsets.length - 1 - featureOffsets[featureOffsets.length - 1]!;
      if (parts === 0) emptyCount++;
      else if (parts > 1) multipartCount++;
      featureOffsets.push(partOffsets.length - 1);
    },
    undoFeature() {
      partOffsets.length = featureOffsets[featureOffsets.length - 1]! + 1;
      vertexCount = partStart = partOffsets[partOffsets.length - 1]!;
    },
    get featureCount() {
      return featureOffsets.length - 1;
    },
    get multipartCount() {
      return multipartCount;
    },
    get emptyCount() {
      return emptyCount;
    },
    finish: (kind) => ({
      kind,
      xy: xy.slice(0, vertexCount * 2),
      partOffsets: Int32Array.from(partOffsets),
      featureOffsets: Int32Array.from(featureOffsets),
    }),
  };
}

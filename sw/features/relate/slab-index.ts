import type { OneGeometry } from '../../geometry/one-geometry.ts';
import { orientation } from './orientation.ts';

/** Where a point is of a polygon. */
export type Place = 'inside' | 'boundary' | 'outside';

/** Answers about the edges of one polygon, which it has sorted into slabs from bottom to top. */
export interface SlabIndex {
  locate(x: number, y: number): Place;
  /** Whether a segment has a point in common with any edge. */
  touches(x1: number, y1: number, x2: number, y2: number): boolean;
}

/** Their numbers fit into 16 bits. */
const mostSlabs = 8192;

/**
 * Sort the edges of a polygon into horizontal slabs, so that a question looks only at the edges beside it. Rings count by
 * even and odd, so it does not matter which are shells and which are holes.
 */
export function slabIndex({ xy, partOffsets }: Pick<OneGeometry, 'xy' | 'partOffsets'>): SlabIndex {
  let bottom = Number.POSITIVE_INFINITY;
  let top = Number.NEGATIVE_INFINITY;
  for (let i = 1; i < xy.length; i += 2) {
    if (xy[i]! < bottom) bottom = xy[i]!;
    if (xy[i]! > top) top = xy[i]!;
  }
  const vertexCount = xy.length / 2;
  const edgeCount = Math.max(0, vertexCount - (partOffsets.length - 1));
  let slabCount = Math.max(1, Math.min(mostSlabs, edgeCount));
  let perUnit = 0;
  const slabOf = (y: number): number => Math.max(0, Math.min(slabCount - 1, Math.floor((y - bottom) * perUnit)));
  const slabs = new Uint16Array(vertexCount);
  // Slab s has the entries offsets[s] .. offsets[s + 1].
  let offsets = new Uint32Array(0);
  // Long edges stand in many slabs: fewer slabs then, so that memory stays in proportion to the polygon.
  for (; ; slabCount >>= 1) {
    perUnit = top > bottom ? slabCount / (top - bottom) : 0;
    for (let v = 0; v < vertexCount; v++) slabs[v] = slabOf(xy[2 * v + 1]!);
    const changes = new Int32Array(slabCount + 1);
    for (let part = 0; part + 1 < partOffsets.length; part++) {
      const last = partOffsets[part + 1]! - 1;
      for (let v = partOffsets[part]!; v < last; v++) {
        const a = slabs[v]!;
        const b = slabs[v + 1]!;
        changes[Math.min(a, b)]!++;
        changes[Math.max(a, b) + 1]!--;
      }
    }
    offsets = new Uint32Array(slabCount + 1);
    let entries = 0;
    for (let slab = 0, inSlab = 0; slab < slabCount; slab++) {
      inSlab += changes[slab]!;
      entries += inSlab;
      offsets[slab + 1] = entries;
    }
    if (slabCount === 1 || entries <= 16 * edgeCount) break;
  }

  // An edge is the position of its first coordinate.
  const edges = new Uint32Array(offsets[slabCount]!);
  const ends = offsets.slice(0, slabCount);
  for (let part = 0; part + 1 < partOffsets.length; part++) {
    const last = partOffsets[part + 1]! - 1;
    for (let v = partOffsets[part]!; v < last; v++) {
      const a = slabs[v]!;
      const b = slabs[v + 1]!;
      const high = Math.max(a, b);
      for (let slab = Math.min(a, b); slab <= high; slab++) edges[ends[slab]!++] = 2 * v;
    }
  }

  return {
    locate(x, y) {
      if (!(y >= bottom && y <= top)) return 'outside';
      const slab = slabOf(y);
      let inside = false;
      for (let k = offsets[slab]!; k < offsets[slab + 1]!; k++) {
        const i = edges[k]!;
        const x1 = xy[i]!;
        const y1 = xy[i + 1]!;
        const x2 = xy[i + 2]!;
        const y2 = xy[i + 3]!;
        const crossing = crossingOf(x1, y1, x2, y2, x, y);
        if (crossing === onEdge) return 'boundary';
        if (crossing === crosses) inside = !inside;
      }
      return inside ? 'inside' : 'outside';
    },
    touches(x1, y1, x2, y2) {
      const low = slabOf(Math.min(y1, y2));
      const high = slabOf(Math.max(y1, y2));
      for (let k = offsets[low]!; k < offsets[high + 1]!; k++) {
        const i = edges[k]!;
        if (segmentsMeet(x1, y1, x2, y2, xy[i]!, xy[i + 1]!, xy[i + 2]!, xy[i + 3]!)) return true;
      }
      return false;
    },
  };
}

const passes = 0;
const crosses = 1;
const onEdge = 2;

/** What an edge does to the ray that goes from a point to the right. */
function crossingOf(x1: number, y1: number, x2: number, y2: number, x: number, y: number): number {
  if (x1 < x && x2 < x) return passes;
  if (y1 === y && y2 === y) return (x1 <= x && x <= x2) || (x2 <= x && x <= x1) ? onEdge : passes;
  if ((x1 === x && y1 === y) || (x2 === x && y2 === y)) return onEdge;
  if (y1 > y === y2 > y) return passes;
  // Most edges lie wholly to the right.
  if (x1 > x && x2 > x) return crosses;
  const side = orientation(x1, y1, x2, y2, x, y);
  if (side === 0) return onEdge;
  return side > 0 === y2 > y1 ? crosses : passes;
}

/** Tell where a point is of a polygon that is asked about once: over all edges, without an index. */
export function locateInRings(
  xy: Float64Array,
  partOffsets: Int32Array,
  firstPart: number,
  endPart: number,
  x: number,
  y: number,
): Place {
  let inside = false;
  for (let part = firstPart; part < endPart; part++) {
    const last = 2 * partOffsets[part + 1]! - 2;
    for (let i = 2 * partOffsets[part]!; i < last; i += 2) {
      const y1 = xy[i + 1]!;
      const y2 = xy[i + 3]!;
      if ((y1 < y && y2 < y) || (y1 > y && y2 > y)) continue;
      const crossing = crossingOf(xy[i]!, y1, xy[i + 2]!, y2, x, y);
      if (crossing === onEdge) return 'boundary';
      if (crossing === crosses) inside = !inside;
    }
  }
  return inside ? 'inside' : 'outside';
}

/** Whether two segments have a point in common, ends included. */
export function segmentsMeet(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  cx: number,
  cy: number,
  dx: number,
  dy: number,
): boolean {
  if (Math.max(ax, bx) < Math.min(cx, dx) || Math.max(cx, dx) < Math.min(ax, bx)) return false;
  if (Math.max(ay, by) < Math.min(cy, dy) || Math.max(cy, dy) < Math.min(ay, by)) return false;
  const c = orientation(ax, ay, bx, by, cx, cy);
  const d = orientation(ax, ay, bx, by, dx, dy);
  if ((c > 0 && d > 0) || (c < 0 && d < 0)) return false;
  const a = orientation(cx, cy, dx, dy, ax, ay);
  const b = orientation(cx, cy, dx, dy, bx, by);
  return !((a > 0 && b > 0) || (a < 0 && b < 0));
}

import { extentOfVertices, type SingleGeometry } from '../../geometry/single-geometry.ts';
import type { Steps } from '../../scheduler.ts';
import { classifyCrossing, crosses, onEdge, type PointLocation, segmentsMeet } from './edge-crossing.ts';

/**
 * Spatial queries on the edges of one geometry. Each point is an edge without length. An edge is identified by its
 * first vertex.
 */
export interface EdgeTree {
  /**
   * Locate a point relative to a polygon.
   *
   * @param besideEdges for a point on the boundary, locate a point slightly to its right and above instead
   */
  locate(x: number, y: number, besideEdges?: boolean): PointLocation;
  /** Whether a segment has a point in common with any edge. The test is exact. */
  touches(x1: number, y1: number, x2: number, y2: number): boolean;
  /**
   * Whether `test` returns true for any edge whose extent meets a box.
   *
   * @param from edges before this one are skipped
   */
  some(
    xmin: number,
    ymin: number,
    xmax: number,
    ymax: number,
    test: (vertex: number) => boolean,
    from?: number,
  ): boolean;
}

/** Base-2 logarithm of the number of edges in a leaf, and of nodes in a parent. */
const bits = 2;
const fanOut = 1 << bits;
/** Number of nodes or parts processed between two yields. */
const atOnce = 16_384;

/**
 * Build a tree over the edges of a geometry in their own order. Consecutive edges are close together, so nothing has to
 * be sorted. Rings use the even-odd rule, so shells and holes need no distinction. Yields regularly.
 *
 * A ray that passes all edges of a run crosses them as often, modulo 2, as a straight line between the ends of the run.
 * So only the nodes around the point itself are searched.
 */
export function* edgeTree({ kind, xy, partOffsets }: SingleGeometry): Steps<EdgeTree> {
  const vertexCount = xy.length / 2;
  const partCount = partOffsets.length - 1;
  const isPoints = kind === 'point' || kind === 'multipoint';
  /** No edge starts at the last vertex of a part. */
  const isLast = new Uint8Array(vertexCount);
  /** By leaf: the part that contains its first vertex; the number of parts after the last leaf. */
  const leafParts = new Int32Array((vertexCount >> bits) + 2).fill(partCount);
  let allClosed = true;
  for (let part = 0; part < partCount; part++) {
    if ((part + 1) % atOnce === 0) yield;
    const first = partOffsets[part]!;
    const last = partOffsets[part + 1]! - 1;
    if (!isPoints && last >= first) isLast[last] = 1;
    if (xy[2 * first] !== xy[2 * last] || xy[2 * first + 1] !== xy[2 * last + 1]) allClosed = false;
    for (let leaf = (first + fanOut - 1) >> bits; leaf << bits <= last; leaf++) leafParts[leaf] = part;
  }
  const levels = yield* makeBoxes(xy, vertexCount, isLast, isPoints);
  const top = levels.length - 1;
  /** Nodes to visit, each after its level. */
  const stack = new Int32Array(2 * fanOut * (levels.length + 1));

  return {
    locate(x, y, besideEdges = false) {
      if (top < 0) return 'outside';
      let inside = false;
      stack[0] = top;
      stack[1] = 0;
      for (let depth = 2; depth > 0; ) {
        const node = stack[--depth]!;
        const level = stack[--depth]!;
        const boxes = levels[level]!;
        const i = 4 * node;
        // A negated test, so that NaN coordinates skip the node.
        if (!(y >= boxes[i + 1]! && y <= boxes[i + 3]! && x <= boxes[i + 2]!)) continue;
        if (x < boxes[i]!) {
          const odd = computeParity(level, node, y);
          if (odd === 1) inside = !inside;
          if (odd >= 0) continue;
        }
        if (level > 0) {
          const end = Math.min((node + 1) << bits, levels[level - 1]!.length >> 2);
          for (let child = node << bits; child < end; child++) {
            stack[depth++] = level - 1;
            stack[depth++] = child;
          }
          continue;
        }
        const end = Math.min((node + 1) << bits, vertexCount);
        for (let v = node << bits; v < end; v++) {
          if (isLast[v]) continue;
          const crossing = classifyCrossing(xy[2 * v]!, xy[2 * v + 1]!, xy[2 * v + 2]!, xy[2 * v + 3]!, x, y);
          if (crossing === onEdge && !besideEdges) return 'boundary';
          if (crossing === crosses) inside = !inside;
        }
      }
      return inside ? 'inside' : 'outside';
    },
    touches(x1, y1, x2, y2) {
      return some(Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2), (v) => {
        const to = isPoints ? v : v + 1;
        return segmentsMeet(x1, y1, x2, y2, xy[2 * v]!, xy[2 * v + 1]!, xy[2 * to]!, xy[2 * to + 1]!);
      });
    },
    some,
  };

  /**
   * Whether a ray at height y crosses a node's edges an odd number of times, if it passes all of them; -1 if the
   * children must be searched.
   */
  function computeParity(level: number, node: number, y: number): number {
    const shift = (level + 1) * bits;
    const first = node << shift;
    const end = (node + 1) << shift;
    const firstPart = leafParts[first >> bits]!;
    const endPart = end < vertexCount ? leafParts[end >> bits]! : partCount;
    const isAbove = (vertex: number): number => Number(xy[2 * vertex + 1]! > y);
    if (firstPart === endPart) return isAbove(first) ^ isAbove(end);
    // A closed part between the first and the last part is crossed an even number of times.
    if (!allClosed) return -1;
    const edgeParity = isAbove(first) ^ isAbove(partOffsets[firstPart + 1]! - 1);
    return endPart < partCount ? edgeParity ^ isAbove(partOffsets[endPart]!) ^ isAbove(end) : edgeParity;
  }

  function some(
    xmin: number,
    ymin: number,
    xmax: number,
    ymax: number,
    test: (vertex: number) => boolean,
    from = 0,
  ): boolean {
    if (top < 0) return false;
    stack[0] = top;
    stack[1] = 0;
    for (let depth = 2; depth > 0; ) {
      const node = stack[--depth]!;
      const level = stack[--depth]!;
      const boxes = levels[level]!;
      const i = 4 * node;
      if (!(boxes[i]! <= xmax && boxes[i + 1]! <= ymax && boxes[i + 2]! >= xmin && boxes[i + 3]! >= ymin)) continue;
      if (level > 0) {
        const end = Math.min((node + 1) << bits, levels[level - 1]!.length >> 2);
        const firstRequested = from >> (level * bits);
        for (let child = end - 1; child >= Math.max(node << bits, firstRequested); child--) {
          stack[depth++] = level - 1;
          stack[depth++] = child;
        }
        continue;
      }
      const end = Math.min((node + 1) << bits, vertexCount);
      for (let v = Math.max(node << bits, from); v < end; v++) {
        if (isLast[v]) continue;
        const to = isPoints ? v : v + 1;
        const x1 = xy[2 * v]!;
        const y1 = xy[2 * v + 1]!;
        const x2 = xy[2 * to]!;
        const y2 = xy[2 * to + 1]!;
        if ((x1 < xmin && x2 < xmin) || (x1 > xmax && x2 > xmax)) continue;
        if ((y1 < ymin && y2 < ymin) || (y1 > ymax && y2 > ymax)) continue;
        if (test(v)) return true;
      }
    }
    return false;
  }
}

/** Return the extents (four numbers each) of the leaves, then of their parents, and so on up to the root. */
function* makeBoxes(
  xy: Float64Array,
  vertexCount: number,
  isLast: Uint8Array,
  isPoints: boolean,
): Steps<Float64Array[]> {
  const levels: Float64Array[] = [];
  if (vertexCount === 0) return levels;
  const leaves = new Float64Array(4 * Math.ceil(vertexCount / fanOut));
  for (let node = 0; 4 * node < leaves.length; node++) {
    if ((node + 1) % atOnce === 0) yield;
    const end = Math.min((node + 1) << bits, vertexCount);
    // The last edge of a leaf ends at the first vertex of the next leaf.
    const stop = isPoints || isLast[end - 1] ? end : end + 1;
    leaves.set(extentOfVertices(xy, node << bits, stop)!, 4 * node);
  }
  levels.push(leaves);
  for (let below = leaves; below.length > 4; ) {
    const boxes = new Float64Array(4 * Math.ceil(below.length / 4 / fanOut));
    for (let i = 0; i < below.length; i += 4) {
      if ((i + 4) % (4 * atOnce) === 0) yield;
      const index = 4 * (i >> (2 + bits));
      const isFirst = i % (4 * fanOut) === 0;
      boxes[index] = isFirst ? below[i]! : Math.min(boxes[index]!, below[i]!);
      boxes[index + 1] = isFirst ? below[i + 1]! : Math.min(boxes[index + 1]!, below[i + 1]!);
      boxes[index + 2] = isFirst ? below[i + 2]! : Math.max(boxes[index + 2]!, below[i + 2]!);
      boxes[index + 3] = isFirst ? below[i + 3]! : Math.max(boxes[index + 3]!, below[i + 3]!);
    }
    levels.push(boxes);
    below = boxes;
  }
  return levels;
}

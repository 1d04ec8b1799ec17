import { type OneGeometry, oneGeometry } from '../../geometry/one-geometry.ts';
import { orientation } from './orientation.ts';
import { slabIndex } from './slab-index.ts';
import { type Edges, splitEdges } from './split-edges.ts';

/**
 * Make of a polygon one whose rings do not cross, with the same inside: what lies within an odd number of its rings.
 *
 * Its edges are split where they meet, and put together again at each point so that the inside stays on their left.
 *
 * @returns the very polygon given when its edges have nothing but ends in common; without parts when nothing is inside
 * @throws {Fault} `too-complex`, `bad-geometry` as `splitEdges`
 */
export function withoutCrossings(polygon: OneGeometry, place = 'polygon'): OneGeometry {
  const given = edgesOf(polygon);
  const edges = splitEdges(given, place);
  // Rings may meet in a point and still be two rings; a ring that meets itself in one is taken apart.
  if (edges === given && !meetsItself(polygon)) return polygon;
  return oneGeometry('polygon', ringsOf(edges));
}

function edgesOf({ xy, partOffsets }: OneGeometry): Edges {
  const edges: number[] = [];
  for (let part = 0; part + 1 < partOffsets.length; part++) {
    for (let i = 2 * partOffsets[part]!; i < 2 * partOffsets[part + 1]! - 2; i += 2) {
      const [x1, y1, x2, y2] = [xy[i]!, xy[i + 1]!, xy[i + 2]!, xy[i + 3]!];
      if (x1 !== x2 || y1 !== y2) edges.push(x1, y1, x2, y2);
    }
  }
  return Float64Array.from(edges);
}

function meetsItself({ xy, partOffsets }: OneGeometry): boolean {
  const seen = new Map<number, Set<number>>();
  for (let part = 0; part + 1 < partOffsets.length; part++) {
    seen.clear();
    for (let v = partOffsets[part]!; v < partOffsets[part + 1]! - 1; v++) {
      const [x, y] = [xy[2 * v]!, xy[2 * v + 1]!];
      if (v > partOffsets[part]! && x === xy[2 * v - 2] && y === xy[2 * v - 1]) continue;
      const column = seen.get(x);
      if (!column) seen.set(x, new Set([y]));
      else if (column.has(y)) return true;
      else column.add(y);
    }
  }
  return false;
}

/** A point where edges end: those that go out from it, counter-clockwise, by their numbers. */
interface Node {
  readonly x: number;
  readonly y: number;
  readonly out: number[];
  isKnown: boolean;
}

/**
 * Directed edge 2e goes along edge e, 2e + 1 against it. Around a node inside and outside alternate, so what lies left of
 * one of them tells it of all that hang together.
 */
function ringsOf(edges: Edges): number[][] {
  const nodes = new Map<string, Node>();
  const from: Node[] = [];
  for (let end = 0; end < edges.length / 2; end++) {
    const [x, y] = [edges[2 * end]!, edges[2 * end + 1]!];
    const key = `${x} ${y}`;
    const node = nodes.get(key) ?? { x, y, out: [], isKnown: false };
    nodes.set(key, node);
    node.out.push(end);
    from.push(node);
  }
  const placeAround = new Uint32Array(from.length);
  for (const node of nodes.values()) {
    node.out.sort((left, right) => turnBetween(node, from[left ^ 1]!, from[right ^ 1]!));
    node.out.forEach((end, i) => {
      placeAround[end] = i;
    });
  }
  const isInsideLeft = new Uint8Array(from.length);
  const isInside = raySide(edges);
  const rightmostFirst = [...nodes.values()].sort((left, right) => right.x - left.x || right.y - left.y);
  for (const first of rightmostFirst) {
    if (first.isKnown) continue;
    // Nothing that hangs together with it lies right of it, so a ray from there tells what is around.
    const pending: { node: Node; at: number; left: boolean }[] = [
      { node: first, at: first.out.length - 1, left: isInside(first.x, first.y) },
    ];
    for (let next = pending.pop(); next; next = pending.pop()) {
      const { node, at, left } = next;
      if (node.isKnown) continue;
      node.isKnown = true;
      node.out.forEach((end, i) => {
        const isLeft = (i - at) % 2 === 0 ? left : !left;
        isInsideLeft[end] = Number(isLeft);
        const to = from[end ^ 1]!;
        if (!to.isKnown) pending.push({ node: to, at: placeAround[end ^ 1]!, left: !isLeft });
      });
    }
  }
  return walk(from, placeAround, isInsideLeft);
}

/** Order of two directions from a node, counter-clockwise from the right; exact, as narrow angles are common here. */
function turnBetween(node: Node, a: Node, b: Node): number {
  const isBelow = ({ x, y }: Node): number => Number(y < node.y || (y === node.y && x < node.x));
  return isBelow(a) - isBelow(b) || -orientation(node.x, node.y, a.x, a.y, b.x, b.y);
}

/** Rays ask the same index; each edge is a part of its own in it. */
function raySide(edges: Edges): (x: number, y: number) => boolean {
  const partOffsets = Int32Array.from({ length: edges.length / 4 + 1 }, (_, i) => 2 * i);
  const index = slabIndex({ xy: edges, partOffsets });
  return (x, y) => index.locate(x + Math.max(Math.abs(x) * Number.EPSILON, Number.MIN_VALUE), y) === 'inside';
}

/** Follow the edges that have the inside on their left, always the next one clockwise; what comes back is a ring. */
function walk(from: readonly Node[], placeAround: Uint32Array, isInsideLeft: Uint8Array): number[][] {
  const rings: number[][] = [];
  const isUsed = new Uint8Array(from.length);
  for (let start = 0; start < from.length; start++) {
    if (isUsed[start] || !isInsideLeft[start]) continue;
    const path: Node[] = [];
    const places = new Map<Node, number>();
    for (let end = start; !isUsed[end]; ) {
      isUsed[end] = 1;
      const node = from[end]!;
      const before = places.get(node);
      if (before !== undefined) cutRing(path, places, before, rings);
      places.set(node, path.length);
      path.push(node);
      const to = from[end ^ 1]!;
      end = to.out[(placeAround[end ^ 1]! + to.out.length - 1) % to.out.length]!;
    }
    cutRing(path, places, 0, rings);
  }
  return rings;
}

/** Take the end of the path off as a ring of its own. */
function cutRing(path: Node[], places: Map<Node, number>, first: number, rings: number[][]): void {
  const ring = path.splice(first);
  for (const node of ring) places.delete(node);
  if (ring.length >= 3) rings.push([...ring, ring[0]!].flatMap(({ x, y }) => [x, y]));
}

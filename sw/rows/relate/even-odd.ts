import { type SingleGeometry, singleGeometry } from '../../geometry/single-geometry.ts';
import type { Steps } from '../../scheduler.ts';
import { edgeTree } from './edge-tree.ts';
import { orientation } from './orientation.ts';
import { type Edges, splitEdges } from './split-edges.ts';

/**
 * Return a polygon whose rings don't cross, with the same inside by the even-odd rule: the points within an odd number
 * of rings. Yields regularly.
 *
 * The edges are split where they meet, and reconnected at each point so that the inside stays on their left.
 *
 * @returns the input polygon if its edges share only end points; a polygon without parts if nothing is inside
 * @throws {Fault} `too-complex`, `bad-geometry` as `splitEdges`
 */
export function* withoutCrossings(polygon: SingleGeometry, path = 'polygon'): Steps<SingleGeometry> {
  const inputEdges = yield* listEdges(polygon);
  const edges = yield* splitEdges(inputEdges, path);
  // Two rings that touch in a point stay two rings. A ring that touches itself in a point is split.
  const isMade = edges.length > 0 || polygon.xy.length === 0;
  if (edges === inputEdges && isMade && !(yield* meetsItself(polygon))) return polygon;
  return singleGeometry('polygon', yield* makeRings(edges));
}

function* listEdges({ xy, partOffsets }: SingleGeometry): Steps<Edges> {
  const edges = new Float64Array(2 * xy.length);
  let end = 0;
  let count = 0;
  for (let part = 0; part + 1 < partOffsets.length; part++) {
    for (let i = 2 * partOffsets[part]!; i < 2 * partOffsets[part + 1]! - 2; i += 2) {
      if (++count % copiedAtOnce === 0) yield;
      if (xy[i] === xy[i + 2] && xy[i + 1] === xy[i + 3]) continue;
      for (let k = i; k < i + 4; k++) edges[end++] = xy[k]!;
    }
  }
  return edges.subarray(0, end);
}

/** Maximum vertices, edges or nodes processed between two yields. */
const atOnce = 1024;
/** Like `atOnce`, for loops that only copy. */
const copiedAtOnce = 16_384;

function* meetsItself({ xy, partOffsets }: SingleGeometry): Steps<boolean> {
  const seen = new Map<number, number | Set<number>>();
  for (let part = 0; part + 1 < partOffsets.length; part++) {
    seen.clear();
    for (let v = partOffsets[part]!; v < partOffsets[part + 1]! - 1; v++) {
      if (v % atOnce === 0) yield;
      const x = xy[2 * v]!;
      const y = xy[2 * v + 1]!;
      if (v > partOffsets[part]! && x === xy[2 * v - 2] && y === xy[2 * v - 1]) continue;
      // Mostly only one vertex has a given x.
      const column = seen.get(x);
      if (column === undefined) seen.set(x, y);
      else if (column === y || (typeof column === 'object' && column.has(y))) return true;
      else if (typeof column === 'number') seen.set(x, new Set([column, y]));
      else column.add(y);
    }
  }
  return false;
}

/** A point where edges end. `out` lists the numbers of its outgoing edges, counter-clockwise. */
interface Node {
  readonly x: number;
  readonly y: number;
  readonly out: number[];
  /** Marks nodes already found while searching a connected component. */
  isKnown: boolean;
}

/**
 * Return the rings around the inside. Directed edge 2e goes along edge e, 2e + 1 against it. Around a node, inside and
 * outside alternate, so the left side of one edge determines those of its connected component.
 */
function* makeRings(edges: Edges): Steps<number[][]> {
  // By x, then y: number keys take a fifth of the time of text keys.
  const columns = new Map<number, Map<number, Node>>();
  const nodes: Node[] = [];
  const from: Node[] = [];
  for (let end = 0; end < edges.length / 2; end++) {
    if (end % atOnce === 0) yield;
    const [x, y] = [edges[2 * end]!, edges[2 * end + 1]!];
    let column = columns.get(x);
    if (!column) {
      column = new Map();
      columns.set(x, column);
    }
    let node = column.get(y);
    if (!node) {
      node = { x, y, out: [], isKnown: false };
      column.set(y, node);
      nodes.push(node);
    }
    node.out.push(end);
    from.push(node);
  }
  const positionAround = new Uint32Array(from.length);
  for (const [i, node] of nodes.entries()) {
    if (i % atOnce === 0) yield;
    node.out.sort((left, right) => turnBetween(node, from[left ^ 1]!, from[right ^ 1]!));
    node.out.forEach((end, position) => {
      positionAround[end] = position;
    });
  }
  const isInsideLeft = new Uint8Array(from.length);
  const isInside = yield* raySide(edges);
  // Two passes: find the connected components, then classify each from its rightmost node.
  const starts: Node[] = [];
  for (const node of nodes) if (!node.isKnown) starts.push(yield* rightmost(node, from));
  for (const first of starts) {
    // Nothing in the component is right of this node, so a ray from it shows which side is inside.
    const pending: { node: Node; at: number; left: boolean }[] = [
      { node: first, at: first.out.length - 1, left: isInside(first.x, first.y) },
    ];
    let count = 0;
    for (let next = pending.pop(); next; next = pending.pop()) {
      const { node, at, left } = next;
      if (!node.isKnown) continue;
      if (count++ % atOnce === 0) yield;
      node.isKnown = false;
      node.out.forEach((end, i) => {
        const isLeft = (i - at) % 2 === 0 ? left : !left;
        isInsideLeft[end] = Number(isLeft);
        const to = from[end ^ 1]!;
        if (to.isKnown) pending.push({ node: to, at: positionAround[end ^ 1]!, left: !isLeft });
      });
    }
  }
  return yield* walk(from, positionAround, isInsideLeft);
}

/** Find the rightmost, then highest, node connected to a node, and mark all connected nodes as known. */
function* rightmost(start: Node, from: readonly Node[]): Steps<Node> {
  let best = start;
  let count = 0;
  const pending = [start];
  start.isKnown = true;
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (count++ % atOnce === 0) yield;
    if (node.x > best.x || (node.x === best.x && node.y > best.y)) best = node;
    for (const end of node.out) {
      const to = from[end ^ 1]!;
      if (to.isKnown) continue;
      to.isKnown = true;
      pending.push(to);
    }
  }
  return best;
}

/**
 * Compare two directions from a node, counter-clockwise from the right. Exact, because narrow angles are common here.
 */
function turnBetween(node: Node, a: Node, b: Node): number {
  const isBelow = ({ x, y }: Node): number => Number(y < node.y || (y === node.y && x < node.x));
  return isBelow(a) - isBelow(b) || -orientation(node.x, node.y, a.x, a.y, b.x, b.y);
}

/** Return a test whether a point is inside, just to its right. Consecutive edges are joined into parts for the tree. */
function* raySide(edges: Edges): Steps<(x: number, y: number) => boolean> {
  const xy: number[] = [];
  const partOffsets = [0];
  for (let i = 0; i < edges.length; i += 4) {
    if (i % (4 * copiedAtOnce) === 0) yield;
    if (i === 0 || edges[i] !== edges[i - 2] || edges[i + 1] !== edges[i - 1]) {
      if (i > 0) partOffsets.push(xy.length / 2);
      xy.push(edges[i]!, edges[i + 1]!);
    }
    xy.push(edges[i + 2]!, edges[i + 3]!);
  }
  partOffsets.push(xy.length / 2);
  const tree = yield* edgeTree({ kind: 'polygon', xy: new Float64Array(xy), partOffsets: new Int32Array(partOffsets) });
  return (x, y) => tree.locate(x + Math.max(Math.abs(x) * Number.EPSILON, Number.MIN_VALUE), y) === 'inside';
}

/**
 * Follow the edges with the inside on their left, always the next one clockwise. A path that returns to a node is a
 * ring.
 */
function* walk(from: readonly Node[], positionAround: Uint32Array, isInsideLeft: Uint8Array): Steps<number[][]> {
  const rings: number[][] = [];
  const isUsed = new Uint8Array(from.length);
  for (let start = 0; start < from.length; start++) {
    if (isUsed[start] || !isInsideLeft[start]) continue;
    const walked: Node[] = [];
    const positions = new Map<Node, number>();
    for (let end = start; !isUsed[end]; ) {
      if (walked.length % atOnce === 0) yield;
      isUsed[end] = 1;
      const node = from[end]!;
      const before = positions.get(node);
      if (before !== undefined) yield* cutRing(walked, positions, before, rings);
      positions.set(node, walked.length);
      walked.push(node);
      const to = from[end ^ 1]!;
      end = to.out[(positionAround[end ^ 1]! + to.out.length - 1) % to.out.length]!;
    }
    yield* cutRing(walked, positions, 0, rings);
  }
  return rings;
}

/** Cut off the end of the walked path as a separate ring. */
function* cutRing(walked: Node[], positions: Map<Node, number>, first: number, rings: number[][]): Steps<void> {
  const ring = walked.splice(first);
  const xy: number[] = [];
  for (const [i, node] of ring.entries()) {
    if ((i + 1) % atOnce === 0) yield;
    positions.delete(node);
    xy.push(node.x, node.y);
  }
  if (ring.length < 3) return;
  xy.push(xy[0]!, xy[1]!);
  rings.push(xy);
}

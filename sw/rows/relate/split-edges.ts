import { Fault, wrongValue } from '../../contract/index.ts';
import type { Steps } from '../../scheduler.ts';
import { edgeTree } from './edge-tree.ts';
import { orientation } from './orientation.ts';

/**
 * Maximum number of meeting points. No drawn geometry has more, and one constructed to would block the worker for
 * minutes.
 */
const maximumMeetings = 500_000;
/**
 * Maximum rounds of splitting and dropping edges. Rounding a crossing can create new ones; normally a few rounds are
 * enough.
 */
const maximumRounds = 12;

/** Edges between two yields. */
const edgesAtOnce = 1024;

/** Edges as [x1, y1, x2, y2, ...]. */
export type Edges = Float64Array;

/**
 * Split edges where they meet, until they share only end points. Edges that coincide an even number of times are
 * dropped, because by the even-odd rule they aren't a boundary. Yields regularly.
 *
 * @returns the input edges if no two of them share more than an end point
 * @throws {Fault} `too-complex` if they meet too often, `bad-geometry` if rounding keeps creating new crossings
 */
export function* splitEdges(inputEdges: Edges, path: string): Steps<Edges> {
  let edges = inputEdges;
  for (let round = 0; round < maximumRounds; round++) {
    const { points, twins } = yield* meetings(edges, path);
    if (points.size === 0) return edges;
    // Drop duplicates before anything is rounded, while edges in opposite directions are still equal.
    edges = twins.size > 0 ? yield* withoutPairs(edges, twins) : yield* splitAt(edges, points);
  }
  throw new Fault(
    'bad-geometry',
    `${path}: can't resolve self-intersections of nearly parallel edges. Simplify the geometry.`,
  );
}

interface Meetings {
  /**
   * By edge (index of its first coordinate): the points inside the edge where it meets other edges, as [x1, y1, x2, y2,
   * …].
   */
  readonly points: ReadonlyMap<number, number[]>;
  /** By edge, for edges with duplicates: the number of later duplicates, and -1 for each later duplicate. */
  readonly twins: ReadonlyMap<number, number>;
}

function* meetings(edges: Edges, path: string): Steps<Meetings> {
  const points = new Map<number, number[]>();
  const twins = new Map<number, number>();
  let count = 0;
  const add = (edge: number, x: number, y: number): void => {
    if (++count > maximumMeetings) {
      throw wrongValue('too-complex', path, `at most ${maximumMeetings} edge intersections`, 'more');
    }
    const existing = points.get(edge);
    if (existing) existing.push(x, y);
    else points.set(edge, [x, y]);
  };
  const tree = yield* edgeTree({ kind: 'polyline', xy: edges, partOffsets: edgeOffsets(edges) });
  for (let i = 0; i < edges.length; i += 4) {
    // In a scribble, each edge is near all others.
    if (i % 64 === 0) yield;
    const x1 = edges[i]!;
    const y1 = edges[i + 1]!;
    const x2 = edges[i + 2]!;
    const y2 = edges[i + 3]!;
    const meetNext = (vertex: number): boolean => {
      if (!meet(edges, i, 2 * vertex, add)) return false;
      if (twins.get(i) !== -1) twins.set(i, (twins.get(i) ?? 0) + 1);
      twins.set(2 * vertex, -1);
      return false;
    };
    // Earlier edges have already been compared with this edge.
    tree.some(Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2), meetNext, i / 2 + 2);
  }
  return { points, twins };
}

/** Return part offsets that make each edge a separate part. */
const edgeOffsets = (edges: Edges): Int32Array => {
  const offsets = new Int32Array(edges.length / 4 + 1);
  for (let i = 0; i < offsets.length; i++) offsets[i] = 2 * i;
  return offsets;
};

/**
 * Report the inner points of each edge that are on the other edge. For overlapping edges, the end points are enough.
 *
 * @returns whether the edges are equal
 */
function meet(edges: Edges, i: number, j: number, add: (edge: number, x: number, y: number) => void): boolean {
  const [ax, ay, bx, by] = [edges[i]!, edges[i + 1]!, edges[i + 2]!, edges[i + 3]!];
  const [cx, cy, dx, dy] = [edges[j]!, edges[j + 1]!, edges[j + 2]!, edges[j + 3]!];
  const isSame =
    (ax === cx && ay === cy && bx === dx && by === dy) || (ax === dx && ay === dy && bx === cx && by === cy);
  // Report a point, so that `splitEdges` drops the pair: equal edges cancel out.
  if (isSame) {
    add(j, cx, cy);
    return true;
  }
  const c = orientation(ax, ay, bx, by, cx, cy);
  const d = orientation(ax, ay, bx, by, dx, dy);
  if (c * d > 0) return false;
  const a = orientation(cx, cy, dx, dy, ax, ay);
  const b = orientation(cx, cy, dx, dy, bx, by);
  if (a * b > 0) return false;
  if (c === 0 && isInside(ax, ay, bx, by, cx, cy)) add(i, cx, cy);
  if (d === 0 && isInside(ax, ay, bx, by, dx, dy)) add(i, dx, dy);
  if (a === 0 && isInside(cx, cy, dx, dy, ax, ay)) add(j, ax, ay);
  if (b === 0 && isInside(cx, cy, dx, dy, bx, by)) add(j, bx, by);
  if (a === 0 || b === 0 || c === 0 || d === 0) return false;
  const along = ((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx)) / ((bx - ax) * (dy - cy) - (by - ay) * (dx - cx));
  const t = Math.min(1, Math.max(0, along));
  const x = ax + t * (bx - ax);
  const y = ay + t * (by - ay);
  add(i, x, y);
  add(j, x, y);
  return false;
}

/** Whether a point on the line of an edge is between its ends. */
function isInside(ax: number, ay: number, bx: number, by: number, x: number, y: number): boolean {
  if ((x === ax && y === ay) || (x === bx && y === by)) return false;
  return Math.min(ax, bx) <= x && x <= Math.max(ax, bx) && Math.min(ay, by) <= y && y <= Math.max(ay, by);
}

function* splitAt(edges: Edges, points: ReadonlyMap<number, number[]>): Steps<Edges> {
  const pieces: number[] = [];
  for (let i = 0; i < edges.length; i += 4) {
    if (i % (4 * edgesAtOnce) === 0) yield;
    const [x1, y1, x2, y2] = [edges[i]!, edges[i + 1]!, edges[i + 2]!, edges[i + 3]!];
    const inner = points.get(i);
    if (!inner) {
      pieces.push(x1, y1, x2, y2);
      continue;
    }
    const order = Array.from({ length: inner.length / 2 }, (_, k) => ({
      x: inner[2 * k]!,
      y: inner[2 * k + 1]!,
      along: (inner[2 * k]! - x1) * (x2 - x1) + (inner[2 * k + 1]! - y1) * (y2 - y1),
    })).sort((a, b) => a.along - b.along);
    let [x, y] = [x1, y1];
    for (const next of [...order, { x: x2, y: y2 }]) {
      if (next.x !== x || next.y !== y) pieces.push(x, y, next.x, next.y);
      x = next.x;
      y = next.y;
    }
  }
  return new Float64Array(pieces);
}

/** Drop edges that occur an even number of times. Keep one copy of edges that occur an odd number of times. */
function* withoutPairs(edges: Edges, twins: Meetings['twins']): Steps<Edges> {
  const single = new Float64Array(edges.length);
  let end = 0;
  for (let i = 0; i < edges.length; i += 4) {
    if (i % (4 * edgesAtOnce) === 0) yield;
    const later = twins.get(i) ?? 0;
    if (later < 0 || later % 2 === 1) continue;
    for (let k = i; k < i + 4; k++) single[end++] = edges[k]!;
  }
  return single.subarray(0, end);
}

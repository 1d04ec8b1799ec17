import { covers, type Extent } from '../../geometry/extent.ts';
import { firstFrom } from '../../geometry/first-from.ts';
import type { Steps } from '../../scheduler.ts';
import { orientation } from './orientation.ts';
import { boundary, inside, lookAround, type Marks, outside, type Side, type Where } from './side.ts';

/** Pairs of edges examined between two yields. */
const pairsAtOnce = 512;

/**
 * Return the DE-9IM matrix of two geometries: for the interior, boundary and exterior of each, the dimension of the
 * intersection (F for empty). Yields regularly.
 *
 * No intersection geometry is built. Two crossing edges determine everything around the crossing. Every other
 * intersection begins or ends at a vertex that is on the other geometry. So only the surroundings of such vertices are
 * examined. For a part without such a vertex, any vertex decides. Vertices are compared exactly, so nothing is rounded.
 *
 * @see Clementini & Di Felice 1993
 */
export function* relateMatrix(a: Side, b: Side): Steps<string> {
  const dimensions = new Int8Array(9).fill(-1);
  const add = (inA: Where, inB: Where, dimension: number): void => {
    const i = 3 * inA + inB;
    if (dimensions[i]! < dimension) dimensions[i] = dimension;
  };
  const touched: [Set<number>, Set<number>] = [new Set(), new Set()];
  const seen = new Set<string>();
  const probe = (x: number, y: number): void => {
    const key = `${x} ${y}`;
    if (seen.has(key)) return;
    seen.add(key);
    addAround(a, b, x, y, add);
  };

  add(outside, outside, 2);
  addLarger(a, b, (where, dimension) => add(where, outside, dimension));
  addLarger(b, a, (where, dimension) => add(outside, where, dimension));
  for (let part = 0; part + 1 < b.geometry.partOffsets.length; part++) {
    const first = b.geometry.partOffsets[part]!;
    const end = b.geometry.partOffsets[part + 1]! - Number(b.dimension > 0);
    for (let f = first; f < end; f++) {
      for (let from = 0; from >= 0; ) {
        const nodes: number[] = [];
        from = meetings(a, b, f, from, (e, isCrossing, nodesOnEdge) => {
          if (isCrossing) addCrossing(a, b, e, f, add);
          if (nodesOnEdge.length === 0) return;
          touched[0].add(findPart(a, e));
          touched[1].add(part);
          for (const coordinate of nodesOnEdge) nodes.push(coordinate);
        });
        for (let i = 0; i < nodes.length; i += 2) {
          probe(nodes[i]!, nodes[i + 1]!);
          if (i % 64 === 0) yield;
        }
        if (from >= 0 || f % 64 === 0) yield;
      }
    }
  }
  yield* probeMarks(a.starts, b.extent, probe, touched[0]);
  yield* probeMarks(b.starts, a.extent, probe, touched[1]);
  yield* probeMarks(a.ends, b.extent, probe);
  yield* probeMarks(b.ends, a.extent, probe);
  addOutside(a, b.extent, (where, dimension) => add(where, outside, dimension));
  addOutside(b, a.extent, (where, dimension) => add(outside, where, dimension));
  return Array.from(dimensions, (dimension) => (dimension < 0 ? 'F' : dimension)).join('');
}

type Add = (inA: Where, inB: Where, dimension: number) => void;

/**
 * Find the edges of `a` that meet an edge of `b`, starting at edge `from`.
 *
 * @param b the geometry with edge `f`
 * @param onMeeting called with each edge found, whether it crosses `f` in the interiors of both, and the vertices of
 *   either edge that are on the other
 * @returns the edge to continue from after a limited number of pairs; -1 at the end
 */
function meetings(
  a: Side,
  b: Side,
  f: number,
  from: number,
  onMeeting: (e: number, isCrossing: boolean, nodes: readonly number[]) => void,
): number {
  const toA = Number(a.dimension > 0);
  const xyB = b.geometry.xy;
  const [cx, cy] = [xyB[2 * f]!, xyB[2 * f + 1]!];
  const g = f + Number(b.dimension > 0);
  const [dx, dy] = [xyB[2 * g]!, xyB[2 * g + 1]!];
  const { xy } = a.geometry;
  let remaining = pairsAtOnce;
  let next = -1;
  const meet = (e: number): boolean => {
    const [ax, ay, bx, by] = [xy[2 * e]!, xy[2 * e + 1]!, xy[2 * (e + toA)]!, xy[2 * (e + toA) + 1]!];
    const sideA = orientation(cx, cy, dx, dy, ax, ay);
    const sideB = orientation(cx, cy, dx, dy, bx, by);
    if (sideA * sideB <= 0) {
      const sideC = orientation(ax, ay, bx, by, cx, cy);
      const sideD = orientation(ax, ay, bx, by, dx, dy);
      if (sideC * sideD <= 0) {
        const nodes: number[] = [];
        if (sideA === 0 && isBetween(cx, cy, dx, dy, ax, ay)) nodes.push(ax, ay);
        if (sideB === 0 && isBetween(cx, cy, dx, dy, bx, by)) nodes.push(bx, by);
        if (sideC === 0 && isBetween(ax, ay, bx, by, cx, cy)) nodes.push(cx, cy);
        if (sideD === 0 && isBetween(ax, ay, bx, by, dx, dy)) nodes.push(dx, dy);
        const isCrossing = sideA * sideB < 0 && sideC * sideD < 0;
        if (isCrossing || nodes.length > 0) onMeeting(e, isCrossing, nodes);
      }
    }
    if (--remaining > 0) return false;
    next = e + 1;
    return true;
  };
  a.tree.some(Math.min(cx, dx), Math.min(cy, dy), Math.max(cx, dx), Math.max(cy, dy), meet, from);
  return next;
}

/** Whether a point on the line of an edge is on the edge. */
const isBetween = (ax: number, ay: number, bx: number, by: number, x: number, y: number): boolean =>
  Math.min(ax, bx) <= x && x <= Math.max(ax, bx) && Math.min(ay, by) <= y && y <= Math.max(ay, by);

/**
 * Add the intersections at a crossing of two edges. Lines may overlap there, so nothing is known of their exterior.
 * Another path may end there.
 */
function addCrossing(a: Side, b: Side, e: number, f: number, add: Add): void {
  const whereA = onRay(a);
  const whereB = onRay(b);
  if (!endsAt(a, a, e, b, f) && !endsAt(b, a, e, b, f)) add(whereA, whereB, 0);
  if (b.dimension === 2) for (const where of [inside, outside] as const) add(whereA, where, 1);
  if (a.dimension === 2) for (const where of [inside, outside] as const) add(where, whereB, 1);
  if (a.dimension + b.dimension < 4) return;
  add(inside, inside, 2);
  add(inside, outside, 2);
  add(outside, inside, 2);
}

/** Whether a line ends at the crossing of two edges. */
function endsAt({ ends }: Side, a: Side, e: number, b: Side, f: number): boolean {
  if (ends.xy.length === 0) return false;
  const { xy } = a.geometry;
  const { xy: xyB } = b.geometry;
  const isOn = (from: Float64Array, edge: number, end: number): boolean => {
    const [x1, y1, x2, y2] = [from[2 * edge]!, from[2 * edge + 1]!, from[2 * edge + 2]!, from[2 * edge + 3]!];
    return orientation(x1, y1, x2, y2, ends.xy[2 * end]!, ends.xy[2 * end + 1]!) === 0;
  };
  return ends.tree.some(
    Math.min(xy[2 * e]!, xy[2 * e + 2]!),
    Math.min(xy[2 * e + 1]!, xy[2 * e + 3]!),
    Math.max(xy[2 * e]!, xy[2 * e + 2]!),
    Math.max(xy[2 * e + 1]!, xy[2 * e + 3]!),
    (end) => isOn(xy, e, end) && isOn(xyB, f, end),
  );
}

interface Ray {
  readonly x: number;
  readonly y: number;
  readonly ofA: boolean;
}

/** Add the intersections around a point: the point itself, the rays that leave it, and the areas between them. */
function addAround(a: Side, b: Side, x: number, y: number, add: Add): void {
  const inA = lookAround(a, x, y);
  const inB = lookAround(b, x, y);
  add(inA.where, inB.where, 0);
  let [areaA, areaB] = [inA.right, inB.right];
  add(areaA, areaB, 2);
  const rays: Ray[] = [];
  const collect = (flat: readonly number[], ofA: boolean): void => {
    for (let i = 0; i < flat.length; i += 2) rays.push({ x: flat[i]!, y: flat[i + 1]!, ofA });
  };
  collect(inA.rays, true);
  collect(inB.rays, false);
  // Counter-clockwise from slightly above the right, so a ray straight to the right comes last.
  const isBelow = (ray: Ray): number => Number(ray.y < y || (ray.y === y && ray.x > x));
  const turn = (ray: Ray, other: Ray): number =>
    isBelow(ray) - isBelow(other) || -orientation(x, y, ray.x, ray.y, other.x, other.y);
  rays.sort(turn);
  for (let i = 0; i < rays.length; ) {
    const first = rays[i]!;
    let [isOfA, isOfB] = [false, false];
    for (; i < rays.length && turn(first, rays[i]!) === 0; i++) {
      if (rays[i]!.ofA) isOfA = true;
      else isOfB = true;
    }
    add(isOfA ? onRay(a) : areaA, isOfB ? onRay(b) : areaB, 1);
    if (isOfA && a.dimension === 2) areaA = areaA === inside ? outside : inside;
    if (isOfB && b.dimension === 2) areaB = areaB === inside ? outside : inside;
    add(areaA, areaB, 2);
  }
}

const onRay = ({ dimension }: Side): Where => (dimension === 2 ? boundary : inside);

/** Probe the points in an extent, except those in parts that are already known. */
function* probeMarks(
  { xy, tree }: Marks,
  [xmin, ymin, xmax, ymax]: Extent,
  probe: (x: number, y: number) => void,
  knownMarks?: ReadonlySet<number>,
): Steps<void> {
  for (let from = 0; from >= 0; ) {
    const marks: number[] = [];
    let next = -1;
    const take = (mark: number): boolean => {
      if (!knownMarks?.has(mark)) marks.push(mark);
      if (marks.length < 64) return false;
      next = mark + 1;
      return true;
    };
    tree.some(xmin, ymin, xmax, ymax, take, from);
    for (const mark of marks) probe(xy[2 * mark]!, xy[2 * mark + 1]!);
    from = next;
    yield;
  }
}

/** Add the intersections of a geometry with the exterior of a geometry of lower dimension. */
function addLarger(larger: Side, smaller: Side, add: (where: Where, dimension: number) => void): void {
  if (larger.dimension <= smaller.dimension || larger.geometry.xy.length === 0) return;
  add(inside, larger.dimension);
  if (larger.dimension - smaller.dimension === 2) add(boundary, 1);
}

/** Add the intersections of a geometry with the exterior of a geometry whose extent it exceeds. */
function addOutside(
  { dimension, extent, ends }: Side,
  other: Extent,
  add: (where: Where, dimension: number) => void,
): void {
  if (!covers(other, extent)) {
    add(inside, dimension);
    if (dimension === 2) add(boundary, 1);
  }
  if (!covers(other, ends.extent)) add(boundary, 0);
}

/** Return the part that contains a vertex. */
const findPart = ({ geometry: { partOffsets } }: Side, vertex: number): number =>
  firstFrom(partOffsets, vertex + 1, 1, partOffsets.length - 1) - 1;

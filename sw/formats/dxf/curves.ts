import { arcChords, circleArc } from '../reading/shapes/chords.ts';
import { type DxfEntity, readGroupNumber } from './drawing.ts';

const turn = 2 * Math.PI;

/** Vertex of a polyline. The bulge of the segment to the next vertex is tan(a / 4) for an arc with the angle a. */
interface BulgeVertex {
  readonly x: number;
  readonly y: number;
  readonly bulge: number;
}

/** Return the path of a polyline as flat coordinates, with arcs as chords; empty without vertices. */
export function bulgePath(vertices: readonly BulgeVertex[], isClosed: boolean, tolerance: number): number[] {
  const [start] = vertices;
  if (!start) return [];
  const path = [start.x, start.y];
  for (let i = 0; i < vertices.length - (isClosed ? 0 : 1); i++) {
    const from = vertices[i]!;
    const to = vertices[(i + 1) % vertices.length]!;
    for (const value of bulgeChords(from, to, tolerance)) path.push(value);
  }
  return path;
}

function bulgeChords({ x, y, bulge }: BulgeVertex, to: BulgeVertex, tolerance: number): number[] {
  const [dx, dy] = [to.x - x, to.y - y];
  const chord = Math.hypot(dx, dy);
  // Some polylines repeat their first vertex at the end.
  if (chord === 0) return [];
  if (bulge === 0) return [to.x, to.y];
  // The center is on the perpendicular bisector of the chord.
  const offset = (1 - bulge * bulge) / (4 * bulge);
  const [cx, cy] = [x + dx / 2 - dy * offset, y + dy / 2 + dx * offset];
  const from = Math.atan2(y - cy, x - cx);
  const arc = circleArc(cx, cy, Math.hypot(x - cx, y - cy), from, 4 * Math.atan(bulge));
  return [...arcChords(arc, tolerance).slice(0, -2), to.x, to.y];
}

/** Return the path of an arc or circle as flat coordinates, from its center, radius and angles in degrees. */
export function circlePath(
  [x, y, radius]: readonly [number, number, number],
  [from, to]: readonly [number, number],
  tolerance: number,
): number[] {
  const start = (from * Math.PI) / 180;
  const sweep = computeSweep(start, (to * Math.PI) / 180);
  const path = arcChords(circleArc(x, y, radius, start, sweep), tolerance);
  const first = [x + radius * Math.cos(start), y + radius * Math.sin(start)];
  return closeFullTurn([...first, ...path], sweep);
}

/**
 * Return the path of an ellipse as flat coordinates, from its center, major axis, axis ratio and parameters in radians.
 */
export function ellipsePath(
  [x, y, majorX, majorY, ratio]: readonly [number, number, number, number, number],
  [from, to]: readonly [number, number],
  tolerance: number,
): number[] {
  const sweep = computeSweep(from, to);
  const [major, minor] = [[majorX, majorY] as const, [-majorY * ratio, majorX * ratio] as const];
  const [cos, sin] = [Math.cos(from), Math.sin(from)];
  const first = [x + major[0] * cos + minor[0] * sin, y + major[1] * cos + minor[1] * sin];
  return closeFullTurn([...first, ...arcChords({ x, y, major, minor, from, sweep }, tolerance)], sweep);
}

const computeSweep = (from: number, to: number): number => {
  const sweep = (to - from) % turn;
  return sweep > 1e-9 ? sweep : sweep + turn;
};

const closeFullTurn = (path: number[], sweep: number): number[] =>
  Math.abs(sweep - turn) < 1e-9 ? [...path.slice(0, -2), path[0]!, path[1]!] : path;

/** Planar spline by its control points, with one weight per point or none. */
interface Spline {
  readonly degree: number;
  readonly knots: readonly number[];
  readonly points: readonly number[];
  readonly weights: readonly number[];
}

const maxHalvings = 12;
const maxDegree = 11;

/**
 * Return the path of a spline as flat coordinates. If the number of its knots doesn't match, return its control points.
 */
export function splinePath(spline: Spline, tolerance: number): number[] {
  const { degree, knots, points } = spline;
  const count = points.length / 2;
  if (degree < 1 || degree > maxDegree || count <= degree || knots.length !== count + degree + 1) return [...points];
  const path = pointAt(spline, degree, knots[degree]!);
  for (let span = degree; span < count; span++) {
    const [from, to] = [knots[span]!, knots[span + 1]!];
    if (to > from)
      halve(spline, span, [from, pointAt(spline, span, from)], [to, pointAt(spline, span, to)], tolerance, 0, path);
  }
  return path;
}

type Sample = readonly [at: number, point: readonly number[]];

/** Halve a piece until the curve is near its chord at the quarters. Append its vertices after the first. */
function halve(
  spline: Spline,
  span: number,
  from: Sample,
  to: Sample,
  tolerance: number,
  depth: number,
  path: number[],
): void {
  const parameter = (from[0] + to[0]) / 2;
  const middle: Sample = [parameter, pointAt(spline, span, parameter)];
  const isFlat = [0.25, 0.5, 0.75].every((share) => {
    const [x, y] = pointAt(spline, span, from[0] + (to[0] - from[0]) * share);
    return distance(x!, y!, from[1], to[1]) <= tolerance / 2;
  });
  // At depth 0 or 1, an S-curve through the middle of its chord would seem flat.
  if ((isFlat && depth > 1) || depth >= maxHalvings) {
    path.push(to[1][0]!, to[1][1]!);
    return;
  }
  halve(spline, span, from, middle, tolerance, depth + 1, path);
  halve(spline, span, middle, to, tolerance, depth + 1, path);
}

function distance(x: number, y: number, [ax, ay]: readonly number[], [bx, by]: readonly number[]): number {
  const [dx, dy] = [bx! - ax!, by! - ay!];
  const length = Math.hypot(dx, dy);
  return length === 0 ? Math.hypot(x - ax!, y - ay!) : Math.abs((x - ax!) * dy - (y - ay!) * dx) / length;
}

/** Evaluate a spline by De Boor's algorithm, with weights as a third coordinate. */
function pointAt({ degree, knots, points, weights }: Spline, span: number, parameter: number): number[] {
  const rows: [number, number, number][] = [];
  for (let i = span - degree; i <= span; i++) {
    const weight = weights[i] ?? 1;
    rows.push([points[i * 2]! * weight, points[i * 2 + 1]! * weight, weight]);
  }
  for (let level = 1; level <= degree; level++)
    for (let i = degree; i >= level; i--) {
      const low = knots[span - degree + i]!;
      const high = knots[span + 1 + i - level]!;
      const share = high === low ? 0 : (parameter - low) / (high - low);
      rows[i] = rows[i]!.map((value, k) => rows[i - 1]![k]! * (1 - share) + value * share) as [number, number, number];
    }
  const [x, y, weight] = rows[degree]!;
  return [x / weight, y / weight];
}

/** Return the spline of an entity. Without control points, it's the line through its fit points. */
export function readSpline(entity: DxfEntity): Spline {
  const readNumbers = (code: number): number[] =>
    entity.values.flatMap((value, i) => (entity.codes[i] === code ? [Number(value)] : []));
  const pairs = (x: number[], y: number[]): number[] => x.flatMap((value, i) => [value, y[i] ?? Number.NaN]);
  const points = pairs(readNumbers(10), readNumbers(20));
  const fit = points.length === 0;
  return {
    degree: fit ? 1 : readGroupNumber(entity, 71, 3),
    knots: fit ? [] : readNumbers(40),
    points: fit ? pairs(readNumbers(11), readNumbers(21)) : points,
    weights: readNumbers(41),
  };
}

import type { Value } from '../../../contract/index.ts';

/** Maximum distance between a chord and its arc, in meters: 0.1 mm on a map at 1:500. */
const maxDeviation = 0.05;
const metersPerDegree = 111_320;
/** Maximum angle between vertices, so that small arcs look round, too. */
const maxStepRad = Math.PI / 36;
/** Maximum chords of one arc, so that an absurd radius can't fill the memory. */
const maxChords = 100_000;

/** Return the maximum distance of chords in the units of a CRS; units other than degrees count as meters. */
export const chordTolerance = (reference: Value<'SpatialReference'> | undefined): number =>
  reference?.type === 'GeographicCoordinateSystem' ? maxDeviation / metersPerDegree : maxDeviation;

/** An arc of a circle or an ellipse around a center. Angles are parameters in radians, counter-clockwise. */
interface Arc {
  readonly x: number;
  readonly y: number;
  /** Vector from the center to the point at angle 0. */
  readonly major: readonly [number, number];
  /** Vector from the center to the point at a quarter turn. */
  readonly minor: readonly [number, number];
  readonly from: number;
  readonly sweep: number;
}

/** Return the vertices of an arc except its first vertex, as flat coordinates. */
export function arcChords({ x, y, major, minor, from, sweep }: Arc, tolerance: number): number[] {
  const vertices: number[] = [];
  const steps = chordCount(Math.max(Math.hypot(...major), Math.hypot(...minor)), sweep, tolerance);
  for (let i = 1; i <= steps; i++) {
    const angle = from + (sweep * i) / steps;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    vertices.push(x + cos * major[0] + sin * minor[0], y + cos * major[1] + sin * minor[1]);
  }
  return vertices;
}

function chordCount(radius: number, sweep: number, tolerance: number): number {
  const step = radius <= tolerance ? maxStepRad : Math.min(maxStepRad, 2 * Math.acos(1 - tolerance / radius));
  return Math.min(maxChords, Math.max(1, Math.ceil(Math.abs(sweep) / Math.max(step, 1e-9))));
}

/** Create the arc of a circle; angles in radians. */
export const circleArc = (x: number, y: number, radius: number, from: number, sweep: number): Arc => ({
  x,
  y,
  major: [radius, 0],
  minor: [0, radius],
  from,
  sweep,
});

type Point = readonly [x: number, y: number];

/**
 * Return the vertices after `a` of the arc from `a` through `b` to `c`, flat. `b` and `c` are among them exactly. If
 * `a` equals `c`, it is a whole circle with `b` opposite. If the points are collinear, it is a line.
 */
function threePointChords([ax, ay]: Point, [bx, by]: Point, [cx, cy]: Point, tolerance: number): number[] {
  const isWhole = ax === cx && ay === cy;
  // Compute relative to `a`, because squares of large coordinates lose precision.
  const [ux, uy, vx, vy] = [bx - ax, by - ay, cx - ax, cy - ay];
  const cross = 2 * (ux * vy - uy * vx);
  const spread = (ux * ux + uy * uy) * (vx * vx + vy * vy);
  if (!isWhole && cross * cross <= spread * 1e-20) return [bx, by, cx, cy];
  const [u2, v2] = [ux * ux + uy * uy, vx * vx + vy * vy];
  const dx = isWhole ? ux / 2 : (vy * u2 - uy * v2) / cross;
  const dy = isWhole ? uy / 2 : (ux * v2 - vx * u2) / cross;
  const [x, y] = [ax + dx, ay + dy];
  const radius = Math.hypot(dx, dy);
  const angles = [Math.atan2(-dy, -dx), Math.atan2(uy - dy, ux - dx), Math.atan2(vy - dy, vx - dx)] as const;
  const turn = isWhole || cross > 0 ? 1 : -1;
  const sweepTo = (from: number, to: number): number => {
    const sweep = (turn * (to - from)) % (2 * Math.PI);
    return turn * (sweep < 0 ? sweep + 2 * Math.PI : sweep);
  };
  const half = (from: number, to: number, [endX, endY]: Point): number[] => {
    const vertices = arcChords(circleArc(x, y, radius, from, sweepTo(from, to)), tolerance);
    return [...vertices.slice(0, -2), endX, endY];
  };
  return [...half(angles[0], angles[1], [bx, by]), ...half(angles[1], angles[2], [cx, cy])];
}

/** Return the vertices of a string of three-point arcs that share their ends, as flat coordinates. */
export function arcStringChords(xy: readonly number[], tolerance: number): number[] {
  const vertices = xy.slice(0, 2);
  for (let start = 0; start + 5 < xy.length; start += 4) {
    const point = (i: number): Point => [xy[start + i * 2]!, xy[start + i * 2 + 1]!];
    for (const value of threePointChords(point(0), point(1), point(2), tolerance)) vertices.push(value);
  }
  return vertices;
}

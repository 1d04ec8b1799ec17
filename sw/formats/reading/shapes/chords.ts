import type { Value } from '../../../contract/index.ts';

/** The most that a chord is off its arc: a tenth of a millimetre on a map at 1:500, in metres and in degrees of latitude. */
const offMetres = 0.05;
const metresPerDegree = 111_320;
/** Small arcs are round, too. */
const widestStep = Math.PI / 36;
/** Of one arc, so that a radius of nonsense fills no memory. */
const mostChords = 100_000;

/** How far chords may be off in the units of a reference; those that are no degrees are taken for metres. */
export const chordTolerance = (reference: Value<'SpatialReference'> | undefined): number =>
  reference?.type === 'GeographicCoordinateSystem' ? offMetres / metresPerDegree : offMetres;

/** An arc of a circle or an ellipse about a centre; angles in radians of the parameter, counter-clockwise. */
interface Arc {
  readonly x: number;
  readonly y: number;
  /** From the centre to where the angle is 0. */
  readonly major: readonly [number, number];
  /** From the centre to where the angle is a quarter turn. */
  readonly minor: readonly [number, number];
  readonly from: number;
  readonly sweep: number;
}

/** The vertices of an arc after its first, flat. */
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
  const step = radius <= tolerance ? widestStep : Math.min(widestStep, 2 * Math.acos(1 - tolerance / radius));
  return Math.min(mostChords, Math.max(1, Math.ceil(Math.abs(sweep) / Math.max(step, 1e-9))));
}

/** The arc of a circle. */
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
 * The vertices, flat, of the arc from `a` through `b` to `c`, after `a`; `b` and `c` are among them exactly. Where `a` and `c` are the
 * same it is a whole circle with `b` opposite, and where all are on a line it is that line.
 */
function threePointChords([ax, ay]: Point, [bx, by]: Point, [cx, cy]: Point, tolerance: number): number[] {
  const isWhole = ax === cx && ay === cy;
  // Relative to `a`: coordinates are large, and their squares lose what counts.
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

/** The vertices, flat, of a string of arcs of three points each, which share their ends. */
export function arcStringChords(xy: readonly number[], tolerance: number): number[] {
  const vertices = xy.slice(0, 2);
  for (let at = 0; at + 5 < xy.length; at += 4) {
    const point = (i: number): Point => [xy[at + i * 2]!, xy[at + i * 2 + 1]!];
    for (const value of threePointChords(point(0), point(1), point(2), tolerance)) vertices.push(value);
  }
  return vertices;
}

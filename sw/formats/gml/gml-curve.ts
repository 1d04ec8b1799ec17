import { arcChords, arcStringChords, circleArc } from '../reading/shapes/chords.ts';
import { type Drawing, first, follow, reversedPath } from './gml-drawing.ts';
import { attributeOf, childrenNamed, type GmlNode } from './gml-node.ts';
import { positionsOf } from './gml-positions.ts';

/** Tell whether an element is a curve. */
export const isCurve = (name: string): boolean => curves.has(name);

const curves = new Set(['LineString', 'LinearRing', 'Curve', 'CompositeCurve', 'OrientableCurve', 'Ring']);
const straight = new Set(['LineStringSegment', 'Geodesic', 'GeodesicString', 'LineString', 'LinearRing']);

/**
 * The path of a curve, arcs as chords.
 *
 * @throws {Fault} `bad-geometry` naming the line
 */
export function curvePath(node: GmlNode, drawing: Drawing): number[] {
  const here = drawing.within(node);
  switch (node.name) {
    case 'Curve':
      return joined(
        childrenNamed(node, 'segments').flatMap(({ children }) => children.map((one) => segmentPath(one, here))),
      );
    case 'CompositeCurve':
    case 'Ring':
      return joined(
        childrenNamed(node, 'curveMember', 'curveMembers').flatMap((member) =>
          follow(member, here).map((one) => curvePath(one, here)),
        ),
      );
    case 'OrientableCurve': {
      const base = first(childrenNamed(node, 'baseCurve').flatMap((member) => follow(member, here)));
      const path = base ? curvePath(base, here) : [];
      return attributeOf(node, 'orientation') === '-' ? reversedPath(path) : path;
    }
    default:
      return segmentPath(node, here);
  }
}

/** Put paths together that share their ends. */
function joined(paths: readonly (readonly number[])[]): number[] {
  const whole: number[] = [];
  for (const path of paths) {
    const isShared = whole.length > 0 && whole[whole.length - 2] === path[0] && whole[whole.length - 1] === path[1];
    for (let at = isShared ? 2 : 0; at < path.length; at++) whole.push(path[at]!);
  }
  return whole;
}

function segmentPath(node: GmlNode, drawing: Drawing): number[] {
  const here = drawing.within(node);
  const xy = positionsOf(node, here);
  if (straight.has(node.name)) return xy;
  here.seen.curves++;
  const { tolerance } = here;
  if (node.name === 'Arc' || node.name === 'ArcString') return arcStringChords(xy, tolerance);
  // Three points of a circle: from the last back to the first.
  if (node.name === 'Circle' && xy.length >= 6) return circleThrough(xy, tolerance);
  if (node.name === 'ArcByCenterPoint' || node.name === 'CircleByCenterPoint') return centredPath(node, xy, here);
  // Splines and the like: their control points are all that is known of them here.
  here.seen.unreadable.add(node.name);
  return xy;
}

function circleThrough(xy: readonly number[], tolerance: number): number[] {
  const whole = arcStringChords(xy, tolerance);
  const [ax, ay, bx, by, cx, cy] = xy as [number, number, number, number, number, number];
  const cross = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
  const [ux, uy, vx, vy] = [bx - ax, by - ay, cx - ax, cy - ay];
  if (cross === 0) return whole;
  const dx = (vy * (ux * ux + uy * uy) - uy * (vx * vx + vy * vy)) / (2 * cross);
  const dy = (ux * (vx * vx + vy * vy) - vx * (ux * ux + uy * uy)) / (2 * cross);
  const [from, to] = [Math.atan2(vy - dy, vx - dx), Math.atan2(-dy, -dx)];
  const turn = Math.sign(cross);
  const sweep = (((turn * (to - from)) % (2 * Math.PI)) + 2 * Math.PI) % (2 * Math.PI);
  const rest = arcChords(circleArc(ax + dx, ay + dy, Math.hypot(dx, dy), from, turn * sweep), tolerance);
  return [...whole, ...rest.slice(0, -2), ax, ay];
}

const metresPerDegree = 111_320;

/** Angles are degrees counter-clockwise from the x axis, as GDAL takes them. */
function centredPath(node: GmlNode, [x = Number.NaN, y = Number.NaN]: readonly number[], drawing: Drawing): number[] {
  const number = (name: string, missing: number): number => {
    const child = first(childrenNamed(node, name));
    return child ? Number(child.text) : missing;
  };
  const radius = number('radius', Number.NaN);
  const isWhole = node.name === 'CircleByCenterPoint';
  const from = isWhole ? 0 : number('startAngle', Number.NaN);
  const to = isWhole ? 360 : number('endAngle', Number.NaN);
  if (![x, y, radius, from, to].every(Number.isFinite)) throw drawing.fault(node, node.text.trim() || node.name);
  const uom = first(childrenNamed(node, 'radius'));
  // A radius in metres about a centre in degrees.
  const isMixed = drawing.isGeographic && /^(?:m|metre|meter|.*:9001)$/i.test((uom && attributeOf(uom, 'uom')) ?? '');
  const tall = isMixed ? radius / metresPerDegree : radius;
  const wide = isMixed ? tall / Math.max(0.001, Math.cos((y * Math.PI) / 180)) : radius;
  const arc = {
    ...circleArc(x, y, radius, (from * Math.PI) / 180, ((to - from) * Math.PI) / 180),
    major: [wide, 0] as const,
    minor: [0, tall] as const,
  };
  const start = [x + Math.cos(arc.from) * wide, y + Math.sin(arc.from) * tall];
  const path = [...start, ...arcChords(arc, drawing.tolerance)];
  return isWhole ? [...path.slice(0, -2), start[0]!, start[1]!] : path;
}

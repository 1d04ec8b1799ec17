import { coordinateTuples } from '../reading/coordinate-tuples.ts';
import type { ShapeMember } from '../reading/member-shape.ts';
import { arcChords, arcStringChords, circleArc } from '../reading/shapes/chords.ts';
import { attributeOf, childrenOf, type XmlNode } from '../reading/xml.ts';
import { type Drawing, first, follow, reversedPath } from './gml-drawing.ts';

/** Return whether an element is a curve. */
const isCurve = (name: string): boolean => curves.has(name);

const curves = new Set(['LineString', 'LinearRing', 'Curve', 'CompositeCurve', 'OrientableCurve', 'Ring']);
const straight = new Set(['LineStringSegment', 'Geodesic', 'GeodesicString', 'LineString', 'LinearRing']);

/**
 * Return the path of a curve, with arcs as chords.
 *
 * @throws {Fault} `bad-geometry` naming the line
 */
function curvePath(node: XmlNode, drawing: Drawing): number[] {
  const here = drawing.within(node);
  switch (node.name) {
    case 'Curve':
      return joined(
        childrenOf(node, 'segments').flatMap(({ children }) => children.map((one) => segmentPath(one, here))),
      );
    case 'CompositeCurve':
    case 'Ring':
      return joined(
        childrenOf(node, 'curveMember', 'curveMembers').flatMap((member) =>
          follow(member, here).map((one) => curvePath(one, here)),
        ),
      );
    case 'OrientableCurve': {
      const base = first(childrenOf(node, 'baseCurve').flatMap((member) => follow(member, here)));
      const path = base ? curvePath(base, here) : [];
      return attributeOf(node, 'orientation') === '-' ? reversedPath(path) : path;
    }
    default:
      return segmentPath(node, here);
  }
}

/** Join paths that share their ends. */
function joined(paths: readonly (readonly number[])[]): number[] {
  const whole: number[] = [];
  for (const path of paths) {
    const isShared = whole.length > 0 && whole[whole.length - 2] === path[0] && whole[whole.length - 1] === path[1];
    for (let at = isShared ? 2 : 0; at < path.length; at++) whole.push(path[at]!);
  }
  return whole;
}

function segmentPath(node: XmlNode, drawing: Drawing): number[] {
  const here = drawing.within(node);
  const xy = positionsOf(node, here);
  if (straight.has(node.name)) return xy;
  here.seen.curves++;
  const { tolerance } = here;
  if (node.name === 'Arc' || node.name === 'ArcString') return arcStringChords(xy, tolerance);
  // A circle has three points; close it from the last back to the first.
  if (node.name === 'Circle' && xy.length >= 6) return circleThrough(xy, tolerance);
  if (node.name === 'ArcByCenterPoint' || node.name === 'CircleByCenterPoint') return centredPath(node, xy, here);
  // Only the control points of splines and similar curves are drawn.
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

/** Return the path of an arc around a center. Angles are degrees counter-clockwise from the x axis, as in GDAL. */
function centredPath(node: XmlNode, [x = Number.NaN, y = Number.NaN]: readonly number[], drawing: Drawing): number[] {
  const number = (name: string, missing: number): number => {
    const child = first(childrenOf(node, name));
    return child ? Number(child.text) : missing;
  };
  const radius = number('radius', Number.NaN);
  const isWhole = node.name === 'CircleByCenterPoint';
  const from = isWhole ? 0 : number('startAngle', Number.NaN);
  const to = isWhole ? 360 : number('endAngle', Number.NaN);
  if (![x, y, radius, from, to].every(Number.isFinite)) throw drawing.fault(node, node.text.trim() || node.name);
  const uom = first(childrenOf(node, 'radius'));
  // The radius is in meters, but the center in degrees.
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

const polygons = new Set(['Polygon', 'PolygonPatch', 'Triangle', 'Rectangle']);
const surfaces = new Set(['Surface', 'PolyhedralSurface', 'TriangulatedSurface', 'Tin']);
const collections = new Set([
  ...['MultiPoint', 'MultiLineString', 'MultiCurve', 'MultiPolygon', 'MultiSurface', 'MultiGeometry'],
  ...['CompositeSurface', 'OrientableSurface', 'Shell', 'GeometricComplex'],
]);
const solids = new Set(['Solid', 'MultiSolid', 'CompositeSolid', 'Grid', 'RectifiedGrid']);

/** Return whether an element is a geometry. */
export const isGeometry = ({ name }: XmlNode): boolean =>
  name === 'Point' ||
  isCurve(name) ||
  polygons.has(name) ||
  surfaces.has(name) ||
  collections.has(name) ||
  solids.has(name);

/**
 * Return the members of a geometry of GML 2, 3.1 or 3.2; an empty one has none. Solids are left out and noted in
 * `seen`.
 *
 * @throws {Fault} `bad-geometry` naming the line
 */
export function geometryMembers(node: XmlNode, drawing: Drawing, depth = 0): ShapeMember[] {
  const here = drawing.within(node);
  const { name } = node;
  if (name === 'Point') {
    const xy = positionsOf(node, here);
    return xy.length === 0 ? [] : [{ family: 'points', paths: [xy.slice(0, 2)] }];
  }
  if (isCurve(name)) {
    const path = curvePath(node, drawing);
    return path.length === 0 ? [] : [{ family: 'lines', paths: [path] }];
  }
  if (polygons.has(name)) return polygonOf(node, here);
  if (surfaces.has(name)) {
    const patches = childrenOf(node, 'patches', 'trianglePatches', 'polygonPatches');
    return patches.flatMap(({ children }) => children.flatMap((patch) => polygonOf(patch, here.within(patch))));
  }
  if (collections.has(name) && depth < 16) {
    const members = node.children.filter((child) => /^(?:\w*Members?|element|baseSurface)$/.test(child.name));
    return members.flatMap((member) => follow(member, here).flatMap((one) => geometryMembers(one, here, depth + 1)));
  }
  here.seen.unreadable.add(name);
  return [];
}

function polygonOf(node: XmlNode, here: Drawing): ShapeMember[] {
  const ringsOf = (...names: readonly string[]): number[][] =>
    childrenOf(node, ...names).flatMap((boundary) =>
      follow(boundary, here)
        .filter(({ name }) => isCurve(name))
        .map((ring) => curvePath(ring, here)),
    );
  const outer = ringsOf('exterior', 'outerBoundaryIs');
  if (outer.length === 0 || outer[0]!.length === 0) return [];
  return [{ family: 'polygons', paths: [...outer, ...ringsOf('interior', 'innerBoundaryIs')] }];
}

/**
 * Return the positions directly in an element as flat x, y, in the forms of GML 2 and 3.
 *
 * @returns empty if there are none
 * @throws {Fault} `bad-geometry` naming the line
 */
function positionsOf(node: XmlNode, drawing: Drawing): number[] {
  const lists = childrenOf(node, 'posList', 'coordinates');
  if (lists.length > 0) return lists.flatMap((list) => listOf(list, drawing.within(list)));
  const xy: number[] = [];
  for (const child of node.children) {
    const here = drawing.within(child);
    if (child.name === 'pos') add(xy, numbersOf(child, here), here, child);
    else if (child.name === 'coord') {
      const values = ['X', 'Y'].map((name) => Number(first(childrenOf(child, name))?.text || Number.NaN));
      add(xy, values, here, child);
    } else if (child.name === 'pointProperty' || child.name === 'pointRep')
      for (const point of child.children) for (const value of positionsOf(point, here.within(point))) xy.push(value);
  }
  return xy;
}

function add(xy: number[], [a = Number.NaN, b = Number.NaN, ...more]: readonly number[], here: Drawing, node: XmlNode) {
  if (!Number.isFinite(a) || !Number.isFinite(b)) throw here.fault(node, node.text.trim());
  if (more.length > 0) here.seen.heights++;
  if (here.srs?.isTurned) xy.push(b, a);
  else xy.push(a, b);
}

function listOf(list: XmlNode, here: Drawing): number[] {
  const rows = list.name === 'coordinates' ? tuplesOf(list) : undefined;
  const xy: number[] = [];
  if (rows) {
    for (const row of rows) add(xy, row, here, list);
    return xy;
  }
  const numbers = numbersOf(list, here);
  const dimension = here.dimension ?? here.srs?.dimension ?? 2;
  if (!(dimension >= 2 && dimension <= 4) || numbers.length % dimension > 0)
    throw here.fault(list, `${numbers.length} numbers`);
  if (dimension > 2 && numbers.length > 0) here.seen.heights++;
  const [x, y] = here.srs?.isTurned ? [1, 0] : [0, 1];
  for (let at = 0; at < numbers.length; at += dimension) xy.push(numbers[at + x]!, numbers[at + y]!);
  return xy;
}

function numbersOf(node: XmlNode, here: Drawing): number[] {
  const text = node.text.trim();
  if (text === '') return [];
  const numbers = text.split(/\s+/).map(Number);
  if (!numbers.every(Number.isFinite))
    throw here.fault(node, text.split(/\s+/).find((one) => !Number.isFinite(Number(one)))!);
  return numbers;
}

/** Split `1,2 3,4` by the separators that the element declares. */
function tuplesOf(node: XmlNode): number[][] {
  const [decimal, cs, ts] = ['decimal', 'cs', 'ts'].map((name) => attributeOf(node, name));
  const text = node.text.trim();
  if (text === '') return [];
  const tuples = ts === undefined || /^\s*$/.test(ts) ? coordinateTuples(text) : text.split(ts);
  return tuples
    .map((tuple) => tuple.trim())
    .filter(Boolean)
    .map((tuple) =>
      tuple.split(cs || ',').map((part) => Number(decimal && decimal !== '.' ? part.replace(decimal, '.') : part)),
    );
}

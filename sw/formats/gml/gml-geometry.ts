import { coordinateTuples } from '../reading/coordinate-tuples.ts';
import type { ShapeMember } from '../reading/member-shape.ts';
import { arcChords, arcStringChords, circleArc } from '../reading/shapes/chords.ts';
import { findChildren, getAttribute, type XmlNode } from '../reading/xml.ts';
import { type Drawing, first, follow, reversePath } from './gml-drawing.ts';

/** Check whether an element is a curve. */
const isCurve = (name: string): boolean => curves.has(name);

const curves = new Set(['LineString', 'LinearRing', 'Curve', 'CompositeCurve', 'OrientableCurve', 'Ring']);
const straight = new Set(['LineStringSegment', 'Geodesic', 'GeodesicString', 'LineString', 'LinearRing']);

/**
 * Return the path of a curve, with arcs as chords.
 *
 * @throws {Fault} `bad-geometry` naming the line
 */
function curvePath(node: XmlNode, drawing: Drawing): number[] {
  const inner = drawing.within(node);
  switch (node.name) {
    case 'Curve':
      return joinPaths(
        findChildren(node, 'segments').flatMap(({ children }) =>
          children.map((segment) => segmentPath(segment, inner)),
        ),
      );
    case 'CompositeCurve':
    case 'Ring':
      return joinPaths(
        findChildren(node, 'curveMember', 'curveMembers').flatMap((member) =>
          follow(member, inner).map((curve) => curvePath(curve, inner)),
        ),
      );
    case 'OrientableCurve': {
      const base = first(findChildren(node, 'baseCurve').flatMap((member) => follow(member, inner)));
      const path = base ? curvePath(base, inner) : [];
      return getAttribute(node, 'orientation') === '-' ? reversePath(path) : path;
    }
    default:
      return segmentPath(node, inner);
  }
}

/** Join paths that share their ends. */
function joinPaths(paths: readonly (readonly number[])[]): number[] {
  const whole: number[] = [];
  for (const path of paths) {
    const isShared = whole.length > 0 && whole[whole.length - 2] === path[0] && whole[whole.length - 1] === path[1];
    for (let i = isShared ? 2 : 0; i < path.length; i++) whole.push(path[i]!);
  }
  return whole;
}

function segmentPath(node: XmlNode, drawing: Drawing): number[] {
  const inner = drawing.within(node);
  const xy = readPositions(node, inner);
  if (straight.has(node.name)) return xy;
  inner.seen.curves++;
  const { tolerance } = inner;
  if (node.name === 'Arc' || node.name === 'ArcString') return arcStringChords(xy, tolerance);
  // A circle has three points; close it from the last back to the first.
  if (node.name === 'Circle' && xy.length >= 6) return circleThrough(xy, tolerance);
  if (node.name === 'ArcByCenterPoint' || node.name === 'CircleByCenterPoint') return arcByCenterPath(node, xy, inner);
  // Only the control points of splines and similar curves are drawn.
  inner.seen.unreadable.add(node.name);
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

const metersPerDegree = 111_320;

/** Return the path of an arc around a center. Angles are degrees counter-clockwise from the x axis, as in GDAL. */
function arcByCenterPath(
  node: XmlNode,
  [x = Number.NaN, y = Number.NaN]: readonly number[],
  drawing: Drawing,
): number[] {
  const number = (name: string, missing: number): number => {
    const child = first(findChildren(node, name));
    return child ? Number(child.text) : missing;
  };
  const radius = number('radius', Number.NaN);
  const isWhole = node.name === 'CircleByCenterPoint';
  const from = isWhole ? 0 : number('startAngle', Number.NaN);
  const to = isWhole ? 360 : number('endAngle', Number.NaN);
  if (![x, y, radius, from, to].every(Number.isFinite)) throw drawing.fault(node, node.text.trim() || node.name);
  const uom = first(findChildren(node, 'radius'));
  // The radius is in meters, but the center in degrees.
  const isMixed = drawing.isGeographic && /^(?:m|metre|meter|.*:9001)$/i.test((uom && getAttribute(uom, 'uom')) ?? '');
  const tall = isMixed ? radius / metersPerDegree : radius;
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

/** Check whether an element is a geometry. */
export const isGeometry = ({ name }: XmlNode): boolean =>
  name === 'Point' ||
  isCurve(name) ||
  polygons.has(name) ||
  surfaces.has(name) ||
  collections.has(name) ||
  solids.has(name);

/**
 * Return the members of a geometry of GML 2, 3.1 or 3.2; an empty geometry has none. Solids are left out and noted in
 * `seen`.
 *
 * @throws {Fault} `bad-geometry` naming the line, if the geometry can't be read
 */
export function geometryMembers(node: XmlNode, drawing: Drawing, depth = 0): ShapeMember[] {
  const inner = drawing.within(node);
  const { name } = node;
  if (name === 'Point') {
    const xy = readPositions(node, inner);
    return xy.length === 0 ? [] : [{ family: 'points', paths: [xy.slice(0, 2)] }];
  }
  if (isCurve(name)) {
    const path = curvePath(node, drawing);
    return path.length === 0 ? [] : [{ family: 'lines', paths: [path] }];
  }
  if (polygons.has(name)) return readPolygon(node, inner);
  if (surfaces.has(name)) {
    const patches = findChildren(node, 'patches', 'trianglePatches', 'polygonPatches');
    return patches.flatMap(({ children }) => children.flatMap((patch) => readPolygon(patch, inner.within(patch))));
  }
  if (collections.has(name) && depth < 16) {
    const members = node.children.filter((child) => /^(?:\w*Members?|element|baseSurface)$/.test(child.name));
    return members.flatMap((member) =>
      follow(member, inner).flatMap((child) => geometryMembers(child, inner, depth + 1)),
    );
  }
  inner.seen.unreadable.add(name);
  return [];
}

function readPolygon(node: XmlNode, drawing: Drawing): ShapeMember[] {
  const readRings = (...names: readonly string[]): number[][] =>
    findChildren(node, ...names).flatMap((boundary) =>
      follow(boundary, drawing)
        .filter(({ name }) => isCurve(name))
        .map((ring) => curvePath(ring, drawing)),
    );
  const outer = readRings('exterior', 'outerBoundaryIs');
  if (outer.length === 0 || outer[0]!.length === 0) return [];
  return [{ family: 'polygons', paths: [...outer, ...readRings('interior', 'innerBoundaryIs')] }];
}

/**
 * Return the positions directly in an element as flat x, y, in the forms of GML 2 and 3.
 *
 * @returns empty if there are none
 * @throws {Fault} `bad-geometry` naming the line
 */
function readPositions(node: XmlNode, drawing: Drawing): number[] {
  const lists = findChildren(node, 'posList', 'coordinates');
  if (lists.length > 0) return lists.flatMap((list) => readCoordinateList(list, drawing.within(list)));
  const xy: number[] = [];
  for (const child of node.children) {
    const inner = drawing.within(child);
    if (child.name === 'pos') add(xy, parseNumbers(child, inner), inner, child);
    else if (child.name === 'coord') {
      const values = ['X', 'Y'].map((name) => Number(first(findChildren(child, name))?.text || Number.NaN));
      add(xy, values, inner, child);
    } else if (child.name === 'pointProperty' || child.name === 'pointRep')
      for (const point of child.children) for (const value of readPositions(point, inner.within(point))) xy.push(value);
  }
  return xy;
}

function add(
  xy: number[],
  [a = Number.NaN, b = Number.NaN, ...more]: readonly number[],
  drawing: Drawing,
  node: XmlNode,
) {
  if (!Number.isFinite(a) || !Number.isFinite(b)) throw drawing.fault(node, node.text.trim());
  if (more.length > 0) drawing.seen.heights++;
  if (drawing.srs?.isSwapped) xy.push(b, a);
  else xy.push(a, b);
}

function readCoordinateList(list: XmlNode, drawing: Drawing): number[] {
  const rows = list.name === 'coordinates' ? splitTuples(list) : undefined;
  const xy: number[] = [];
  if (rows) {
    for (const row of rows) add(xy, row, drawing, list);
    return xy;
  }
  const numbers = parseNumbers(list, drawing);
  const dimension = drawing.dimension ?? drawing.srs?.dimension ?? 2;
  if (!(dimension >= 2 && dimension <= 4) || numbers.length % dimension > 0)
    throw drawing.fault(list, `${numbers.length} numbers`);
  if (dimension > 2 && numbers.length > 0) drawing.seen.heights++;
  const [x, y] = drawing.srs?.isSwapped ? [1, 0] : [0, 1];
  for (let i = 0; i < numbers.length; i += dimension) xy.push(numbers[i + x]!, numbers[i + y]!);
  return xy;
}

function parseNumbers(node: XmlNode, drawing: Drawing): number[] {
  const text = node.text.trim();
  if (text === '') return [];
  const numbers = text.split(/\s+/).map(Number);
  if (!numbers.every(Number.isFinite))
    throw drawing.fault(node, text.split(/\s+/).find((token) => !Number.isFinite(Number(token)))!);
  return numbers;
}

/** Split `1,2 3,4` by the separators that the element declares. */
function splitTuples(node: XmlNode): number[][] {
  const [decimal, cs, ts] = ['decimal', 'cs', 'ts'].map((name) => getAttribute(node, name));
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

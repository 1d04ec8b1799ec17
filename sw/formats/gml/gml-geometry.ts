import type { ShapeMember } from '../reading/member-shape.ts';
import { curvePath, isCurve } from './gml-curve.ts';
import { type Drawing, follow } from './gml-drawing.ts';
import { childrenNamed, type GmlNode } from './gml-node.ts';
import { positionsOf } from './gml-positions.ts';

const polygons = new Set(['Polygon', 'PolygonPatch', 'Triangle', 'Rectangle']);
const surfaces = new Set(['Surface', 'PolyhedralSurface', 'TriangulatedSurface', 'Tin']);
const collections = new Set([
  ...['MultiPoint', 'MultiLineString', 'MultiCurve', 'MultiPolygon', 'MultiSurface', 'MultiGeometry'],
  ...['CompositeSurface', 'OrientableSurface', 'Shell', 'GeometricComplex'],
]);
const solids = new Set(['Solid', 'MultiSolid', 'CompositeSolid', 'Grid', 'RectifiedGrid']);

/** Tell whether an element is a geometry. */
export const isGeometry = ({ name }: GmlNode): boolean =>
  name === 'Point' ||
  isCurve(name) ||
  polygons.has(name) ||
  surfaces.has(name) ||
  collections.has(name) ||
  solids.has(name);

/**
 * The members of a geometry of GML 2, 3.1 or 3.2; an empty one has none. Solids are left out and noted in `seen`.
 *
 * @throws {Fault} `bad-geometry` naming the line
 */
export function geometryMembers(node: GmlNode, drawing: Drawing, depth = 0): ShapeMember[] {
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
    const patches = childrenNamed(node, 'patches', 'trianglePatches', 'polygonPatches');
    return patches.flatMap(({ children }) => children.flatMap((patch) => polygonOf(patch, here.within(patch))));
  }
  if (collections.has(name) && depth < 16) {
    const members = node.children.filter((child) => /^(?:\w*Members?|element|baseSurface)$/.test(child.name));
    return members.flatMap((member) => follow(member, here).flatMap((one) => geometryMembers(one, here, depth + 1)));
  }
  here.seen.unreadable.add(name);
  return [];
}

function polygonOf(node: GmlNode, here: Drawing): ShapeMember[] {
  const ringsOf = (...names: readonly string[]): number[][] =>
    childrenNamed(node, ...names).flatMap((boundary) =>
      follow(boundary, here)
        .filter(({ name }) => isCurve(name))
        .map((ring) => curvePath(ring, here)),
    );
  const outer = ringsOf('exterior', 'outerBoundaryIs');
  if (outer.length === 0 || outer[0]!.length === 0) return [];
  return [{ family: 'polygons', paths: [...outer, ...ringsOf('interior', 'innerBoundaryIs')] }];
}

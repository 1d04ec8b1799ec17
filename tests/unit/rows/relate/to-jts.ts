import Coordinate from 'jsts/org/locationtech/jts/geom/Coordinate.js';
import GeometryFactory from 'jsts/org/locationtech/jts/geom/GeometryFactory.js';
import RelateOp from 'jsts/org/locationtech/jts/operation/relate/RelateOp.js';
import type { Extent } from '../../../../sw/geometry/extent.ts';
import { extentOfVertices, type SingleGeometry, singleGeometry } from '../../../../sw/geometry/single-geometry.ts';
import { type EdgeTree, edgeTree } from '../../../../sw/rows/relate/edge-tree.ts';
import { runAtOnce } from '../../../../sw/scheduler.ts';

const factory = new GeometryFactory();

/**
 * Compute the matrix of two geometries with jsts. For lines that overlap in one place and cross in another, it (like
 * GEOS) sometimes reports that their interiors share only points; this is corrected.
 */
export function matrixOfJts(a: SingleGeometry, b: SingleGeometry): string {
  const matrix = RelateOp.relate(toJts(a), toJts(b)).toString();
  return a.kind === 'polyline' && b.kind === 'polyline' && shareStretch(a, b) ? `1${matrix.slice(1)}` : matrix;
}

/** Check whether edges of two lines overlap for some length; exact for whole numbers. */
export function shareStretch(a: SingleGeometry, b: SingleGeometry): boolean {
  return listEdges(a).some(([ax, ay, bx, by]) =>
    listEdges(b).some(([cx, cy, dx, dy]) => {
      const [x, y] = [bx - ax, by - ay];
      const beside = (px: number, py: number): number => x * (py - ay) - y * (px - ax);
      if ((x === 0 && y === 0) || beside(cx, cy) !== 0 || beside(dx, dy) !== 0) return false;
      const along = (px: number, py: number): number => x * (px - ax) + y * (py - ay);
      const [from, to] = [along(cx, cy), along(dx, dy)].sort((first, second) => first - second);
      return Math.max(0, from!) < Math.min(along(bx, by), to!);
    }),
  );
}

function listEdges({ xy, partOffsets }: SingleGeometry): [number, number, number, number][] {
  const edges: [number, number, number, number][] = [];
  for (let part = 0; part + 1 < partOffsets.length; part++)
    for (let v = partOffsets[part]!; v + 1 < partOffsets[part + 1]!; v++)
      edges.push([xy[2 * v]!, xy[2 * v + 1]!, xy[2 * v + 2]!, xy[2 * v + 3]!]);
  return edges;
}

/** Build a jsts geometry. Rings are sorted into shells and holes by nesting. */
export function toJts(geometry: SingleGeometry): object {
  const { kind, xy, partOffsets } = geometry;
  const coordinates = (part: number): Coordinate[] => {
    const list: Coordinate[] = [];
    for (let v = partOffsets[part]!; v < partOffsets[part + 1]!; v++) {
      list.push(new Coordinate(xy[2 * v]!, xy[2 * v + 1]!));
    }
    return list;
  };
  const numbers = Array.from({ length: partOffsets.length - 1 }, (_, i) => i);
  if (kind === 'polygon') return polygons(geometry, numbers, (part) => factory.createLinearRing(coordinates(part)));
  if (kind === 'polyline') {
    const lines = numbers.map((part) => factory.createLineString(coordinates(part)));
    return lines.length === 1 ? lines[0]! : factory.createMultiLineString(lines);
  }
  const points = numbers.map((part) => factory.createPoint(coordinates(part)[0]!));
  return points.length === 1 ? points[0]! : factory.createMultiPoint(points);
}

function polygons(
  { xy, partOffsets }: SingleGeometry,
  numbers: readonly number[],
  ring: (part: number) => object,
): object {
  if (numbers.length === 1) return factory.createPolygon(ring(numbers[0]!), []);
  const rings = numbers.map((part): Ring => {
    const partRing = xy.subarray(2 * partOffsets[part]!, 2 * partOffsets[part + 1]!);
    return { part, own: partRing, extent: extentOfVertices(partRing)!, area: computeArea(partRing), holes: [] };
  });
  const trees = new Map<Ring, EdgeTree>();
  const shells: Ring[] = [];
  for (const candidate of rings) {
    // A ring inside an even number of others is a shell, otherwise a hole in the smallest of them.
    let depth = 0;
    let owner: Ring | undefined;
    for (const other of rings) {
      if (other === candidate || !covers(other.extent, candidate.extent)) continue;
      const tree = trees.get(other) ?? runAtOnce(edgeTree(singleGeometry('polygon', [other.own])));
      trees.set(other, tree);
      if (!liesIn(candidate.own, tree)) continue;
      depth++;
      if (!owner || other.area < owner.area) owner = other;
    }
    if (depth % 2 === 1) owner!.holes.push(ring(candidate.part));
    else shells.push(candidate);
  }
  const made = shells.map(({ part, holes }) => factory.createPolygon(ring(part), holes));
  return made.length === 1 ? made[0]! : factory.createMultiPolygon(made);
}

interface Ring {
  readonly part: number;
  readonly own: Float64Array;
  readonly extent: Extent;
  readonly area: number;
  readonly holes: object[];
}

const covers = (a: Extent, b: Extent): boolean => a[0] <= b[0] && a[1] <= b[1] && a[2] >= b[2] && a[3] >= b[3];

function computeArea(ring: Float64Array): number {
  let twice = 0;
  for (let i = 2; i + 3 < ring.length; i += 2) {
    twice += (ring[i]! - ring[0]!) * (ring[i + 3]! - ring[1]!) - (ring[i + 2]! - ring[0]!) * (ring[i + 1]! - ring[1]!);
  }
  return Math.abs(twice);
}

/** Return whether a ring is inside another. They may share vertices, so the first unshared one decides. */
function liesIn(ring: Float64Array, other: EdgeTree): boolean {
  for (let i = 0; i < ring.length; i += 2) {
    const location = other.locate(ring[i]!, ring[i + 1]!);
    if (location !== 'boundary') return location === 'inside';
  }
  return false;
}

import type { Extent } from '../../geometry/extent.ts';
import { extentOfVertices, type OneGeometry, oneGeometry } from '../../geometry/one-geometry.ts';
import type { Steps } from '../steps.ts';
import { type EdgeTree, edgeTree } from './edge-tree.ts';
import {
  coordinate,
  linearRing,
  lineString,
  multiLineString,
  multiPoint,
  multiPolygon,
  point,
  polygon,
} from './jts.ts';

type Coordinate = ReturnType<typeof coordinate>;

/** Some parts of flat arrays, with the kind they make. */
export interface Parts extends Pick<OneGeometry, 'kind' | 'xy' | 'partOffsets'> {
  readonly firstPart: number;
  readonly endPart: number;
}

/** Make the geometry that jsts works on. Rings are sorted into shells and holes by what lies in what. */
export function* toJts(parts: Parts): Steps<object> {
  const { kind, xy, partOffsets, firstPart, endPart } = parts;
  const coordinates = (part: number): Coordinate[] => {
    const list: Coordinate[] = [];
    for (let v = partOffsets[part]!; v < partOffsets[part + 1]!; v++) {
      list.push(coordinate(xy[2 * v]!, xy[2 * v + 1]!));
    }
    return list;
  };
  const numbers = Array.from({ length: endPart - firstPart }, (_, i) => firstPart + i);
  if (kind === 'polygon') return yield* polygons(parts, numbers, (part) => linearRing(coordinates(part)));
  if (kind === 'polyline') {
    const lines = numbers.map((part) => lineString(coordinates(part)));
    return lines.length === 1 ? lines[0]! : multiLineString(lines);
  }
  const points = numbers.map((part) => point(coordinates(part)[0]!));
  return points.length === 1 ? points[0]! : multiPoint(points);
}

function* polygons(
  { xy, partOffsets }: Parts,
  numbers: readonly number[],
  ring: (part: number) => object,
): Steps<object> {
  if (numbers.length === 1) return polygon(ring(numbers[0]!), []);
  const rings = numbers.map((part): Ring => {
    const own = xy.subarray(2 * partOffsets[part]!, 2 * partOffsets[part + 1]!);
    return { part, own, extent: extentOfVertices(own)!, area: areaOf(own), holes: [] };
  });
  const trees = new Map<Ring, EdgeTree>();
  const shells: Ring[] = [];
  for (const one of rings) {
    // How many rings it lies in tells shells (even) from holes (odd); the smallest of them is the one it is a hole of.
    let depth = 0;
    let owner: Ring | undefined;
    for (const [i, other] of rings.entries()) {
      if (i % 1024 === 0) yield;
      if (other === one || !covers(other.extent, one.extent)) continue;
      const tree = trees.get(other) ?? edgeTree(oneGeometry('polygon', [other.own]));
      trees.set(other, tree);
      if (!liesIn(one.own, tree)) continue;
      depth++;
      if (!owner || other.area < owner.area) owner = other;
    }
    if (depth % 2 === 1) owner!.holes.push(ring(one.part));
    else shells.push(one);
  }
  const made = shells.map(({ part, holes }) => polygon(ring(part), holes));
  return made.length === 1 ? made[0]! : multiPolygon(made);
}

interface Ring {
  readonly part: number;
  readonly own: Float64Array;
  readonly extent: Extent;
  readonly area: number;
  readonly holes: object[];
}

const covers = (a: Extent, b: Extent): boolean => a[0] <= b[0] && a[1] <= b[1] && a[2] >= b[2] && a[3] >= b[3];

function areaOf(ring: Float64Array): number {
  let twice = 0;
  for (let i = 2; i + 3 < ring.length; i += 2) {
    twice += (ring[i]! - ring[0]!) * (ring[i + 3]! - ring[1]!) - (ring[i + 2]! - ring[0]!) * (ring[i + 1]! - ring[1]!);
  }
  return Math.abs(twice);
}

/** Rings may share vertices, so the first vertex that is not on the other ring decides. */
function liesIn(ring: Float64Array, other: EdgeTree): boolean {
  for (let i = 0; i < ring.length; i += 2) {
    const place = other.locate(ring[i]!, ring[i + 1]!);
    if (place !== 'boundary') return place === 'inside';
  }
  return false;
}

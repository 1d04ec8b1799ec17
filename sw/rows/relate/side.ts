import type { Extent } from '../../geometry/extent.ts';
import { extentOfVertices, type SingleGeometry } from '../../geometry/single-geometry.ts';
import type { Steps } from '../../scheduler.ts';
import type { GeometryKind } from '../manifest.ts';
import { type EdgeTree, edgeTree } from './edge-tree.ts';
import { orientation } from './orientation.ts';

/** Dimension of the interior, by geometry kind. */
export const dimensions: Readonly<Record<GeometryKind, 0 | 1 | 2>> = {
  point: 0,
  multipoint: 0,
  polyline: 1,
  polygon: 2,
};

/** Interior, boundary and exterior, as row and column indices of a matrix. */
export const inside = 0;
export const boundary = 1;
export const outside = 2;
export type Where = typeof inside | typeof boundary | typeof outside;

/** Points that are probed one by one. */
export interface Marks {
  /** [x1, y1, x2, y2, …] */
  readonly xy: Float64Array;
  readonly extent: Extent;
  readonly tree: EdgeTree;
}

/** One of two compared geometries, with derived data that is computed once. */
export interface Side {
  readonly geometry: SingleGeometry;
  readonly dimension: 0 | 1 | 2;
  /** For an empty geometry, an extent that every other extent covers. */
  readonly extent: Extent;
  readonly tree: EdgeTree;
  /** The first vertex of each part. */
  readonly starts: Marks;
  /** The boundary of lines: points where an odd number of paths end. */
  readonly ends: Marks;
}

const emptyExtent: Extent = [
  Number.POSITIVE_INFINITY,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
];

/**
 * Compute the derived data of a geometry for comparisons: its extent, edge index and end points. Yields regularly.
 * Polygon edges may only share end points.
 */
export function* prepareSide(geometry: SingleGeometry): Steps<Side> {
  const { kind, xy, partOffsets } = geometry;
  const starts: number[] = [];
  const ends = new Map<string, [number, number]>();
  for (let part = 0; part + 1 < partOffsets.length; part++) {
    const first = 2 * partOffsets[part]!;
    starts.push(xy[first]!, xy[first + 1]!);
    if (part % 4096 === 0) yield;
    if (kind !== 'polyline') continue;
    for (const i of [first, 2 * partOffsets[part + 1]! - 2]) {
      const key = `${xy[i]} ${xy[i + 1]}`;
      if (!ends.delete(key)) ends.set(key, [xy[i]!, xy[i + 1]!]);
    }
  }
  return {
    ...{
      geometry,
      dimension: dimensions[kind],
      extent: extentOfVertices(xy) ?? emptyExtent,
      tree: yield* edgeTree(geometry),
    },
    ...{ starts: yield* marks(starts), ends: yield* marks([...ends.values()].flat()) },
  };
}

function* marks(flat: readonly number[]): Steps<Marks> {
  const xy = new Float64Array(flat);
  const partOffsets = Int32Array.from({ length: xy.length / 2 + 1 }, (_, i) => i);
  return {
    xy,
    extent: extentOfVertices(xy) ?? emptyExtent,
    tree: yield* edgeTree({ kind: 'multipoint', xy, partOffsets }),
  };
}

/** The surroundings of a point: its location in a geometry, and the edges that leave it. */
interface Surroundings {
  readonly where: Where;
  /** Location of a point slightly to the right and above. */
  readonly right: typeof inside | typeof outside;
  /**
   * Other ends of the edges that leave the point, as [x1, y1, x2, y2, …]. Edges of a polygon leave in different
   * directions.
   */
  readonly rays: readonly number[];
}

/**
 * Return the surroundings of a point. Exact: the point is on an edge only if its unrounded coordinates are on the edge.
 */
export function lookAround({ geometry, dimension, tree, ends }: Side, x: number, y: number): Surroundings {
  const { xy } = geometry;
  const rays: number[] = [];
  let isOn = false;
  const goOut = (v: number): boolean => {
    const to = dimension === 0 ? v : v + 1;
    const [x1, y1, x2, y2] = [xy[2 * v]!, xy[2 * v + 1]!, xy[2 * to]!, xy[2 * to + 1]!];
    if (orientation(x1, y1, x2, y2, x, y) !== 0) return false;
    isOn = true;
    if (x1 !== x || y1 !== y) rays.push(x1, y1);
    if (x2 !== x || y2 !== y) rays.push(x2, y2);
    return false;
  };
  tree.some(x, y, x, y, goOut);
  if (dimension === 2) {
    const right = tree.locate(x, y, true) === 'inside' ? inside : outside;
    // Edges without length aren't a boundary.
    return { where: rays.length > 0 ? boundary : right, right, rays };
  }
  const isEnd = isOn && ends.tree.some(x, y, x, y, () => true);
  return { where: isEnd ? boundary : isOn ? inside : outside, right: outside, rays };
}

import type { Value } from '../../../../sw/contract/index.ts';
import type { Extent } from '../../../../sw/geometry/extent.ts';

type Shape = Value<'Geometry'>;
type Position = readonly [number, number];

/** Return the paths of a geometry, in its coordinates; a point is a path of one position. */
export function listPaths(shape: Shape): Position[][] {
  switch (shape.type) {
    case 'PointN':
      return [[[shape.X, shape.Y]]];
    case 'MultipointN':
      return (shape.PointArray ?? []).flatMap((point) => listPaths(point));
    case 'PolylineN':
      return (shape.PathArray ?? []).map((path) => listPositions(path));
    case 'PolygonN':
      return (shape.RingArray ?? []).map((ring) => listPositions(ring));
    default:
      return [];
  }
}

const listPositions = (path: Value<'Path'>): Position[] =>
  (path.PointArray ?? []).flatMap((point) => (point.type === 'PointN' ? [[point.X, point.Y] as const] : []));

/** Return the extent of a geometry; undefined if it is empty. */
export function extentOfShape(shape: Shape): Extent | undefined {
  let extent: Extent | undefined;
  for (const path of listPaths(shape))
    for (const [x, y] of path)
      extent = extent
        ? [Math.min(extent[0], x), Math.min(extent[1], y), Math.max(extent[2], x), Math.max(extent[3], y)]
        : [x, y, x, y];
  return extent;
}

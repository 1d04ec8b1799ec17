import type { Value } from '../../contract/index.ts';

type Position = readonly [x: number, y: number];
type Path = Value<'ArrayOfPoint'> | undefined;

/**
 * Return the distance from a position to a geometry in coordinate units: 0 inside an area, Infinity for an empty
 * geometry.
 */
export function distanceTo(shape: Value<'Geometry'>, position: Position): number {
  switch (shape.type) {
    case 'PointN':
      return measurePath([shape], position).distance;
    case 'MultipointN':
      return findMinDistance((shape.PointArray ?? []).map((point) => measurePath([point], position)));
    case 'PolylineN':
      return findMinDistance(shape.PathArray.map((path) => measurePath(path.PointArray, position)));
    case 'PolygonN': {
      const rings = shape.RingArray.map((ring) => measurePath(ring.PointArray, position));
      // A position in a hole is inside two rings.
      if (rings.filter(({ isAround }) => isAround).length % 2 === 1) return 0;
      return findMinDistance(rings);
    }
    default:
      return Infinity;
  }
}

const findMinDistance = (paths: readonly { readonly distance: number }[]): number =>
  paths.reduce((minDistance, { distance }) => Math.min(minDistance, distance), Infinity);

/** Return the distance from a position to a path, and whether the closed path contains the position. */
function measurePath(path: Path, [x, y]: Position): { readonly distance: number; readonly isAround: boolean } {
  const points = (path ?? []).flatMap((point) =>
    point.type === 'PointN' ? [[point.X - x, point.Y - y] as const] : [],
  );
  let [distance, isAround] = [points.length === 1 ? Math.hypot(...points[0]!) : Infinity, false];
  for (let i = 1; i < points.length; i++) {
    const [[ax, ay], [bx, by]] = [points[i - 1]!, points[i]!];
    const [dx, dy] = [bx - ax, by - ay];
    const along = Math.min(1, Math.max(0, -(ax * dx + ay * dy) / (dx * dx + dy * dy || 1)));
    distance = Math.min(distance, Math.hypot(ax + along * dx, ay + along * dy));
    if (ay > 0 !== by > 0 && (bx * ay - ax * by) / (ay - by) > 0) isAround = !isAround;
  }
  return { distance, isAround };
}

/**
 * Sort matches within a tolerance of a position: points and lines by distance, then the areas that contain the position
 * and everything below them, then other areas by distance.
 *
 * @param matches topmost layer first; an entry without geometry, like a raster, counts as an area around the position
 */
export function nearestFirst<Match extends { readonly shape?: Value<'Geometry'> | undefined }>(
  matches: readonly Match[],
  position: Position,
): Match[] {
  const measured = matches.map((match) => ({
    one: match,
    isArea: !match.shape || match.shape.type === 'PolygonN',
    distance: match.shape ? distanceTo(match.shape, position) : 0,
  }));
  const cover = measured.findIndex(({ isArea, distance }) => isArea && distance === 0);
  const ranked = measured.map((part, i) => {
    const rank = part.isArea ? (part.distance === 0 ? 1 : 2) : cover < 0 || i < cover ? 0 : 1;
    return { one: part.one, rank, distance: rank === 1 ? 0 : part.distance };
  });
  return ranked
    .sort((a, b) => a.rank - b.rank || (a.distance === b.distance ? 0 : a.distance - b.distance))
    .map(({ one }) => one);
}

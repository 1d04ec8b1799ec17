import type { Position, RestShape } from '../rest-value.ts';

/** Convert a geometry to GeoJSON; null if it is empty. */
export function geoJsonShape({ x, y, points, paths, rings }: RestShape): object | null {
  if (points) return { type: 'MultiPoint', coordinates: points };
  if (paths)
    return paths.length === 1
      ? { type: 'LineString', coordinates: paths[0] }
      : { type: 'MultiLineString', coordinates: paths };
  if (!rings) return x === undefined ? null : { type: 'Point', coordinates: [x, y] };
  const polygons = groupPolygons(rings);
  return polygons.length === 1
    ? { type: 'Polygon', coordinates: polygons[0] }
    : { type: 'MultiPolygon', coordinates: polygons };
}

type Ring = readonly Position[];

/** Group rings into polygons with their holes, all reversed: outer rings are counter-clockwise in GeoJSON. */
function groupPolygons(rings: readonly Ring[]): Ring[][] {
  const outer = rings
    .filter((ring) => area(ring) <= 0)
    .map((ring) => ({ ring, size: -area(ring), holes: [] as Ring[] }));
  outer.sort((a, b) => a.size - b.size);
  for (const ring of rings) {
    if (area(ring) <= 0) continue;
    // Use the smallest polygon around it, because an island in a lake may have its own lake.
    const container = outer.find((polygon) => isInside(ring[0]!, polygon.ring));
    if (container) container.holes.push(ring);
    else outer.push({ ring: [...ring].reverse(), size: Infinity, holes: [] });
  }
  return outer.map(({ ring, holes }) => [ring, ...holes].map((boundary) => [...boundary].reverse()));
}

/** Return twice the area of a ring; negative if it is clockwise. */
function area(ring: Ring): number {
  let sum = 0;
  for (let i = 1; i < ring.length; i++) {
    const [x0, y0] = ring[i - 1]!;
    const [x1, y1] = ring[i]!;
    sum += x0 * y1 - x1 * y0;
  }
  return sum;
}

function isInside([x, y]: Position, ring: Ring): boolean {
  let inside = false;
  for (let i = 1; i < ring.length; i++) {
    const [x0, y0] = ring[i - 1]!;
    const [x1, y1] = ring[i]!;
    if (y0 > y !== y1 > y && x < ((x1 - x0) * (y - y0)) / (y1 - y0) + x0) inside = !inside;
  }
  return inside;
}

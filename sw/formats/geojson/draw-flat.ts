import type { GeometryBuilder } from '../reading/geometry-builder.ts';
import type { FlatCoordinates } from './read-coordinates.ts';

/**
 * Add flat coordinates of a GeoJSON geometry to a geometry column.
 *
 * @returns number of dropped rings; undefined, with nothing added, if the nesting doesn't fit the type
 */
export function drawFlat(
  builder: GeometryBuilder,
  type: unknown,
  flat: FlatCoordinates,
): { readonly droppedCount: number } | undefined {
  if (flat.depth !== depths.get(type)) return undefined;
  const { xy, pathEnds, groupEnds, firstPosition, firstPath, endPath, firstGroup, endGroup } = flat;
  if (type === 'Point') {
    builder.addVertex(xy[2 * firstPosition]!, xy[2 * firstPosition + 1]!);
    builder.endPart();
    return noneDropped;
  }
  let position = firstPosition;
  if (type === 'MultiPoint') {
    for (; position < pathEnds[firstPath]!; position++) {
      builder.addVertex(xy[2 * position]!, xy[2 * position + 1]!);
      builder.endPart();
    }
    return noneDropped;
  }
  const isPolygon = type === 'Polygon' || type === 'MultiPolygon';
  let droppedCount = 0;
  let group = firstGroup;
  let isExterior = true;
  for (let path = firstPath; path < endPath; path++) {
    const end = pathEnds[path]!;
    builder.addVertices(xy, position, end);
    position = end;
    if (!isPolygon) builder.endPart();
    else if (!builder.endRing(isExterior ? 'exterior' : 'hole')) droppedCount++;
    isExterior = group < endGroup && path + 1 === groupEnds[group];
    if (isExterior) group++;
  }
  return droppedCount > 0 ? { droppedCount } : noneDropped;
}

const noneDropped = { droppedCount: 0 };

const depths: ReadonlyMap<unknown, number> = new Map([
  ['Point', 1],
  ['MultiPoint', 2],
  ['LineString', 2],
  ['MultiLineString', 3],
  ['Polygon', 3],
  ['MultiPolygon', 4],
]);

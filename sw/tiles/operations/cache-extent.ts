import type { Extent } from '../../geometry/extent.ts';
import { projectExtent } from '../../geometry/project-extent.ts';
import { getWkid, isGeographic, sameReference } from '../../geometry/spatial-reference.ts';
import type { Call } from '../../handlers/call.ts';
import { transformationBetween } from '../../handlers/references.ts';
import type { MapDefinition } from '../../service/definition.ts';
import { type TileLevel, type TileRange, type TileScheme, tileRange } from '../tile-scheme.ts';

/** Return the world extent of a CRS; tiles beyond it would repeat the world or be empty. */
const getWorldExtent = (scheme: TileScheme): Extent => {
  const half = 20037508.342787;
  if (getWkid(scheme.reference) === 3857) return [-half, -half, half, half];
  if (isGeographic(scheme.reference)) return [-180, -90, 180, 90];
  return [-Infinity, -Infinity, Infinity, Infinity];
};

/** Return the extent a map's cache may cover, in the reference of the scheme. */
export async function computeCacheExtent(call: Call, map: MapDefinition, scheme: TileScheme): Promise<Extent> {
  const projection = sameReference(map.SpatialReference, scheme.reference)
    ? undefined
    : await transformationBetween(call, map.SpatialReference, scheme.reference);
  const full = projection ? projectExtent(map.fullExtent, projection) : map.fullExtent;
  const world = getWorldExtent(scheme);
  return [
    Math.max(full[0], world[0]),
    Math.max(full[1], world[1]),
    Math.min(full[2], world[2]),
    Math.min(full[3], world[3]),
  ];
}

/** Return the range of tiles that a map's cache may hold at a level. */
export async function computeCacheRange(
  call: Call,
  map: MapDefinition,
  scheme: TileScheme,
  level: TileLevel,
): Promise<TileRange> {
  return tileRange(scheme, level, await computeCacheExtent(call, map, scheme));
}

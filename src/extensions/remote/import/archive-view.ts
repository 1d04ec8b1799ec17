import type { TilesElsewhere } from '../../../../sw/extensions/remote/remote-tiles.ts';
import { sourceFault } from '../../../../sw/formats/reading/range-reader.ts';
import { pictureScheme } from '../../../../sw/formats/tiles/tile-pyramid.ts';
import { covers, type Extent } from '../../../../sw/geometry/extent.ts';
import {
  type TileLevel,
  type TileScheme,
  tileRange,
  tilesExtent,
  webMercatorScheme,
} from '../../../../sw/tiles/tile-scheme.ts';

const worldBounds: Extent = [-180, -85.0511, 180, 85.0511];
const mostTilesAcross = 10;

/** @throws {Fault} `source-failed` for an archive of levels that are none */
export function checkLevels({ address, header: { minZoom, maxZoom } }: TilesElsewhere): void {
  if (minZoom > maxZoom || maxZoom > 23)
    throw sourceFault(address, 'damaged', `levels between 0 and 23 expected, ${minZoom} to ${maxZoom} found.`);
}

/** The common scheme with the levels of an archive. */
export function schemeOf(side: number, { header: { minZoom, maxZoom } }: TilesElsewhere): TileScheme {
  const levels = Array.from({ length: maxZoom - minZoom + 1 }, (_, i) => minZoom + i);
  return pictureScheme(side, levels);
}

/** What an archive covers, in meters: where its coarsest level has tiles, as far as that can be told, else what its head says. */
export async function extentOf({ header, rangeOf }: TilesElsewhere, scheme: TileScheme): Promise<Extent> {
  const range = await rangeOf(header.minZoom);
  const [coarsest] = scheme.levels as [TileLevel];
  return range ? tilesExtent(scheme, coarsest, range) : boundsOf(header);
}

/** What the head of an archive says, in meters. */
function boundsOf({ minLon, minLat, maxLon, maxLat }: TilesElsewhere['header']): Extent {
  const bounds = [minLon, minLat, maxLon, maxLat] as const;
  return metersOf(isArea(bounds) ? bounds : worldBounds);
}

const isArea = ([west, south, east, north]: Extent): boolean =>
  west >= -180 && west < east && east <= 180 && south >= -90 && south < north && north <= 90;

/** An image of 1024 pixels at half the resolution of the coarsest level, where that has more tiles than an image may read. */
export function firstView(
  { header: { centerLon, centerLat } }: TilesElsewhere,
  scheme: TileScheme,
  extent: Extent,
): { readonly mostWidth?: number; readonly center?: readonly [x: number, y: number] } {
  const middle = metersOf([centerLon, centerLat, centerLon, centerLat]);
  const level = scheme.levels[0]!;
  const { rowMin, rowMax, colMin, colMax } = tileRange(scheme, level, extent);
  if (Math.max(rowMax - rowMin, colMax - colMin) < mostTilesAcross) return {};
  const isInside = covers(extent, middle);
  return { mostWidth: 2 * 1024 * level.resolution, ...(isInside ? { center: [middle[0], middle[1]] } : {}) };
}

/** An extent in degrees as one of the scheme. */
function metersOf([west, south, east, north]: Extent): Extent {
  const half = -webMercatorScheme(1).origin[0];
  const x = (longitude: number) => (longitude / 180) * half;
  const y = (latitude: number) =>
    (Math.asinh(Math.tan((Math.max(-85.0511, Math.min(85.0511, latitude)) * Math.PI) / 180)) / Math.PI) * half;
  return [x(west), y(south), x(east), y(north)];
}

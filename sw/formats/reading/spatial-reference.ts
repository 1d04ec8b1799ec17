import type { Value } from '../../contract/index.ts';
import { readReferenceName } from '../../geometry/reference-name.ts';
import type { SourceGeometry } from './source-table.ts';

type SpatialReference = Value<'SpatialReference'>;

export const wgs84: SpatialReference = { type: 'GeographicCoordinateSystem', WKID: 4326, LatestWKID: 4326 };

/** Projected CRSs among the codes 4000 to 4999, which are otherwise geographic (EPSG register). */
const projectedAmongGeographic = new Set([4087, 4088, 4390, 4391, 4392, 4393, 4394, 4395, 4396, 4397, 4398, 4399]);

/** Return the spatial reference of an EPSG or Esri code. For other codes of Web Mercator, `LatestWKID` is 3857. */
export function fromWkid(wkid: number): SpatialReference {
  const webMercator = wkid === 102100 || wkid === 102113 || wkid === 900913 || wkid === 3785;
  const projected4000 =
    projectedAmongGeographic.has(wkid) || (wkid >= 4400 && wkid <= 4462) || (wkid >= 4484 && wkid <= 4489);
  const geographic = ((wkid >= 4000 && wkid < 5000) || (wkid >= 104000 && wkid < 105000)) && !projected4000;
  return {
    type: geographic ? 'GeographicCoordinateSystem' : 'ProjectedCoordinateSystem',
    WKID: wkid,
    LatestWKID: webMercator ? 3857 : wkid,
  };
}

/** Read the name of a CRS in any spelling, or a bare code; undefined if it is neither. */
export function fromName(name: string): SpatialReference | undefined {
  const code = readReferenceName(name)?.code ?? Number(/^\s*(\d{4,6})\s*$/.exec(name)?.[1] ?? 0);
  return code > 0 ? fromWkid(code) : undefined;
}

/**
 * Read the text of a .prj file (WKT 1 of OGC or Esri, or WKT 2); undefined if it is neither projected nor geographic.
 */
export function fromWkt(text: string): SpatialReference | undefined {
  const wkt = text.replace(/^\uFEFF/, '').trim();
  const head = /^(PROJCS|GEOGCS|PROJCRS|GEOGCRS|GEODCRS|COMPD_CS)\s*\[\s*"/i.exec(wkt);
  if (!head) return undefined;
  const kind = head[1]!.toUpperCase();
  if (kind === 'COMPD_CS') {
    const inner = /,\s*(?=(?:PROJCS|GEOGCS)\s*\[)/i.exec(wkt);
    return inner ? fromWkt(innerWkt(wkt, inner.index + inner[0].length)) : undefined;
  }
  // The code of the whole CRS comes last, directly before the closing bracket. Other codes belong to its datum or
  // units.
  const authority =
    /(?:AUTHORITY\s*\[\s*"(?:EPSG|ESRI)"\s*,\s*"?(\d+)"?|ID\s*\[\s*"EPSG"\s*,\s*(\d+))\s*\]\s*\]$/i.exec(wkt);
  const wkid = authority && Number(authority[1] ?? authority[2]);
  return {
    type: kind.startsWith('PROJ') ? 'ProjectedCoordinateSystem' : 'GeographicCoordinateSystem',
    WKT: wkt,
    ...(wkid === null ? {} : { WKID: wkid, LatestWKID: fromWkid(wkid).LatestWKID! }),
  };
}

/** Return the spatial reference that a file declares by code or WKT; undefined if it has neither. */
export const fromCrs = (
  crs: { readonly code?: number; readonly wkt?: string } | undefined,
): SpatialReference | undefined => (crs?.code ? fromWkid(crs.code) : crs?.wkt ? fromWkt(crs.wkt) : undefined);

/** Anything that may have a CRS. */
export interface Referenced {
  readonly spatialReference?: SpatialReference;
}

/** Check whether a file declares its CRS as WKT without a code. */
export const isUnnamed = ({ spatialReference }: Referenced): boolean =>
  spatialReference?.WKT !== undefined && spatialReference.WKID === undefined;

/** Return the bracketed element that begins at `from`. */
function innerWkt(wkt: string, from: number): string {
  let depth = 0;
  for (let i = from; i < wkt.length; i++) {
    if (wkt[i] === '[') depth++;
    else if (wkt[i] === ']' && --depth === 0) return wkt.slice(from, i + 1);
  }
  return wkt.slice(from);
}

/** Check whether a position can be in degrees. Clipped or buffered data may exceed ±360 and ±90 a little. */
export const isOnEarth = (longitude: number, latitude: number): boolean =>
  Math.abs(longitude) <= 360.5 && Math.abs(latitude) <= 90.5;

/** Check whether every coordinate can be longitude and latitude in degrees. */
export function isLikelyGeographic(geometry: SourceGeometry): boolean {
  const { xy } = geometry;
  for (let i = 0; i < xy.length; i += 2) {
    if (!isOnEarth(xy[i]!, xy[i + 1]!)) return false;
  }
  return true;
}

import type { Value } from '../../contract/index.ts';
import type { Extent } from '../../geometry/extent.ts';
import { isNorthingFirst } from '../../geometry/northing-first.ts';
import { projectExtent } from '../../geometry/project-extent.ts';
import { readReferenceName } from '../../geometry/reference-name.ts';
import { getWkid, isGeographic, missingReference, referenceFromWkid } from '../../geometry/spatial-reference.ts';
import type { Call } from '../../handlers/call.ts';
import { loadReferences, transformationBetween } from '../../handlers/references.ts';

/** A CRS that a client has named. */
export interface NamedReference {
  readonly reference: Value<'SpatialReference'>;
  /** EPSG or Esri number. CRS84 has the number of WGS 84. */
  readonly wkid: number;
  /** Whether its registry defines the latitude or northing as the first coordinate. */
  readonly isNorthingFirst: boolean;
}

/** Find a CRS by its name, in any form that the OGC standards allow; undefined if it is unknown. */
export async function findNamedReference({ context }: Call, text: string): Promise<NamedReference | undefined> {
  const name = readReferenceName(text);
  if (!name) return undefined;
  const { code, registry, isOfOldForm } = name;
  // The type isn't known until the definition is loaded.
  const bare = { type: 'ProjectedCoordinateSystem' as const, WKID: code };
  await loadReferences(context, bare);
  if (missingReference(bare) !== undefined) return undefined;
  const reference = referenceFromWkid(code === 3857 ? 102100 : code);
  const isOfRegistry = registry === 'EPSG' && !isOfOldForm;
  return { reference, wkid: code, isNorthingFirst: isOfRegistry && isNorthingFirst(code, isGeographic(reference)) };
}

/** Return the name of a CRS for documents, such as `EPSG:4326`; undefined for a CRS without a number. */
export function ogcReferenceName(reference: Value<'SpatialReference'> | undefined): string | undefined {
  const wkid = getWkid(reference);
  if (wkid === undefined) return undefined;
  // Esri numbers its own CRSs in these ranges, which EPSG doesn't use.
  const isVendor = (wkid >= 37000 && wkid < 38000) || (wkid >= 53000 && wkid < 55000) || wkid >= 102000;
  return `${isVendor ? 'ESRI' : 'EPSG'}:${wkid}`;
}

/** Swap x and y in an extent. */
export const swapXY = ([a, b, c, d]: Extent): Extent => [b, a, d, c];

/** Return an extent in degrees of WGS 84, clamped to the world; undefined if it can't be projected. */
export async function worldExtent(
  call: Call,
  extent: Extent,
  from: Value<'SpatialReference'> | undefined,
): Promise<Extent | undefined> {
  if (!extent.every(Number.isFinite)) return undefined;
  try {
    const projection = await transformationBetween(call, from, referenceFromWkid(4326));
    const [west, south, east, north] = projection ? projectExtent(extent, projection) : extent;
    const within = (value: number, limit: number) => Math.max(-limit, Math.min(limit, value));
    return [within(west, 180), within(south, 90), within(east, 180), within(north, 90)];
  } catch {
    return undefined;
  }
}

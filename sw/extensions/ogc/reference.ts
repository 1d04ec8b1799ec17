import type { Value } from '../../contract/index.ts';
import type { Extent } from '../../geometry/extent.ts';
import { isNorthingFirst } from '../../geometry/northing-first.ts';
import { projectExtent } from '../../geometry/project-extent.ts';
import { readReferenceName } from '../../geometry/reference-name.ts';
import { isGeographic, missingReference, referenceOfWkid, wkidOf } from '../../geometry/spatial-reference.ts';
import type { Call } from '../../handlers/call.ts';
import { loadReferences, transformationBetween } from '../../handlers/references.ts';

/** A coordinate reference system as a client names it. */
export interface NamedReference {
  readonly reference: Value<'SpatialReference'>;
  /** Its number in the registry of EPSG or of Esri; CRS84 has that of WGS 84. */
  readonly wkid: number;
  /** By its registry the first coordinate is the latitude or northing. */
  readonly isNorthingFirst: boolean;
}

/** Read the name of a reference system in any of the forms of the standards; undefined for one that is not known. */
export async function namedReference({ context }: Call, text: string): Promise<NamedReference | undefined> {
  const name = readReferenceName(text);
  if (!name) return undefined;
  const { code, registry, isOfOldForm } = name;
  // Its type is known once its definition is.
  const bare = { type: 'ProjectedCoordinateSystem' as const, WKID: code };
  await loadReferences(context, bare);
  if (missingReference(bare) !== undefined) return undefined;
  const reference = referenceOfWkid(code === 3857 ? 102100 : code);
  const isOfRegistry = registry === 'EPSG' && !isOfOldForm;
  return { reference, wkid: code, isNorthingFirst: isOfRegistry && isNorthingFirst(code, isGeographic(reference)) };
}

/** The name of a reference for documents, `EPSG:4326`; undefined for one without a number. */
export function nameOf(reference: Value<'SpatialReference'> | undefined): string | undefined {
  const wkid = wkidOf(reference);
  if (wkid === undefined) return undefined;
  // Esri gives its own systems numbers of these ranges, and EPSG none.
  const isVendor = (wkid >= 37000 && wkid < 38000) || (wkid >= 53000 && wkid < 55000) || wkid >= 102000;
  return `${isVendor ? 'ESRI' : 'EPSG'}:${wkid}`;
}

/** Exchange the coordinates of an extent. */
export const exchanged = ([a, b, c, d]: Extent): Extent => [b, a, d, c];

/** An extent in degrees of WGS 84, within the world; undefined where none of it has an image. */
export async function worldExtent(
  call: Call,
  extent: Extent,
  from: Value<'SpatialReference'> | undefined,
): Promise<Extent | undefined> {
  if (!extent.every(Number.isFinite)) return undefined;
  try {
    const projection = await transformationBetween(call, from, referenceOfWkid(4326));
    const [west, south, east, north] = projection ? projectExtent(extent, projection) : extent;
    const within = (value: number, limit: number) => Math.max(-limit, Math.min(limit, value));
    return [within(west, 180), within(south, 90), within(east, 180), within(north, 90)];
  } catch {
    return undefined;
  }
}

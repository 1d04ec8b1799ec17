import type { Value } from '../../contract/index.ts';
import type { Extent } from '../../geometry/extent.ts';
import { projectExtent } from '../../geometry/project-extent.ts';
import { referenceOfWkid } from '../../geometry/spatial-reference.ts';
import type { Call } from '../../handlers/call.ts';
import { transformationBetween } from '../../handlers/references.ts';

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

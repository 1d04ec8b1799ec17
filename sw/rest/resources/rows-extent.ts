import type { Value } from '../../contract/index.ts';
import type { Extent } from '../../geometry/extent.ts';
import { projectExtent } from '../../geometry/project-extent.ts';
import type { Call } from '../../handlers/call.ts';
import { transformationBetween } from '../../handlers/references.ts';
import { envelopeValue } from '../../rows/geometry/geometry-value.ts';
import type { Table } from '../../rows/table.ts';

/** The extent of some rows in a reference; undefined when none of them has a shape. */
export async function rowsExtent(
  call: Call,
  table: Table,
  rows: Uint32Array,
  reference: Value<'SpatialReference'>,
): Promise<Value<'Envelope'> | undefined> {
  const extents = await table.featureExtents();
  let [xmin, ymin, xmax, ymax]: Extent = [Infinity, Infinity, -Infinity, -Infinity];
  for (const row of rows) {
    const at = 4 * row;
    if (Number.isNaN(extents[at]!)) continue;
    xmin = Math.min(xmin, extents[at]!);
    ymin = Math.min(ymin, extents[at + 1]!);
    xmax = Math.max(xmax, extents[at + 2]!);
    ymax = Math.max(ymax, extents[at + 3]!);
  }
  if (xmin > xmax) return undefined;
  const projection = await transformationBetween(call, table.manifest.spatialReference, reference);
  const extent: Extent = [xmin, ymin, xmax, ymax];
  return envelopeValue(projection ? projectExtent(extent, projection) : extent, reference);
}

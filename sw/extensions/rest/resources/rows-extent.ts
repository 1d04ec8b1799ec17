import type { Value } from '../../../contract/index.ts';
import { projectExtent } from '../../../geometry/project-extent.ts';
import type { Call } from '../../../handlers/call.ts';
import { transformationBetween } from '../../../handlers/references.ts';
import { extentOfRows } from '../../../rows/extent-of-rows.ts';
import { envelopeValue } from '../../../rows/geometry/geometry-value.ts';
import type { Table } from '../../../rows/table.ts';

/** The extent of some rows in a reference; undefined when none of them has a shape. */
export async function rowsExtent(
  call: Call,
  table: Table,
  rows: Uint32Array,
  reference: Value<'SpatialReference'>,
): Promise<Value<'Envelope'> | undefined> {
  const extent = await extentOfRows(table, rows);
  if (!extent) return undefined;
  const projection = await transformationBetween(call, table.manifest.spatialReference, reference);
  return envelopeValue(projection ? projectExtent(extent, projection) : extent, reference);
}

import type { Extent } from '../geometry/extent.ts';
import { batchOfRow } from './read-rows.ts';
import type { Table } from './table.ts';

/** Return the extent of some rows, in the table's spatial reference; undefined if none of them has a geometry. */
export async function extentOfRows(table: Table, rows: Iterable<number>): Promise<Extent | undefined> {
  const { batches } = table.manifest;
  let [firstRow, endRow] = [0, 0];
  let extents: Float64Array = new Float64Array(0);
  let [xmin, ymin, xmax, ymax]: Extent = [Infinity, Infinity, -Infinity, -Infinity];
  for (const row of rows) {
    if (row < firstRow || row >= endRow) {
      const index = batchOfRow(table, row);
      extents = await table.extents(index);
      firstRow = batches[index]!.firstRow;
      endRow = firstRow + batches[index]!.rowCount;
    }
    const offset = 4 * (row - firstRow);
    if (Number.isNaN(extents[offset]!)) continue;
    xmin = Math.min(xmin, extents[offset]!);
    ymin = Math.min(ymin, extents[offset + 1]!);
    xmax = Math.max(xmax, extents[offset + 2]!);
    ymax = Math.max(ymax, extents[offset + 3]!);
  }
  return xmin > xmax ? undefined : [xmin, ymin, xmax, ymax];
}

import type { Scheduler } from '../scheduler.ts';
import type { GeometryBatch } from './batch.ts';
import { forEachBatch } from './read-rows.ts';
import type { Table } from './table.ts';

interface ReadShapesOptions {
  /** Index in `manifest.levels`; 0 by default, the published data. */
  readonly level?: number;
  /** Read rows smaller than the overview's resolution from the published data, instead of as a single vertex. */
  readonly keepsSmall?: boolean;
  readonly scheduler?: Scheduler;
}

/** Read the geometry of some rows, in the order of `rows`; null for a row without geometry. */
export async function readShapes<S>(
  table: Table,
  rows: Uint32Array,
  readShape: (geometry: GeometryBatch, rowInBatch: number) => S | null,
  { level = 0, keepsSmall = false, scheduler }: ReadShapesOptions = {},
): Promise<(S | null)[]> {
  const shapes: (S | null)[] = new Array(rows.length);
  await forEachBatch(table, rows, scheduler, { fields: [] }, async (index, positions) => {
    const geometry = await table.geometry(level, index);
    const { firstRow } = geometry;
    const small = (position: number) => isCollapsed(geometry, rows[position]! - firstRow);
    const published = level > 0 && keepsSmall && positions.some(small) ? await table.geometry(0, index) : geometry;
    for (const position of positions) {
      const row = rows[position]! - firstRow;
      const source = published !== geometry && small(position) ? published : geometry;
      shapes[position] = source.featureOffsets[row] === source.featureOffsets[row + 1] ? null : readShape(source, row);
      const waiting = scheduler?.yieldIfDue();
      if (waiting) await waiting;
    }
  });
  return shapes;
}

/** Whether a row is only a single vertex in an overview. */
function isCollapsed({ partOffsets, featureOffsets }: GeometryBatch, row: number): boolean {
  const [first, end] = [featureOffsets[row]!, featureOffsets[row + 1]!];
  return end === first + 1 && partOffsets[end]! - partOffsets[first]! < 2;
}

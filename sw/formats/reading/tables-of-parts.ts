import type { ShapePart } from './collect-shapes.ts';
import { diagnostic } from './diagnostic.ts';
import type { Diagnostic } from './read-fault.ts';
import type { SourceColumn, SourceTable } from './source-table.ts';

/** Properties shared by all tables made from one table of a file. */
type SharedFacts = Pick<SourceTable, 'name' | 'description' | 'isExtra'>;

interface WholeTable extends Pick<SourceTable, 'spatialReference'> {
  readonly rowCount: number;
  readonly columns: readonly SourceColumn[];
  /** Notes of the first table. */
  readonly notes: readonly Diagnostic[];
}

/**
 * Create a table for each kind of geometry, or a plain table if there are no geometries.
 *
 * @param parts undefined if the table has no geometry column
 */
export function makePartTables(
  shared: SharedFacts,
  parts: readonly ShapePart[] | undefined,
  { rowCount, columns, notes, spatialReference }: WholeTable,
): SourceTable[] {
  if (!parts || parts.length === 0)
    return [{ ...shared, rowCount, columns, notes: parts ? [...notes, diagnostic('noGeometry')] : notes }];
  return parts.map((part, i) => ({
    ...shared,
    part: parts.length > 1 ? part.family : undefined,
    rowCount: part.rows.length,
    columns: makePartColumns(columns, part, rowCount),
    geometry: part.geometry,
    spatialReference,
    notes: [...(i === 0 ? notes : []), ...part.notes],
  }));
}

function makePartColumns(
  columns: readonly SourceColumn[],
  { rows }: ShapePart,
  rowCount: number,
): readonly SourceColumn[] {
  if (rows.length === rowCount) return columns;
  return columns.map((column) => ({ ...column, values: rows.map((row) => column.values[row]!) }));
}

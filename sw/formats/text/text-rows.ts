import { decimalStyle } from '../reading/decimal-text.ts';
import { fieldName } from '../reading/field-names.ts';
import { inferTextColumn } from '../reading/infer-column.ts';
import type { Diagnostic } from '../reading/read-fault.ts';
import type { SourceTable } from '../reading/source-table.ts';

/** A table whose cells are all text, as in delimited text and spreadsheets. Dates are ISO 8601. */
export interface TextRows {
  readonly header: readonly string[];
  /** One list of cells for each column; an empty string for an empty cell. */
  readonly cells: readonly (readonly string[])[];
  readonly rowCount: number;
  /** Returns the location of a row, for notes. */
  readonly locateRow: (row: number) => Diagnostic;
  /** Whether a comma may be the decimal mark. */
  readonly comma: boolean;
  readonly notes: readonly Diagnostic[];
}

/** Create a table from rows of text, with inferred types; `locateTable` adds the geometry. */
export function makeRowTable(name: string, rows: TextRows): SourceTable {
  const taken = new Set<string>();
  const style = decimalStyle(rows.cells, rows.comma);
  const columns = rows.header.map((alias, i) => inferTextColumn(fieldName(alias, taken), alias, rows.cells[i]!, style));
  return { name, rowCount: rows.rowCount, columns, locateRow: rows.locateRow, notes: rows.notes };
}

import { decimalStyle } from '../reading/decimal-text.ts';
import { fieldName } from '../reading/field-names.ts';
import { inferTextColumn } from '../reading/infer-column.ts';
import type { Diagnostic } from '../reading/read-fault.ts';
import type { SourceTable } from '../reading/source-table.ts';

/** A table as delimited text and spreadsheets have it: every cell a text, numbers with a point, dates as in ISO 8601. */
export interface TextRows {
  readonly header: readonly string[];
  /** One list of cells for each column; an empty text for an empty cell. */
  readonly cells: readonly (readonly string[])[];
  readonly rowCount: number;
  /** How notes name a row. */
  readonly locationOf: (row: number) => Diagnostic;
  /** True when a comma may be the decimal mark. */
  readonly comma: boolean;
  readonly notes: readonly Diagnostic[];
}

/** Make a table of rows of text, with types as the texts allow; `locateTable` gives its rows their geometry. */
export function tableOfRows(name: string, rows: TextRows): SourceTable {
  const taken = new Set<string>();
  const style = decimalStyle(rows.cells, rows.comma);
  const columns = rows.header.map((alias, i) => inferTextColumn(fieldName(alias, taken), alias, rows.cells[i]!, style));
  return { name, rowCount: rows.rowCount, columns, locationOf: rows.locationOf, notes: rows.notes };
}

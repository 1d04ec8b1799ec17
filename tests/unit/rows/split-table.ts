import type { Cell } from '../../../sw/rows/arrow/encode-attributes.ts';
import { encodeColumn } from '../../../sw/rows/arrow/encode-attributes.ts';
import type { AttributeBatch, Column } from '../../../sw/rows/batch.ts';
import { columnKind } from '../../../sw/rows/column-kind.ts';
import type { Table } from '../../../sw/rows/table.ts';
import { type Columns, makeMemoryField } from './memory-table.ts';

/** Make a table without geometry in small batches, so that their statistics matter. */
export function splitTable(columns: Columns, rowsPerBatch: number): Table {
  const fields = Object.entries(columns).map(([name, [type]]) => makeMemoryField(name, type));
  const rowCount = Object.values(columns)[0]![1].length;
  const all = Uint32Array.from({ length: rowCount }, (_, row) => row);
  const parts = [];
  for (let first = 0; first < rowCount; first += rowsPerBatch) parts.push(all.subarray(first, first + rowsPerBatch));
  const column = (name: string, rows: Uint32Array): Column => {
    const field = fields.find(({ Name }) => Name === name)!;
    const kind = columnKind(field)!;
    const cells: Cell[] = Array.from(rows, (row) => columns[name]![1][row]!);
    const nulls = cells.includes(null) ? { nulls: Uint8Array.from(cells, (cell) => Number(cell === null)) } : {};
    if (kind === 'string') return { kind, values: cells.map((cell) => String(cell ?? '')), ...nulls };
    if (kind === 'int') return { kind, values: Int32Array.from(cells, Number), ...nulls };
    return { kind, values: Float64Array.from(cells, Number), ...nulls };
  };
  const batches = parts.map((rows): AttributeBatch => {
    const read = Object.keys(columns).map((name) => [name, column(name, rows)] as const);
    return { firstRow: rows[0]!, rowCount: rows.length, columns: new Map(read) };
  });
  const failUnused = (): never => {
    throw new Error('not for this table');
  };
  return {
    manifest: {
      fields,
      idField: fields[0]!.Name,
      rowCount,
      batches: parts.map((rows) => ({
        firstRow: rows[0]!,
        rowCount: rows.length,
        statistics: Object.fromEntries(
          fields.map((field) => [field.Name, encodeColumn(field, columns[field.Name]![1], rows).statistics]),
        ),
      })),
      attributes: { file: '', schema: [0, 0], batches: [] },
      levels: [],
    },
    attributes: async (index) => batches[index]!,
    geometry: failUnused,
    rowsIn: failUnused,
    extents: failUnused,
    fileBytes: failUnused,
    rowOfId: async (id) => columns[fields[0]!.Name]![1].indexOf(id),
  };
}

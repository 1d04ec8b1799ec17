import type { Column } from '../../../sw/rows/batch.ts';
import { columnKind } from '../../../sw/rows/column-kind.ts';
import type { Table } from '../../../sw/rows/table.ts';
import type { AttachedFile } from '../write/geopackage-files.ts';
import { type Cell, type Field, type RowBatch, valueKindOf } from '../write/rows-to-write.ts';

/** The fields of a stored table that have values. */
export const storedFields = ({ manifest }: Table): Field[] =>
  manifest.fields.filter((field) => columnKind(field) && valueKindOf(field));

/** Read a stored table batch by batch. */
export async function* storedRows(table: Table): AsyncGenerator<RowBatch> {
  const fields = storedFields(table);
  for (const [index, { rowCount }] of table.manifest.batches.entries()) {
    const { columns } = await table.attributes(index);
    yield {
      rowCount,
      columns: fields.map(({ Name }) => cellsOf(columns.get(Name), rowCount)),
      ...(table.manifest.geometry ? { geometry: await table.geometry(0, index) } : {}),
    };
  }
}

function cellsOf(column: Column | undefined, rowCount: number): Cell[] {
  return Array.from({ length: rowCount }, (_, row) =>
    column && !column.nulls?.[row] ? (column.values[row] ?? null) : null,
  );
}

/** Read the files that are attached to the rows of a table. */
export async function* storedFiles(table: Table): AsyncGenerator<AttachedFile> {
  const { attachments } = table.manifest;
  for (const { parentId, name, contentType, range, file = attachments!.file! } of attachments?.entries ?? [])
    yield { rowId: parentId, name, contentType, bytes: new Uint8Array(await table.fileBytes(file, range)) };
}

import type { Value } from '../../../../sw/contract/index.ts';
import type { Cell } from '../../../../sw/rows/arrow/encode-attributes.ts';
import type { GeometryBatch } from '../../../../sw/rows/batch.ts';
import { columnKind } from '../../../../sw/rows/column-kind.ts';
import { forEachBatch } from '../../../../sw/rows/read-rows.ts';
import type { Table } from '../../../../sw/rows/table.ts';
import { getColumn } from '../../../../sw/rows/where/row-value.ts';
import type { RowFileInput } from '../../../../sw/rows/write/table-input.ts';
import { type WrittenTable, writeTable } from '../../../../sw/rows/write/write-table.ts';
import { overviews } from '../../../publish/import/overviews.ts';

interface RowsChoice {
  /** Prefix of the new table's file names. */
  readonly name: string;
  /** Fields in addition to the object ID and the geometry. */
  readonly fields: readonly string[];
  readonly hasAttachments: boolean;
  /** Index in `levels` of the geometry to write; 0 is the original geometry. */
  readonly level?: number;
}

/**
 * Write some rows of a stored table as a new table. It contains nothing of other rows and fields: statistics, index and
 * overviews are rebuilt.
 *
 * @param rows row numbers, ascending
 * @returns the table, and the characters of its text for the fonts
 */
export async function writeRows(
  table: Table,
  rows: Uint32Array,
  { name, fields, hasAttachments, level = 0 }: RowsChoice,
): Promise<WrittenTable & { readonly letters: ReadonlySet<string> }> {
  const { manifest } = table;
  const written = manifest.fields.filter(
    (field) => columnKind(field) && (field.Name === manifest.idField || fields.includes(field.Name)),
  );
  const columns = written.map((): Cell[] => new Array(rows.length));
  const letters = new Set<string>();
  const names = written.map(({ Name }) => Name);
  await forEachBatch(table, rows, undefined, { fields: names, shapes: false }, async (index, positions) => {
    const batch = await table.attributes(index, names);
    written.forEach((field, fieldIndex) => {
      const { values, nulls } = getColumn(batch, field.Name);
      for (const position of positions) {
        const row = rows[position]! - batch.firstRow;
        const cell = nulls?.[row] ? null : values[row]!;
        columns[fieldIndex]![position] = cell;
        if (typeof cell === 'string') for (const letter of cell) letters.add(letter);
      }
    });
  });
  const geometry = manifest.geometry && (await mergeGeometry(table, rows, level));
  const attachments = hasAttachments ? await readAttachments(table, columns, written) : undefined;
  const table_ = writeTable({
    name,
    fields: written as Value<'Field'>[],
    columns,
    rowCount: rows.length,
    geometry,
    spatialReference: geometry && manifest.spatialReference,
    levels:
      geometry &&
      overviews(geometry).map((overview) => ({
        ...overview,
        geometry: { ...overview.geometry, firstRow: 0, rowCount: rows.length },
      })),
    attachments,
  });
  return { ...table_, letters };
}

/** Merge the geometry of some rows into one batch. */
async function mergeGeometry(table: Table, rows: Uint32Array, level: number): Promise<GeometryBatch> {
  const pieces: { readonly batch: GeometryBatch; readonly rows: readonly number[] }[] = [];
  await forEachBatch(table, rows, undefined, { fields: [] }, async (index, positions) => {
    const batch = await table.geometry(level, index);
    pieces.push({ batch, rows: positions.map((position) => rows[position]! - batch.firstRow) });
  });
  let [parts, vertices] = [0, 0];
  for (const { batch, rows: batchRows } of pieces)
    for (const row of batchRows) {
      const [first, end] = [batch.featureOffsets[row]!, batch.featureOffsets[row + 1]!];
      parts += end - first;
      vertices += batch.partOffsets[end]! - batch.partOffsets[first]!;
    }
  const xy = new Float64Array(2 * vertices);
  const partOffsets = new Int32Array(parts + 1);
  const featureOffsets = new Int32Array(rows.length + 1);
  let [feature, part, vertex] = [0, 0, 0];
  for (const { batch, rows: batchRows } of pieces)
    for (const row of batchRows) {
      for (let sourcePart = batch.featureOffsets[row]!; sourcePart < batch.featureOffsets[row + 1]!; sourcePart++) {
        const piece = batch.xy.subarray(2 * batch.partOffsets[sourcePart]!, 2 * batch.partOffsets[sourcePart + 1]!);
        xy.set(piece, 2 * vertex);
        vertex += piece.length / 2;
        partOffsets[++part] = vertex;
      }
      featureOffsets[++feature] = part;
    }
  return { kind: table.manifest.geometry!, firstRow: 0, rowCount: rows.length, xy, partOffsets, featureOffsets };
}

async function readAttachments(
  table: Table,
  columns: readonly (readonly Cell[])[],
  fields: readonly Value<'Field'>[],
): Promise<RowFileInput[]> {
  const { attachments, idField } = table.manifest;
  const ids = columns[fields.findIndex(({ Name }) => Name === idField)]!;
  const rowById = new Map(ids.map((id, row) => [id, row]));
  const ownEntries = (attachments?.entries ?? []).filter(({ parentId }) => rowById.has(parentId));
  return Promise.all(
    ownEntries.map(async ({ parentId, name, contentType, range, file = attachments!.file! }) => ({
      row: rowById.get(parentId)!,
      name,
      contentType,
      bytes: new Uint8Array(await table.fileBytes(file, range)),
    })),
  );
}

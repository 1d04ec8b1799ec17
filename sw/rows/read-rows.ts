import type { AnyValue, Value } from '../contract/index.ts';
import type { Scheduler } from '../scheduler.ts';
import type { AttributeBatch, GeometryBatch } from './batch.ts';
import type { BatchNeeds, Table } from './table.ts';
import { getColumn } from './where/row-value.ts';

/** Returns the value of the shape field. */
export type ReadShape = (geometry: GeometryBatch, rowInBatch: number) => AnyValue;

interface ReadRowsOptions {
  /** If absent, the shape field is null. */
  readonly readShape?: ReadShape;
  readonly scheduler?: Scheduler;
}

/**
 * Read values of some rows as contract types: int, short and float keep their type, doubles are numbers, dates are
 * Dates, missing values are null.
 *
 * @param rows   row numbers in the requested order
 * @param fields in the requested order
 * @returns one array per row, in the order of `rows`, with one value per field
 */
export async function readRows(
  table: Table,
  rows: Uint32Array,
  fields: readonly Value<'Field'>[],
  options: ReadRowsOptions = {},
): Promise<AnyValue[][]> {
  const records: AnyValue[][] = new Array(rows.length);
  const { readShape: shapeOf, scheduler } = options;
  const wantsShape =
    shapeOf && table.manifest.geometry && fields.some((field) => field.Type === 'gisFieldTypeGeometry');
  const names = fields.map(({ Name }) => Name);
  const needs = { fields: names, shapes: wantsShape !== undefined && wantsShape };
  await forEachBatch(table, rows, scheduler, needs, async (index, positions) => {
    const batch = await table.attributes(index, names);
    const geometry = wantsShape ? await table.geometry(0, index) : undefined;
    const readers = fields.map((field): ((row: number) => AnyValue) => {
      // Images are read by separate operations.
      if (field.Type === 'gisFieldTypeRaster') return () => null;
      if (field.Type !== 'gisFieldTypeGeometry') return valueReader(batch, field);
      return geometry && shapeOf ? (row) => shapeOf(geometry, row) : () => null;
    });
    for (const position of positions) {
      const row = rows[position]! - batch.firstRow;
      records[position] = readers.map((read) => read(row));
    }
  });
  return records;
}

/**
 * Visit the batches that contain some rows, each once, ascending.
 *
 * @param rows    row numbers in any order
 * @param needs   columns and geometry to read ahead
 * @param onBatch called with a batch and the positions in `rows` of its rows
 */
export async function forEachBatch(
  table: Table,
  rows: Uint32Array,
  scheduler: Scheduler | undefined,
  needs: BatchNeeds,
  onBatch: (index: number, positions: readonly number[]) => Promise<void>,
): Promise<void> {
  const { batches } = table.manifest;
  const positions: (number[] | undefined)[] = new Array(batches.length);
  let index = 0;
  for (let position = 0; position < rows.length; position++) {
    const row = rows[position]!;
    const batch = batches[index]!;
    // Rows mostly ascend, so a row is mostly in the same batch as the previous row.
    if (row < batch.firstRow || row >= batch.firstRow + batch.rowCount) index = batchOfRow(table, row);
    const existing = positions[index];
    if (existing) existing.push(position);
    else positions[index] = [position];
  }
  if (table.readAhead)
    await table.readAhead(
      [...positions.keys()].filter((batchIndex) => positions[batchIndex]),
      needs,
    );
  for (const [i, list] of positions.entries()) {
    if (!list) continue;
    const waiting = scheduler?.yieldIfDue();
    if (waiting) await waiting;
    await onBatch(i, list);
  }
}

/** Return the index of the batch that contains a row. */
export function batchOfRow(table: Table, row: number): number {
  const { batches } = table.manifest;
  let low = 0;
  let high = batches.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (batches[middle]!.firstRow <= row) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Return a reader of a field's values in a batch, as contract types. */
export function valueReader(batch: AttributeBatch, field: Value<'Field'>): (row: number) => AnyValue {
  const column = getColumn(batch, field.Name);
  const { nulls } = column;
  const read = ((): ((row: number) => AnyValue) => {
    switch (column.kind) {
      case 'int': {
        const type = field.Type === 'gisFieldTypeSmallInteger' ? 'short' : 'int';
        return (row) => ({ type, value: column.values[row]! });
      }
      case 'double':
        if (field.Type === 'gisFieldTypeSingle') return (row) => ({ type: 'float', value: column.values[row]! });
        return (row) => column.values[row]!;
      case 'date':
        return (row) => new Date(column.values[row]!);
      case 'string':
        return (row) => column.values[row]!;
    }
  })();
  return nulls ? (row) => (nulls[row] ? null : read(row)) : read;
}

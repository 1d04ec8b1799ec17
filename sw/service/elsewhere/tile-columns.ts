import type { Value } from '../../contract/index.ts';
import type { Column } from '../../rows/batch.ts';
import { columnKind } from '../../rows/column-kind.ts';
import type { TileRows } from './tile-rows.ts';

/**
 * Read the values of some fields from the tags of features. What is missing, or is no number in a field of numbers, is null.
 *
 * @param names of the fields; those that are none of `fields` are passed over
 */
export function tileColumns(
  { layer, features, rowCount }: TileRows,
  fields: readonly Value<'Field'>[],
  names: readonly string[],
): Map<string, Column> {
  const columns = new Map<string, Column>();
  for (const field of fields) {
    const kind = names.includes(field.Name) ? columnKind(field) : undefined;
    if (kind) columns.set(field.Name, emptyColumn(kind, rowCount));
  }
  const ofKeys = layer.keys.map((key) => columns.get(key));
  for (let row = 0; row < rowCount; row++) {
    const { tags } = features[row]!;
    for (let i = 0; i + 1 < tags.length; i += 2) {
      const column = ofKeys[tags[i]!];
      const value = layer.values[tags[i + 1]!];
      if (column && value !== null && value !== undefined) setValue(column, row, value);
    }
  }
  return columns;
}

function emptyColumn(kind: Column['kind'], rowCount: number): Column {
  const nulls = new Uint8Array(rowCount).fill(1);
  if (kind === 'string') return { kind, values: new Array<string>(rowCount).fill(''), nulls };
  if (kind === 'int') return { kind, values: new Int32Array(rowCount), nulls };
  return { kind, values: new Float64Array(rowCount), nulls };
}

function setValue(column: Column, row: number, value: string | number | boolean): void {
  if (column.kind === 'string') (column.values as string[])[row] = String(value);
  else {
    if (typeof value === 'string' || !Number.isFinite(Number(value))) return;
    column.values[row] = Number(value);
  }
  column.nulls![row] = 0;
}

import type { AnyValue, Value } from '../../../sw/contract/index.ts';
import { csvCell, valueText } from '../../parts/value-text.ts';
import { type Field, fieldTitle, plainValue, type TableSubject } from '../../state/rows.ts';
import { fieldsInRow } from '../../state/subtypes.ts';
import type { IdentifyResult } from '../state/identify-results.ts';

interface Row {
  readonly id: number;
  readonly fields: readonly Field[];
  /** In the order of the fields. */
  readonly values: readonly AnyValue[];
}

/** Convert a row to an identify result. The geometry must be in the coordinates of the view. */
export function rowResult(subject: TableSubject, row: Row, shape: Value<'Geometry'> | undefined): IdentifyResult {
  const read = (name: string) => row.values[row.fields.findIndex(({ Name }) => Name === name)];
  const shown = fieldsInRow(subject.id, row.fields, read).flatMap((field, index) =>
    field.Type === 'gisFieldTypeGeometry' ? [] : [{ field, value: row.values[index] ?? null }],
  );
  const title = shown.find(({ field }) => field.Name === subject.displayField);
  const isTitled = title && plainValue(title.value) !== null && plainValue(title.value) !== '';
  return {
    layer: { LayerID: subject.id, Name: subject.name },
    id: row.id,
    title: isTitled ? valueText(title.value, title.field) : `${subject.name} ${row.id}`,
    attributes: shown.map(({ field, value }) => {
      const plain = plainValue(value);
      return { name: fieldTitle(field), text: plain === null || plain === '' ? null : valueText(value, field) };
    }),
    shape,
  };
}

/**
 * Format rows for the clipboard as tab-separated lines, with the field aliases in the first line; geometry is omitted.
 */
export function rowText(fields: readonly Field[], rows: readonly (readonly AnyValue[])[]): string {
  const columns = fields.flatMap((field, index) =>
    field.Type === 'gisFieldTypeGeometry' ? [] : [{ field, at: index }],
  );
  const line = (cells: readonly string[]) => cells.join('\t');
  return [
    line(columns.map(({ field }) => tabCell(fieldTitle(field)))),
    ...rows.map((values) => line(columns.map(({ at }) => tabCell(values[at])))),
  ].join('\n');
}

/** Format a cell like in CSV, but also quote values with tabs. */
function tabCell(value: AnyValue | undefined): string {
  const cell = csvCell(value);
  return cell.includes('\t') && !cell.startsWith('"') ? `"${cell}"` : cell;
}

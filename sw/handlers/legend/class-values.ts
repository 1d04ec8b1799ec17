import { Fault, type Value } from '../../contract/index.ts';
import { polygonArea } from '../../geometry/measure.ts';
import { columnKind } from '../../rows/column-kind.ts';
import { findField } from '../../rows/field-list.ts';
import { forEachBatch } from '../../rows/read-rows.ts';
import type { Table } from '../../rows/table.ts';
import { columnOf } from '../../rows/where/row-value.ts';
import type { Scheduler } from '../../scheduler.ts';

/** Values to divide into classes, and their sum when they are percentages. */
interface ClassValues {
  /** Ascending, finite. */
  readonly sorted: Float64Array;
  readonly total?: number;
}

/**
 * Read and normalise the values to classify; nulls, divisions by zero and logarithms of values at or below 0 are left
 * out (semantics.md 5).
 *
 * @throws {Fault} `unknown-field`, or `bad-value` for a field that is not numeric, or areas of a table without polygons
 */
export async function classValues(
  table: Table,
  rows: Uint32Array,
  definition: Value<'ClassBreaksDef'>,
  path: string,
  scheduler: Scheduler,
): Promise<ClassValues> {
  const { manifest } = table;
  const field = numberField(manifest.fields, definition.ClassificationField, `${path}.ClassificationField`);
  const type =
    definition.NormalizationType ?? (definition.NormalizationField ? 'gisNormalizeByField' : 'gisNormalizeByNothing');
  const divisor =
    type === 'gisNormalizeByField'
      ? numberField(manifest.fields, definition.NormalizationField ?? '', `${path}.NormalizationField`)
      : undefined;
  if (type === 'gisNormalizeByArea' && manifest.geometry !== 'polygon') {
    throw new Fault(
      'bad-value',
      `${path}.NormalizationType: polygons expected, ${manifest.geometry ?? 'a table'} found.`,
    );
  }
  const values = new Float64Array(rows.length);
  let count = 0;
  const needs = {
    fields: [field.Name, ...(divisor ? [divisor.Name] : [])],
    shapes: type === 'gisNormalizeByArea',
  };
  await forEachBatch(table, rows, scheduler, needs, async (index, positions) => {
    const batch = await table.attributes(index, needs.fields);
    const geometry = type === 'gisNormalizeByArea' ? await table.geometry(0, index) : undefined;
    const read = reader(columnOf(batch, field.Name));
    const divide = divisor && reader(columnOf(batch, divisor.Name));
    for (const at of positions) {
      const row = rows[at]! - batch.firstRow;
      let value = read(row);
      if (divide) value /= divide(row) || Number.NaN;
      else if (type === 'gisNormalizeByLog') value = value > 0 ? Math.log10(value) : Number.NaN;
      else if (geometry) {
        const { xy, partOffsets, featureOffsets } = geometry;
        value /= polygonArea(xy, partOffsets, featureOffsets[row]!, featureOffsets[row + 1]!) || Number.NaN;
      }
      if (Number.isFinite(value)) values[count++] = value;
    }
  });
  const sorted = values.subarray(0, count).sort();
  if (type !== 'gisNormalizeByPercentOfTotal') return { sorted };
  const total = sorted.reduce((sum, value) => sum + value, 0);
  if (total === 0) throw new Fault('bad-value', `${path}: values with a sum other than 0 expected for percentages.`);
  return { sorted: sorted.map((value) => (100 * value) / total).sort(), total };
}

function numberField(fields: readonly Value<'Field'>[], name: string, path: string): Value<'Field'> {
  const field = findField(fields, name);
  if (!field) throw new Fault('unknown-field', `${path}: a field expected, "${name.slice(0, 80)}" found.`);
  const kind = columnKind(field);
  if (kind === 'int' || kind === 'double') return field;
  throw new Fault('bad-value', `${path}: a numeric field expected, ${field.Type} "${field.Name}" found.`);
}

type NumberColumn = { readonly values: ArrayLike<number>; readonly nulls?: Uint8Array };

function reader(column: unknown): (row: number) => number {
  const { values, nulls } = column as NumberColumn;
  return (row) => (nulls?.[row] ? Number.NaN : values[row]!);
}

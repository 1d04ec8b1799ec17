import type { Value } from '../../../../sw/contract/index.ts';
import type { Column } from '../../../../sw/rows/batch.ts';
import type { Table } from '../../../../sw/rows/table.ts';
import { columnOf } from '../../../../sw/rows/where/row-value.ts';

type Drawing = Value<'FeatureLayerDrawingDescription'>;

/**
 * Leave out the classes of single values that no row of a table has: their values and labels are those of rows that stay at
 * home. Other renderers are as before.
 */
export async function withPresentClasses(drawing: Drawing, table: Table): Promise<Drawing> {
  const { FeatureRenderer: renderer } = drawing;
  if (renderer?.type !== 'UniqueValueRenderer') return drawing;
  const names = [renderer.Field1, renderer.Field2, renderer.Field3].filter((name) => Boolean(name)) as string[];
  const present = new Set<string>();
  for (let index = 0; index < table.manifest.batches.length; index++) {
    const batch = await table.attributes(index);
    const columns = names.map((name) => columnOf(batch, name));
    for (let row = 0; row < batch.rowCount; row++)
      present.add(columns.map((column) => classText(column, row)).join(renderer.FieldDelimiter ?? ', '));
  }
  const UniqueValueInfos = (renderer.UniqueValueInfos ?? []).filter(({ Value: value }) => present.has(value));
  return { ...drawing, FeatureRenderer: { ...renderer, UniqueValueInfos } };
}

/** A value as renderers write it in their classes. */
function classText({ kind, values, nulls }: Column, row: number): string {
  if (nulls?.[row]) return '<Null>';
  return kind === 'date' ? new Date(values[row] as number).toISOString().slice(0, 19) : String(values[row]);
}

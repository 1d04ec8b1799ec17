import { readFault } from '../../../../sw/formats/reading/diagnostic.ts';
import { fieldName } from '../../../../sw/formats/reading/field-names.ts';
import type { SourceColumn, SourceTable } from '../../../../sw/formats/reading/source-table.ts';

/** Columns of a table by the values of one of them. */
interface JoinedTable {
  readonly name: string;
  readonly columns: readonly SourceColumn[];
  readonly key: SourceColumn;
}

/**
 * Add the columns of a table to a layer: every feature gets the values of the first row with an equal key, or nulls, as a join of
 * tables by request does. The key itself is not repeated. A name that is taken gets that of the table before it.
 *
 * @param layerKey column of the layer, also one that is not published
 * @throws {Fault} `bad-package` when one key is text and the other is not
 */
export function joinColumns(
  layer: SourceTable,
  layerKey: SourceColumn,
  { name, columns, key }: JoinedTable,
): SourceTable {
  if ((layerKey.type === 'String') !== (key.type === 'String'))
    throw readFault('bad-package', 'joinKinds', layer.name, layerKey.name, key.name);
  const rowOf = new Map<string | number, number>();
  for (const [row, value] of key.values.entries()) if (value !== null && !rowOf.has(value)) rowOf.set(value, row);
  const rows = layerKey.values.map((value) => (value === null ? undefined : rowOf.get(value)));
  const joined = columns.filter((column) => column.name !== key.name);
  const names = joinedNames(
    layer.columns.map((column) => column.name),
    name,
    joined.map((column) => column.name),
  );
  const added = joined.map(
    (column, i): SourceColumn => ({
      ...column,
      name: names[i]!,
      values: rows.map((row) => (row === undefined ? null : column.values[row]!)),
    }),
  );
  return { ...layer, columns: [...layer.columns, ...added] };
}

/** What the columns of a table are called in a layer that has fields already: one that is taken gets the name of the table before it. */
export function joinedNames(fields: readonly string[], table: string, columns: readonly string[]): string[] {
  const taken = new Set(fields.map((name) => name.toLowerCase()));
  return columns.map((name) => fieldName(taken.has(name.toLowerCase()) ? `${table}_${name}` : name, taken));
}

import { readFault } from '../diagnostic.ts';
import { fieldName } from '../read/field-names.ts';
import type { SourceColumn, SourceTable } from '../source-table.ts';

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
  const taken = new Set(layer.columns.map((column) => column.name.toLowerCase()));
  const added = columns
    .filter((column) => column.name !== key.name)
    .map((column): SourceColumn => {
      const isTaken = taken.has(column.name.toLowerCase());
      return {
        ...column,
        name: fieldName(isTaken ? `${name}_${column.name}` : column.name, taken),
        values: rows.map((row) => (row === undefined ? null : column.values[row]!)),
      };
    });
  return { ...layer, columns: [...layer.columns, ...added] };
}

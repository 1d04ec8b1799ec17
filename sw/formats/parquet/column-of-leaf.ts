import type { SourceColumn } from '../reading/source-table.ts';
import type { Cell, RawColumn } from '../reading/typed-column.ts';
import { isDate, type Leaf } from './leaves.ts';

const smallTypes = /^U?INT_(?:8|16)$|^BOOLEAN$/;

/** The type of a leaf as a table of a GeoPackage would declare it; dates as they are already. */
function declaredOf({ element, isJson }: Leaf): string {
  const { type, converted_type: converted, logical_type: logical } = element;
  const kind = logical?.type ?? converted ?? '';
  if (isJson || kind.startsWith('TIME')) return 'TEXT';
  if (kind === 'DECIMAL' || kind === 'FLOAT16') return 'DOUBLE';
  if (type === 'BOOLEAN' || smallTypes.test(converted ?? '')) return 'SMALLINT';
  if (logical?.type === 'INTEGER' && logical.bitWidth <= 16) return 'SMALLINT';
  if (type === 'INT32' || type === 'INT64') return 'INTEGER';
  return type === 'FLOAT' || type === 'DOUBLE' ? 'DOUBLE' : 'TEXT';
}

/** Make a column of the values of a leaf, or what its type is found by. */
export function columnOf(leaf: Leaf, name: string, values: Cell[]): SourceColumn | RawColumn {
  const alias = leaf.path.join('.');
  if (isDate(leaf)) return { name, alias, type: 'Date', length: 0, values: values as (number | null)[] };
  return { name, alias, original: alias, declared: declaredOf(leaf), values };
}

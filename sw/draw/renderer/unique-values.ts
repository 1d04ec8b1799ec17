import { badValue, type Value } from '../../contract/index.ts';
import type { Column } from '../../rows/batch.ts';
import { type Assign, noSymbol } from './classified-rows.ts';
import { type FieldSource, makeColumnReader } from './renderer-field.ts';

/** Text of null in class values. */
const nullText = '<Null>';

/**
 * Prepare a unique value renderer: its symbols, the default symbol last, and the rule that assigns them.
 *
 * @throws {Fault} `unknown-field`; `bad-value` without a field
 */
export function prepareUniqueValues(renderer: Value<'UniqueValueRenderer'>, source: FieldSource) {
  const names = [renderer.Field1, renderer.Field2, renderer.Field3].filter((name): name is string => Boolean(name));
  if (names.length === 0) throw badValue(`${source.path}.Field1`, 'a field name', renderer.Field1 || undefined);
  const columns = names.map((name, i) => makeColumnReader(source, `Field${i + 1}`, name));
  const delimiter = renderer.FieldDelimiter ?? ', ';
  const symbols: Value<'Symbol'>[] = [];
  const numbers = new Map<string, number>();
  for (const info of renderer.UniqueValueInfos ?? []) {
    // The first of two classes with the same value wins. A class without a symbol matches, but isn't drawn.
    if (numbers.has(info.Value)) continue;
    numbers.set(info.Value, info.Symbol ? symbols.push(info.Symbol) - 1 : noSymbol);
  }
  const other = renderer.DefaultSymbol ? symbols.push(renderer.DefaultSymbol) - 1 : noSymbol;
  const assign: Assign = (attributes, rows) => {
    const read = columns.map((column) => column(attributes));
    const first = read[0]!;
    for (let row = 0; row < rows.length; row++) {
      let value = valueText(first, row);
      for (let i = 1; i < read.length; i++) value += delimiter + valueText(read[i]!, row);
      rows[row] = numbers.get(value) ?? other;
    }
  };
  return { symbols, assign, fields: names };
}

/** Format a value as in class values. Dates are ISO 8601 to the second, in UTC. */
export function valueText(column: Column, row: number): string {
  if (column.nulls?.[row]) return nullText;
  switch (column.kind) {
    case 'string':
      return column.values[row]!;
    case 'date':
      return new Date(column.values[row]!).toISOString().slice(0, 19);
    default:
      return String(column.values[row]!);
  }
}

import type { Value } from '../../../sw/contract/index.ts';
import type { SourceStyle, SourceTable } from '../../../sw/formats/reading/source-table.ts';

/** So many features are named in the label of a colour. */
const mostNames = 2;

/**
 * Make the renderer of a layer whose features have colours of their own in the file: a class for each, labelled with the
 * names of features that have it.
 *
 * @param names   the column that names features
 * @param symbolOf the symbol of a colour
 * @returns undefined when all look the same, or the field with the colour was left out
 */
export function colorRenderer(
  table: SourceTable,
  { classes, color }: SourceStyle,
  names: string | undefined,
  symbolOf: (color: string) => Value<'Symbol'>,
): Value<'UniqueValueRenderer'> | undefined {
  const field = table.columns.find(({ name }) => name === classes?.field);
  if (!classes || !field) return undefined;
  const named = table.columns.find(({ name }) => name === names)?.values;
  const labels = new Map<string, Set<string>>();
  let isComplete = true;
  for (const [row, value] of field.values.entries()) {
    if (value === null) isComplete = false;
    const name = named?.[row];
    if (value === null || name === null || name === undefined) continue;
    const met = labels.get(String(value)) ?? new Set<string>();
    labels.set(String(value), met.add(String(name)));
  }
  return {
    type: 'UniqueValueRenderer',
    Field1: field.name,
    FieldDelimiter: ', ',
    ...(isComplete ? {} : { DefaultSymbol: symbolOf(color), DefaultLabel: table.name }),
    UniqueValueInfos: classes.colors.map((own) => ({
      Value: own,
      Label: labelOf([...(labels.get(own) ?? [])]) || own,
      Symbol: symbolOf(own),
    })),
  };
}

const labelOf = (names: readonly string[]): string =>
  names.slice(0, mostNames).join(', ') + (names.length > mostNames ? ', …' : '');

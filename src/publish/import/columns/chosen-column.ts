import type { SourceColumn, SourceTable } from '../../../../sw/formats/reading/source-table.ts';
import type { LayerChoice } from '../package-choices.ts';
import { retypeColumn } from './retype-column.ts';

/** A column by the type and alias that a person chose. */
export function chosenColumn(column: SourceColumn, { columns }: Pick<LayerChoice, 'columns'>): SourceColumn {
  const { alias, reading } = columns[column.name] ?? {};
  const read = retypeColumn(column, reading ?? column.type);
  return alias === undefined ? read : { ...read, alias };
}

/** The key of a join by the name of its column, also of one that is not published. */
export function chosenKey(
  { columns }: SourceTable,
  name: string,
  choice: Pick<LayerChoice, 'columns'>,
): SourceColumn | undefined {
  const column = columns.find((one) => one.name === name);
  return column && chosenColumn(column, choice);
}

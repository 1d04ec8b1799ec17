import type { SourceColumn, SourceTable } from '../../../../sw/formats/reading/source-table.ts';
import type { DecidedLayer } from '../decided.ts';
import { retypeColumn } from './retype-column.ts';

type Chosen = DecidedLayer['columns'];

/** A column by the type and alias that were chosen. */
function chosenColumn(column: SourceColumn, chosen: Chosen): SourceColumn {
  const { alias, reading } = chosen[column.name] ?? {};
  const read = retypeColumn(column, reading ?? column.type);
  return alias === undefined ? read : { ...read, alias };
}

/** The columns of a table that are not left out, by the types and aliases that were chosen. */
export const chosenColumns = ({ columns }: SourceTable, chosen: Chosen): SourceColumn[] =>
  columns.filter(({ name }) => !chosen[name]?.isLeftOut).map((column) => chosenColumn(column, chosen));

/** The key of a join by the name of its column, also of one that is not published. */
export function chosenKey({ columns }: SourceTable, name: string, chosen: Chosen): SourceColumn | undefined {
  const column = columns.find((one) => one.name === name);
  return column && chosenColumn(column, chosen);
}

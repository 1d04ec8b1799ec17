import type { SourceColumn, SourceTable } from '../../../../sw/formats/reading/source-table.ts';
import type { DecidedLayer } from '../decided.ts';
import { retypeColumn } from './retype-column.ts';

type Chosen = DecidedLayer['columns'];

/** Apply the chosen type and alias to a column. */
function applyColumnChoice(column: SourceColumn, chosen: Chosen): SourceColumn {
  const { alias, reading } = chosen[column.name] ?? {};
  const read = retypeColumn(column, reading ?? column.type);
  return alias === undefined ? read : { ...read, alias };
}

/** Return the columns that aren't left out, with their chosen types and aliases. */
export const applyColumnChoices = ({ columns }: SourceTable, chosen: Chosen): SourceColumn[] =>
  columns.filter(({ name }) => !chosen[name]?.isLeftOut).map((column) => applyColumnChoice(column, chosen));

/** Return the key column of a join, even if it isn't published; undefined if the table has no such column. */
export function findKeyColumn({ columns }: SourceTable, name: string, chosen: Chosen): SourceColumn | undefined {
  const column = columns.find((candidate) => candidate.name === name);
  return column && applyColumnChoice(column, chosen);
}

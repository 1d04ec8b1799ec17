import { isNumeric, isText, type TableSubject } from '../../state/rows.ts';
import { joinConditions, sqlContains, sqlName } from '../../state/sql.ts';
import type { Dock, RowQuery } from '../../state/tasks.ts';

/** Write the condition that a text field contains the typed text, or that a number equals it; empty for no text. */
export function quickFilter({ fields }: Pick<TableSubject, 'fields'>, typed: string): string {
  const requested = typed.trim();
  if (requested === '') return '';
  const number = /^[+-]?\d+(\.\d+)?$/.test(requested) ? requested : undefined;
  const conditions = fields.flatMap((field) => {
    if (isText(field)) return [sqlContains(field.Name, requested)];
    if (number !== undefined && (isNumeric(field) || field.Type === 'gisFieldTypeOID'))
      return [`${sqlName(field.Name)} = ${number}`];
    return [];
  });
  return conditions.length > 0 ? conditions.join(' OR ') : '1 = 0';
}

/** Return the condition of the shown rows: the query and the quick filter. */
export const rowsLeft = (subject: TableSubject, { where, area, typed = '' }: Dock): RowQuery => ({
  where: joinConditions(where, quickFilter(subject, typed)),
  area,
});

import { isNumeric, isText, type TableSubject } from '../../state/rows.ts';
import { allOf, sqlContains, sqlName } from '../../state/sql.ts';
import type { Dock, RowQuery } from '../../state/tasks.ts';

/** Write the condition that some text contains the words, or some number is them; empty for no words. */
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

/** The rows that a person looks at: those of the query that the words leave. */
export const rowsLeft = (subject: TableSubject, { where, place, typed = '' }: Dock): RowQuery => ({
  where: allOf(where, quickFilter(subject, typed)),
  place,
});

import { reservedWords } from '../../sw/rows/where/syntax.ts';

/** Matches names that have another meaning unless they are quoted. */
const reservedWord = /^(current_\w+|asc|desc|order|by|distinct|group|nulls)$/i;

/** Write a field name for a clause, quoted if it would have another meaning. */
export const sqlName = (name: string): string =>
  reservedWords.has(name.toUpperCase()) || reservedWord.test(name) || !/^[\p{L}_][\p{L}\p{N}_]*$/u.test(name)
    ? `"${name.replaceAll('"', '""')}"`
    : name;

/** Write a text as an SQL literal. */
export const sqlText = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Join conditions with AND, ignoring empty ones. */
export const joinConditions = (...conditions: readonly string[]): string => {
  const nonEmpty = conditions.filter((condition) => condition.trim() !== '');
  return nonEmpty.length < 2 ? (nonEmpty[0] ?? '') : nonEmpty.map((condition) => `(${condition})`).join(' AND ');
};

/** Write the condition that a field contains a text, or begins with it, ignoring case. */
export function sqlContains(name: string, text: string, isFromStart = false): string {
  const escaped = text.toUpperCase().replaceAll(/[\\%_]/g, '\\$&');
  const escaping = escaped.includes('\\') ? " ESCAPE '\\'" : '';
  return `UPPER(${sqlName(name)}) LIKE ${sqlText(`${isFromStart ? '' : '%'}${escaped}%`)}${escaping}`;
}

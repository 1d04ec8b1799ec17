import { reservedWords } from '../../sw/rows/where/syntax.ts';

/** Names that mean something else unless they are quoted. */
const ownMeaning = /^(current_\w+|asc|desc|order|by|distinct|group|nulls)$/i;

/** Write a field name for a clause, quoted if it would be read as something else. */
export const sqlName = (name: string): string =>
  reservedWords.has(name.toUpperCase()) || ownMeaning.test(name) || !/^[\p{L}_][\p{L}\p{N}_]*$/u.test(name)
    ? `"${name.replaceAll('"', '""')}"`
    : name;

/** Write a text as an SQL literal. */
export const sqlText = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Join conditions with AND, ignoring empty ones. */
export const allOf = (...conditions: readonly string[]): string => {
  const left = conditions.filter((one) => one.trim() !== '');
  return left.length < 2 ? (left[0] ?? '') : left.map((one) => `(${one})`).join(' AND ');
};

/** Write the condition that a field contains a text, or begins with it, ignoring case. */
export function sqlContains(name: string, text: string, isFromStart = false): string {
  const escaped = text.toUpperCase().replaceAll(/[\\%_]/g, '\\$&');
  const escaping = escaped.includes('\\') ? " ESCAPE '\\'" : '';
  return `UPPER(${sqlName(name)}) LIKE ${sqlText(`${isFromStart ? '' : '%'}${escaped}%`)}${escaping}`;
}

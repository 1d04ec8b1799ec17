import { reservedWords } from '../../sw/rows/where/syntax.ts';

/** Read as something else than a name where they stand by themselves. */
const ownMeaning = /^(current_\w+|asc|desc|order|by|distinct|group|nulls)$/i;

/** Write a field name for a clause: quoted where it would be read as something else. */
export const sqlName = (name: string): string =>
  reservedWords.has(name.toUpperCase()) || ownMeaning.test(name) || !/^[\p{L}_][\p{L}\p{N}_]*$/u.test(name)
    ? `"${name.replaceAll('"', '""')}"`
    : name;

/** Write a text for a clause. */
export const sqlText = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Join conditions; empty ones restrict nothing. */
export const allOf = (...conditions: readonly string[]): string => {
  const left = conditions.filter((one) => one.trim() !== '');
  return left.length < 2 ? (left[0] ?? '') : left.map((one) => `(${one})`).join(' AND ');
};

/** Write the condition that a text contains words, or begins with them, in capitals or not. */
export function sqlContains(name: string, text: string, isFromStart = false): string {
  const escaped = text.toUpperCase().replaceAll(/[\\%_]/g, '\\$&');
  const escaping = escaped.includes('\\') ? " ESCAPE '\\'" : '';
  return `UPPER(${sqlName(name)}) LIKE ${sqlText(`${isFromStart ? '' : '%'}${escaped}%`)}${escaping}`;
}

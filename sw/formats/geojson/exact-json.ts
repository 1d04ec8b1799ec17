import { losesDigits } from '../reading/decimal-text.ts';

const longRun = /[^\d.]\d{16}/;
const textsAndNumbers = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;
const marked = /^\0-?\d{16,400}$/;

/**
 * Parse JSON like `JSON.parse`, but return integers that a double would change as bigints.
 *
 * @throws {SyntaxError} if it isn't JSON
 */
export function parseExact(text: string): unknown {
  const value = JSON.parse(text) as unknown;
  if (!longRun.test(text)) return value;
  let hasLongNumber = false;
  const exact = text.replace(textsAndNumbers, (token) => {
    if (!losesDigits(token)) return token;
    hasLongNumber = true;
    return `"\\u0000${token}"`;
  });
  if (!hasLongNumber) return value;
  return JSON.parse(exact, (_, member: unknown) =>
    typeof member === 'string' && marked.test(member) ? BigInt(member.slice(1)) : member,
  );
}

/** Format JSON like `JSON.stringify`, including bigints. */
export const stringifyExact = (value: unknown): string | undefined =>
  JSON.stringify(value, (_, member: unknown) => (typeof member === 'bigint' ? `\0${member}` : member))?.replace(
    /"\\u0000(-?\d+)"/g,
    '$1',
  );

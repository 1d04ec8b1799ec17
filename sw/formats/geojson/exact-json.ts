import { losesDigits } from '../reading/decimal-text.ts';

const longRun = /[^\d.]\d{16}/;
const textsAndNumbers = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;
const marked = /^\0-?\d{16,400}$/;

/**
 * Parse JSON as `JSON.parse` does; but whole numbers that a double would change become bigints.
 *
 * @throws {SyntaxError} when it is no JSON
 */
export function parseExact(text: string): unknown {
  const value = JSON.parse(text) as unknown;
  if (!longRun.test(text)) return value;
  let isFound = false;
  const exact = text.replace(textsAndNumbers, (token) => {
    if (!losesDigits(token)) return token;
    isFound = true;
    return `"\\u0000${token}"`;
  });
  if (!isFound) return value;
  return JSON.parse(exact, (_, member: unknown) =>
    typeof member === 'string' && marked.test(member) ? BigInt(member.slice(1)) : member,
  );
}

/** Write JSON as `JSON.stringify` does, also of bigints. */
export const stringifyExact = (value: unknown): string | undefined =>
  JSON.stringify(value, (_, member: unknown) => (typeof member === 'bigint' ? `\0${member}` : member))?.replace(
    /"\\u0000(-?\d+)"/g,
    '$1',
  );

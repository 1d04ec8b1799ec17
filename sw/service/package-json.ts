import { describeValue, Fault, quoteValue, reasonOf, wrongValue } from '../contract/index.ts';

/** Format JSON that preserves the bytes and dates of contract values, as `{"$bytes": base64}` and `{"$date": ms}`. */
export function writeJson(value: unknown): string {
  return JSON.stringify(value, function (this: Record<string, unknown>, key, member: unknown) {
    // JSON.stringify has already converted a date to a string; its parent still has the date.
    const original = this[key];
    if (original instanceof Date) return { $date: original.getTime() };
    if (original instanceof Uint8Array) return { $bytes: toBase64(original) };
    return member;
  });
}

/** Describe the format of a package or backup in a message. */
export const describeFormat = (format: unknown, version: unknown): string =>
  format === undefined ? 'nothing' : `format ${describeValue(format)}, version ${describeValue(version)}`;

/**
 * Parse the JSON of `writeJson`.
 *
 * @throws {Fault} `bad-package` if it isn't a JSON object
 */
export function readJson(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text, (_, member: unknown) => revive(member));
  } catch (error) {
    throw new Fault('bad-package', `service.json isn't valid JSON: ${reasonOf(error)}.`);
  }
  if (typeof value !== 'object' || value === null)
    throw wrongValue('bad-package', 'service.json', 'an object', quoteValue(value));
  return value as Record<string, unknown>;
}

function revive(member: unknown): unknown {
  if (typeof member !== 'object' || member === null) return member;
  if ('$date' in member && typeof member.$date === 'number') return new Date(member.$date);
  if ('$bytes' in member && typeof member.$bytes === 'string') {
    return Uint8Array.from(atob(member.$bytes), (character) => character.charCodeAt(0));
  }
  return member;
}

function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

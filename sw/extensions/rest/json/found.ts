import { type Fault, wrongValue } from '../../../contract/fault.ts';
import { numberIn } from '../../../contract/parameter-text.ts';
import type { JsonObject } from './row.ts';

/** Create the fault for a value that isn't the expected one. */
export function unexpected(path: string, expected: string, found: unknown): Fault {
  return wrongValue('bad-value', path, expected, `${quoted(found)}`);
}

/** Create the fault for a missing member. */
export function missing(path: string, expected: string): Fault {
  return wrongValue('missing-element', path, expected, 'nothing');
}

/** Describe a JSON value for a message. */
function quoted(found: unknown): string {
  if (Array.isArray(found)) return `a list of ${found.length}`;
  if (typeof found === 'string') return JSON.stringify(found.length > 60 ? `${found.slice(0, 60)}…` : found);
  if (found !== null && typeof found === 'object') return 'an object';
  return found === undefined ? 'nothing' : String(found);
}

/** @throws {Fault} `bad-value` */
export function objectAt(json: unknown, path: string): JsonObject {
  if (json !== null && typeof json === 'object' && !Array.isArray(json)) return json as JsonObject;
  throw unexpected(path, 'an object', json);
}

/** @throws {Fault} `bad-value` */
export function listAt(json: unknown, path: string): readonly unknown[] {
  if (Array.isArray(json)) return json;
  throw unexpected(path, 'a list', json);
}

/** Read a number, also from text. @throws {Fault} `bad-value` */
export function numberAt(json: unknown, path: string, expected = 'a number'): number {
  const number = numberIn(json);
  if (number !== undefined) return number;
  throw unexpected(path, expected, json);
}

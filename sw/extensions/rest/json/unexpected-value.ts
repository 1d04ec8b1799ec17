import { describeValue, type Fault, wrongValue } from '../../../contract/fault.ts';
import { parseFiniteNumber } from '../../../contract/parameter-text.ts';
import type { JsonObject } from './row.ts';

/** Create the fault for an unexpected value. */
export function unexpectedValueFault(path: string, expected: string, actual: unknown): Fault {
  return wrongValue('bad-value', path, expected, describeValue(actual));
}

/** Create the fault for a missing member. */
export function missing(path: string, expected: string): Fault {
  return wrongValue('missing-element', path, expected, 'nothing');
}

/** Return a JSON value if it is an object. @throws {Fault} `bad-value` if it isn't */
export function objectAt(json: unknown, path: string): JsonObject {
  if (json !== null && typeof json === 'object' && !Array.isArray(json)) return json as JsonObject;
  throw unexpectedValueFault(path, 'an object', json);
}

/** Return a JSON value if it is a list. @throws {Fault} `bad-value` if it isn't */
export function listAt(json: unknown, path: string): readonly unknown[] {
  if (Array.isArray(json)) return json;
  throw unexpectedValueFault(path, 'a list', json);
}

/** Read a number, also from text. @throws {Fault} `bad-value` if it isn't a finite number */
export function numberAt(json: unknown, path: string, expected = 'a number'): number {
  const number = parseFiniteNumber(json);
  if (number !== undefined) return number;
  throw unexpectedValueFault(path, expected, json);
}

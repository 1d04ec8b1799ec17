import { fromBase64 } from '../contract/base64.ts';
import type { ScalarName } from '../contract/infer.ts';
import { checkValue, Expected } from '../contract/parameter.ts';
import { scalarRows } from '../contract/rows.ts';
import type { Reading } from './reading.ts';
import type { XmlElement } from './xml.ts';

const integer = /^\s*[+-]?\d+\s*$/;
// Each part can match in only one way, so that a million digits followed by a letter fail in linear time.
const decimal = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?\s*$/;
/** Special values by upper-case name, because languages differ in case: PHP writes NAN, Python nan. */
const unusual: ReadonlyMap<string, number> = new Map([
  ['INF', Number.POSITIVE_INFINITY],
  ['+INF', Number.POSITIVE_INFINITY],
  ['-INF', Number.NEGATIVE_INFINITY],
  ['NAN', Number.NaN],
]);
/** Includes `True` and `False`, because some languages write them. */
const booleans: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['True', true],
  ['false', false],
  ['0', false],
  ['False', false],
]);

/**
 * Decode a scalar by the lexical rules of XML Schema. White space around all types but strings is dropped.
 *
 * @returns number, boolean, string (also for dateTime, as written) or bytes
 * @throws {Fault} `bad-value` if the text isn't a value of the type
 */
export function decodeScalar(name: ScalarName, element: XmlElement, reading: Reading): unknown {
  const text = reading.text(name, element);
  switch (name) {
    case 'string':
      return text;
    case 'double':
      return readDouble(text, reading);
    case 'boolean': {
      const value = booleans.get(text.trim());
      if (value === undefined) throw reading.bad('boolean', reading.quote(text));
      return value;
    }
    case 'dateTime':
      return readInstant(text, reading);
    case 'base64Binary': {
      const bytes = fromBase64(text);
      if (!bytes) throw reading.bad('base64Binary', reading.quote(text));
      return bytes;
    }
    default:
      return readInteger(name, text, reading);
  }
}

function readDouble(text: string, reading: Reading): number {
  if (decimal.test(text)) return Number(text);
  const value = unusual.get(text.trim().toUpperCase());
  if (value === undefined) throw reading.bad('double', reading.quote(text));
  return value;
}

function readInteger(name: ScalarName, text: string, reading: Reading): number {
  const value = integer.test(text) ? Number(text) : Number.NaN;
  if (checkValue(scalarRows[name], value) instanceof Expected) throw reading.bad(name, reading.quote(text));
  // Turn `-0` into 0.
  return value === 0 ? 0 : value;
}

function readInstant(text: string, reading: Reading): string {
  const row = scalarRows.dateTime;
  const value = checkValue(row, text.trim());
  if (value instanceof Expected) throw reading.bad(row.doc, reading.quote(text));
  return value as string;
}

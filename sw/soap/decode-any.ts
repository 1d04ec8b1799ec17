import type { AnyValue, TypedNumber } from '../contract/infer.ts';
import { decodeScalar } from './decode-scalar.ts';
import { fromWire } from './dialect.ts';
import { isContractType } from './plan.ts';
import type { Reading } from './reading.ts';
import { type XmlElement, xsiAttribute } from './xml.ts';

/** Types of XML Schema, the contract's scalar each is read as, and the type a number keeps. */
const readAs: Readonly<
  Record<string, { readonly scalar: Parameters<typeof decodeScalar>[0]; readonly keeps?: TypedNumber['type'] }>
> = {
  string: { scalar: 'string' },
  normalizedString: { scalar: 'string' },
  token: { scalar: 'string' },
  anyURI: { scalar: 'string' },
  boolean: { scalar: 'boolean' },
  double: { scalar: 'double' },
  decimal: { scalar: 'double' },
  float: { scalar: 'double', keeps: 'float' },
  int: { scalar: 'int', keeps: 'int' },
  short: { scalar: 'short', keeps: 'short' },
  long: { scalar: 'long', keeps: 'long' },
  integer: { scalar: 'long', keeps: 'long' },
  unsignedInt: { scalar: 'long', keeps: 'long' },
  unsignedShort: { scalar: 'int', keeps: 'int' },
  unsignedByte: { scalar: 'unsignedByte', keeps: 'unsignedByte' },
  byte: { scalar: 'short', keeps: 'short' },
  dateTime: { scalar: 'dateTime' },
  base64Binary: { scalar: 'base64Binary' },
};
const hasOffset = /(?:Z|[+-]\d\d:\d\d)$/;

/**
 * Decode a value of anyType by its `xsi:type`, a type of XML Schema or of the contract; text without one is a string.
 * A time without offset is read as UTC.
 *
 * @param decodeNamed decodes a value of a contract type
 * @throws {Fault} `bad-value`
 */
export function decodeAny(
  element: XmlElement,
  reading: Reading,
  decodeNamed: (name: string, element: XmlElement, reading: Reading) => unknown,
): AnyValue {
  const written = xsiAttribute(element, 'type');
  if (written === undefined) {
    const child = element.children[0];
    if (child) throw reading.bad('xsi:type', `<${child.name}> without it`);
    return element.text;
  }
  const name = written.slice(written.indexOf(':') + 1).trim();
  const row = Object.hasOwn(readAs, name) ? readAs[name] : undefined;
  if (row) {
    const value = decodeScalar(row.scalar, element, reading);
    if (row.keeps) return { type: row.keeps, value: value as number };
    if (row.scalar !== 'dateTime') return value as AnyValue;
    return new Date(hasOffset.test(value as string) ? (value as string) : `${value}Z`);
  }
  const type = fromWire(name, reading.dialect);
  if (!isContractType(type)) throw reading.bad('an xsi:type of XML Schema or of the contract', reading.quote(written));
  return decodeNamed(type, element, reading) as AnyValue;
}

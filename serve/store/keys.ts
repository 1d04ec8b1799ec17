import { isKeyRange, type Key, type KeyPath, type KeyQuery } from '../../sw/store/database.ts';

/**
 * Keys as bytes whose order is the order of the keys. An encoded key is never the beginning of another, so that
 * encoded keys can follow each other.
 *
 * Tags give the order of the types. A zero ends lists and strings; it is below all tags and encoded characters.
 */
const tags = { number: 0x10, date: 0x20, string: 0x30, list: 0x50 } as const;
const end = 0;
/** Above all tags. */
const afterAll = Buffer.of(0xff);

/** Code units below this number take one byte: themselves plus one. */
const twoByteFrom = 0x7f;
/** Code units below this number take two bytes, the first from 0x80 on; all others take 0xc0 and two more. */
const threeByteFrom = twoByteFrom + 0x4000;

/** A half-open range of encoded keys: `lower` is in it, `upper` isn't. */
export interface ByteRange {
  readonly lower: Uint8Array;
  readonly upper: Uint8Array;
}

/** Encode keys one after the other. @throws `DataError` if a value can't be a key */
export function encodeKeys(...keys: readonly unknown[]): Buffer<ArrayBuffer> {
  const bytes: number[] = [];
  for (const key of keys) append(bytes, key);
  return Buffer.from(bytes);
}

function append(bytes: number[], key: unknown): void {
  if (typeof key === 'number' && !Number.isNaN(key)) {
    bytes.push(tags.number);
    appendNumber(bytes, key);
  } else if (typeof key === 'string') {
    bytes.push(tags.string);
    appendString(bytes, key);
  } else if (key instanceof Date && !Number.isNaN(key.getTime())) {
    bytes.push(tags.date);
    appendNumber(bytes, key.getTime());
  } else if (Array.isArray(key)) {
    bytes.push(tags.list);
    for (const item of key) append(bytes, item);
    bytes.push(end);
  } else {
    throw new DOMException('The value is not a valid key.', 'DataError');
  }
}

/** Append the bits of a number. Positive numbers get the sign bit, and all bits of negative ones are inverted. */
function appendNumber(bytes: number[], value: number): void {
  const view = new DataView(new ArrayBuffer(8));
  // Zero and minus zero are the same key.
  view.setFloat64(0, value === 0 ? 0 : value);
  const mask = view.getInt8(0) < 0 ? 0xff : 0;
  for (let i = 0; i < 8; i++) bytes.push(view.getUint8(i) ^ (i === 0 ? mask | 0x80 : mask));
}

function appendString(bytes: number[], text: string): void {
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < twoByteFrom) bytes.push(unit + 1);
    else if (unit < threeByteFrom) {
      const rest = unit - twoByteFrom;
      bytes.push(0x80 | (rest >> 8), rest & 0xff);
    } else {
      const rest = unit - threeByteFrom;
      bytes.push(0xc0, rest >> 8, rest & 0xff);
    }
  }
  bytes.push(end);
}

/** Decode the keys that follow each other from `offset` to the end. */
export function decodeKeys(bytes: Uint8Array, offset = 0): Key[] {
  const reader = new KeyReader(bytes, offset);
  const keys: Key[] = [];
  while (reader.offset < bytes.length) keys.push(reader.readKey());
  return keys;
}

class KeyReader {
  readonly #bytes: Uint8Array;
  offset: number;

  constructor(bytes: Uint8Array, offset: number) {
    this.#bytes = bytes;
    this.offset = offset;
  }

  readKey(): Key {
    const tag = this.#next();
    if (tag === tags.number) return this.#readNumber();
    if (tag === tags.date) return new Date(this.#readNumber());
    if (tag === tags.string) return this.#readString();
    if (tag !== tags.list) throw new Error(`Key: expected a tag, found ${tag}.`);
    const items: Key[] = [];
    while (this.#bytes[this.offset] !== end) items.push(this.readKey());
    this.offset++;
    return items;
  }

  #next(): number {
    const byte = this.#bytes[this.offset++];
    if (byte === undefined) throw new Error('Key: the bytes end too early.');
    return byte;
  }

  #readNumber(): number {
    const view = new DataView(new ArrayBuffer(8));
    const mask = this.#bytes[this.offset]! & 0x80 ? 0 : 0xff;
    for (let i = 0; i < 8; i++) view.setUint8(i, this.#next() ^ (i === 0 ? mask | 0x80 : mask));
    return view.getFloat64(0);
  }

  #readString(): string {
    const units: number[] = [];
    for (let byte = this.#next(); byte !== end; byte = this.#next()) {
      if (byte < 0x80) units.push(byte - 1);
      else if (byte < 0xc0) units.push(twoByteFrom + (((byte & 0x3f) << 8) | this.#next()));
      else units.push(threeByteFrom + ((this.#next() << 8) | this.#next()));
    }
    return String.fromCharCode(...units);
  }
}

/** Return the range of all keys that start with `prefix`, the bytes of whole keys. */
export const rangeOfPrefix = (prefix: Uint8Array): ByteRange => ({
  lower: prefix,
  upper: Buffer.concat([prefix, afterAll]),
});

/**
 * Return the range of encoded keys that a query selects.
 *
 * @param prefix encoded keys before each key
 * @throws `DataError` if a bound isn't a key, or if the lower one is above the upper one
 */
export function rangeOfQuery(prefix: Uint8Array, query: KeyQuery): ByteRange {
  if (query === undefined || query === null) return rangeOfPrefix(prefix);
  const { lower, upper, lowerOpen, upperOpen } = isKeyRange(query) ? query : { lower: query, upper: query };
  // Whatever follows a key, for example the key of the row in an index, is between the key and the key with this byte.
  const bound = (key: Key, isAfter: boolean | undefined) =>
    Buffer.concat([prefix, encodeKeys(key), ...(isAfter ? [afterAll] : [])]);
  const range = {
    lower: lower === undefined ? prefix : bound(lower, lowerOpen),
    upper: upper === undefined ? rangeOfPrefix(prefix).upper : bound(upper, !upperOpen),
  };
  if (Buffer.compare(range.lower, range.upper) > 0)
    throw new DOMException('The lower bound is above the upper bound, or both are equal and one is open.', 'DataError');
  return range;
}

/** Return the key at a key path of a row; undefined if it isn't a valid key. */
export function readKey(row: unknown, path: KeyPath): Key | undefined {
  if (typeof path !== 'string') {
    const items = path.map((part) => readKey(row, part));
    return items.every((item) => item !== undefined) ? items : undefined;
  }
  let value = row;
  for (const name of path.split('.')) value = (value as Record<string, unknown> | null | undefined)?.[name];
  return isKey(value) ? value : undefined;
}

/** Whether a value can be a key. */
export const isKey = (value: unknown): value is Key =>
  typeof value === 'string' ||
  (typeof value === 'number' && !Number.isNaN(value)) ||
  (value instanceof Date && !Number.isNaN(value.getTime())) ||
  (Array.isArray(value) && value.every(isKey));

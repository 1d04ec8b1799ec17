import { parseExact } from './exact-json.ts';
import { coordinateReader, type FlatCoordinates, skipSpace } from './read-coordinates.ts';

/** One feature of a list. */
interface RunFeature {
  /** The result of `JSON.parse`; if `coordinates` is set, those of its geometry are null. */
  readonly value: object;
  readonly coordinates: FlatCoordinates | undefined;
  /** Line within the run, whose first line is 0. */
  readonly line: number;
}

/** Consecutive features of a list. */
interface FeatureRun {
  readonly features: readonly RunFeature[];
  /** Position after the last feature. */
  readonly end: number;
  readonly newlines: number;
}

/** Bytes to parse per call, few enough that the temporary objects are collected soon. */
const bytesAtOnce = 1 << 18;

const [newline, quote, comma, colon, open, openList, closeList, backslash, close] = [
  10, 34, 44, 58, 123, 91, 93, 92, 125,
] as const;
/** Maximum bytes to copy one by one; for more, `set` is faster. */
const longestByByte = 256;
const utf8 = new TextDecoder('utf-8', { fatal: true });
const [geometryKey, coordinatesKey] = ['geometry', 'coordinates'].map((key) => new TextEncoder().encode(key)) as [
  Uint8Array,
  Uint8Array,
];
const nothing = new TextEncoder().encode('null');
const reader = coordinateReader();
/** Text of the features without their coordinates. */
let rest = new Uint8Array(1 << 16);

/** Coordinates of the current feature and their position; a single object, because a text has many features. */
const found = { isOdd: false, coordinatesFrom: -1, coordinatesEnd: -1, coordinates: undefined as Coordinates };
type Coordinates = FlatCoordinates | undefined;

/**
 * Parse all features that begin within the next `bytesAtOnce` bytes together, which is faster than one by one.
 *
 * Numbers in `coordinates` go directly into flat arrays. `JSON.parse` reads everything else, so invalid JSON isn't
 * accepted.
 *
 * @param from position of the first feature
 * @returns undefined if the bytes must be scanned one by one, because this function doesn't report errors
 */
export function parseFeatureRun(bytes: Uint8Array, from: number): FeatureRun | undefined {
  // The last brace ends every loop over digits or space.
  const last = bytes.lastIndexOf(close);
  const limit = from + bytesAtOnce;
  reader.clear();
  const all: Coordinates[] = [];
  const starts: number[] = [];
  let length = 0;
  let end = from;
  for (let at = from; at < limit && bytes[at] === open; ) {
    const behind = readFeature(bytes, at, last);
    if (behind < 0) break;
    starts.push(at);
    all.push(found.coordinates);
    if (found.coordinates) {
      length = keep(bytes, at, found.coordinatesFrom, length);
      length = keep(nothing, 0, nothing.length, length);
      length = keep(bytes, found.coordinatesEnd, behind, length);
    } else length = keep(bytes, at, behind, length);
    rest[length++] = comma;
    end = behind;
    if (end > last) break;
    at = skipSpace(bytes, end);
    if (bytes[at] !== comma) break;
    at = skipSpace(bytes, at + 1);
  }
  if (all.length === 0) return undefined;
  try {
    const values = parseExact(`[${utf8.decode(rest.subarray(0, length - 1))}]`) as object[];
    if (values.length !== all.length) return undefined;
    const newlines = newlineCounter(bytes.subarray(from, end));
    const features = values.map(
      (value, i): RunFeature => ({ value, coordinates: all[i], line: newlines(starts[i]! - from) }),
    );
    return { features, end, newlines: newlines(end - from) };
  } catch {
    return undefined;
  }
}

/** Find the end of a feature and read its coordinates into `found`. @returns -1 if it has no end or isn't JSON */
function readFeature(bytes: Uint8Array, from: number, last: number): number {
  found.isOdd = false;
  found.coordinatesFrom = -1;
  found.coordinates = undefined;
  let geometries = 0;
  let at = skipSpace(bytes, from + 1);
  while (bytes[at] === quote) {
    const valueAt = behindKey(bytes, at, last);
    if (valueAt < 0) return -1;
    if (isKey(bytes, at, geometryKey)) {
      geometries++;
      at = bytes[valueAt] === open ? readGeometry(bytes, valueAt, last) : skipValue(bytes, valueAt, last);
    } else at = skipValue(bytes, valueAt, last);
    if (at < 0 || at > last) return -1;
    at = skipSpace(bytes, at);
    if (bytes[at] !== comma) break;
    at = skipSpace(bytes, at + 1);
  }
  if (bytes[at] !== close) return -1;
  // `JSON.parse` handles repeated keys, of which the last one counts, and keys with escapes.
  if (found.isOdd || geometries > 1) found.coordinates = undefined;
  return at + 1;
}

/** Like `readFeature`, for a geometry. */
function readGeometry(bytes: Uint8Array, from: number, last: number): number {
  let at = skipSpace(bytes, from + 1);
  while (bytes[at] === quote) {
    const valueAt = behindKey(bytes, at, last);
    if (valueAt < 0) return -1;
    const isCoordinates = isKey(bytes, at, coordinatesKey);
    if (isCoordinates && found.coordinatesFrom >= 0) found.isOdd = true;
    at = isCoordinates && bytes[valueAt] === openList ? reader.read(bytes, valueAt) : -1;
    if (at < 0) at = skipValue(bytes, valueAt, last);
    else {
      const end = at;
      found.coordinates = reader.last(() => JSON.parse(utf8.decode(bytes.subarray(valueAt, end))));
      found.coordinatesEnd = end;
    }
    if (at < 0 || at > last) return -1;
    if (isCoordinates) found.coordinatesFrom = valueAt;
    at = skipSpace(bytes, at);
    if (bytes[at] !== comma) break;
    at = skipSpace(bytes, at + 1);
  }
  return bytes[at] === close ? at + 1 : -1;
}

/** Return the position of the value after a key; -1 if there is none. */
function behindKey(bytes: Uint8Array, from: number, last: number): number {
  const end = skipText(bytes, from, last);
  if (end < 0) return -1;
  const at = skipSpace(bytes, end);
  return bytes[at] === colon ? skipSpace(bytes, at + 1) : -1;
}

function isKey(bytes: Uint8Array, from: number, key: Uint8Array): boolean {
  for (let i = 0; i < key.length; i++) {
    const byte = bytes[from + 1 + i];
    if (byte === backslash) found.isOdd = true;
    if (byte !== key[i]) return false;
  }
  return bytes[from + 1 + key.length] === quote;
}

/** Maximum depth of nested lists. Deeper ones are rejected early, because recursive readers would exhaust the stack. */
export const mostDepth = 500;

/** Return the position after any value; -1 if the text ends first, or the value is deeper than `mostDepth`. */
function skipValue(bytes: Uint8Array, from: number, last: number): number {
  let at = from;
  let depth = 0;
  while (at <= last) {
    const byte = bytes[at]!;
    if (byte === quote) {
      at = skipText(bytes, at, last);
      if (at < 0 || depth === 0) return at;
      continue;
    }
    if (byte === open || byte === openList) {
      if (++depth > mostDepth) return -1;
    } else if (byte === close || byte === closeList) {
      if (depth === 0) return at;
      if (--depth === 0) return at + 1;
    } else if (depth === 0 && (byte === comma || byte <= 32)) return at;
    at++;
  }
  return -1;
}

/** Return the position after a quoted string; -1 if it isn't closed. */
function skipText(bytes: Uint8Array, from: number, last: number): number {
  let at = from + 1;
  while (at <= last) {
    const byte = bytes[at]!;
    if (byte === quote) return at + 1;
    at += byte === backslash ? 2 : 1;
  }
  return -1;
}

/** Append bytes to `rest` and return its new length. */
function keep(bytes: Uint8Array, from: number, end: number, length: number): number {
  if (length + end - from + 1 > rest.length) {
    const wider = new Uint8Array(2 * (length + end - from + 1));
    wider.set(rest.subarray(0, length));
    rest = wider;
  }
  if (end - from > longestByByte) rest.set(bytes.subarray(from, end), length);
  else for (let at = from, to = length; at < end; at++, to++) rest[to] = bytes[at]!;
  return length + end - from;
}

/** Create a counter of the newlines before ascending positions. */
function newlineCounter(bytes: Uint8Array): (end: number) => number {
  let count = 0;
  let next = bytes.indexOf(newline);
  return (end) => {
    for (; next >= 0 && next < end; next = bytes.indexOf(newline, next + 1)) count++;
    return count;
  };
}

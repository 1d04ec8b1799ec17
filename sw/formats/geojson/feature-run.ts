import { parseExact } from './exact-json.ts';
import { coordinateReader, type FlatCoordinates, skipSpace } from './read-coordinates.ts';

/** One feature of a list. */
interface RunFeature {
  /** The result of `JSON.parse`. If `coordinates` is set, the coordinates in its geometry are null. */
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
const runBytes = 1 << 18;

const [newline, quote, comma, colon, open, openList, closeList, backslash, close] = [
  10, 34, 44, 58, 123, 91, 93, 92, 125,
] as const;
/** Maximum bytes to copy one by one; for more, `set` is faster. */
const maxLoopCopyBytes = 256;
const utf8 = new TextDecoder('utf-8', { fatal: true });
const [geometryKey, coordinatesKey] = ['geometry', 'coordinates'].map((key) => new TextEncoder().encode(key)) as [
  Uint8Array,
  Uint8Array,
];
const nullBytes = new TextEncoder().encode('null');
const reader = coordinateReader();
/** Reused buffer for the JSON of the features without their coordinates. */
let rest = new Uint8Array(1 << 16);

/** Coordinates of the current feature and their position; reused, because a file has many features. */
const current = { isOdd: false, coordinatesFrom: -1, coordinatesEnd: -1, coordinates: undefined as Coordinates };
type Coordinates = FlatCoordinates | undefined;

/**
 * Parse all features that begin within the next `runBytes` bytes together, which is faster than one by one.
 *
 * Numbers in `coordinates` go directly into flat arrays. `JSON.parse` reads everything else, so invalid JSON isn't
 * accepted.
 *
 * @param from position of the first feature
 * @returns undefined if the bytes must be scanned one by one, because this function doesn't report errors
 */
export function parseFeatureRun(bytes: Uint8Array, from: number): FeatureRun | undefined {
  // Loops over digits or space end at the last brace at the latest.
  const last = bytes.lastIndexOf(close);
  const limit = from + runBytes;
  reader.clear();
  const all: Coordinates[] = [];
  const starts: number[] = [];
  let length = 0;
  let end = from;
  for (let offset = from; offset < limit && bytes[offset] === open; ) {
    const featureEnd = readFeature(bytes, offset, last);
    if (featureEnd < 0) break;
    starts.push(offset);
    all.push(current.coordinates);
    if (current.coordinates) {
      length = append(bytes, offset, current.coordinatesFrom, length);
      length = append(nullBytes, 0, nullBytes.length, length);
      length = append(bytes, current.coordinatesEnd, featureEnd, length);
    } else length = append(bytes, offset, featureEnd, length);
    rest[length++] = comma;
    end = featureEnd;
    if (end > last) break;
    offset = skipSpace(bytes, end);
    if (bytes[offset] !== comma) break;
    offset = skipSpace(bytes, offset + 1);
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

/** Find the end of a feature and read its coordinates into `current`. @returns -1 if it has no end or isn't JSON */
function readFeature(bytes: Uint8Array, from: number, last: number): number {
  current.isOdd = false;
  current.coordinatesFrom = -1;
  current.coordinates = undefined;
  let geometries = 0;
  let offset = skipSpace(bytes, from + 1);
  while (bytes[offset] === quote) {
    const valueAt = skipKey(bytes, offset, last);
    if (valueAt < 0) return -1;
    if (isKey(bytes, offset, geometryKey)) {
      geometries++;
      offset = bytes[valueAt] === open ? readGeometry(bytes, valueAt, last) : skipValue(bytes, valueAt, last);
    } else offset = skipValue(bytes, valueAt, last);
    if (offset < 0 || offset > last) return -1;
    offset = skipSpace(bytes, offset);
    if (bytes[offset] !== comma) break;
    offset = skipSpace(bytes, offset + 1);
  }
  if (bytes[offset] !== close) return -1;
  // `JSON.parse` handles repeated keys, of which the last one counts, and keys with escapes.
  if (current.isOdd || geometries > 1) current.coordinates = undefined;
  return offset + 1;
}

/** Find the end of a geometry, like `readFeature`. */
function readGeometry(bytes: Uint8Array, from: number, last: number): number {
  let offset = skipSpace(bytes, from + 1);
  while (bytes[offset] === quote) {
    const valueAt = skipKey(bytes, offset, last);
    if (valueAt < 0) return -1;
    const isCoordinates = isKey(bytes, offset, coordinatesKey);
    if (isCoordinates && current.coordinatesFrom >= 0) current.isOdd = true;
    offset = isCoordinates && bytes[valueAt] === openList ? reader.read(bytes, valueAt) : -1;
    if (offset < 0) offset = skipValue(bytes, valueAt, last);
    else {
      const end = offset;
      current.coordinates = reader.last(() => JSON.parse(utf8.decode(bytes.subarray(valueAt, end))));
      current.coordinatesEnd = end;
    }
    if (offset < 0 || offset > last) return -1;
    if (isCoordinates) current.coordinatesFrom = valueAt;
    offset = skipSpace(bytes, offset);
    if (bytes[offset] !== comma) break;
    offset = skipSpace(bytes, offset + 1);
  }
  return bytes[offset] === close ? offset + 1 : -1;
}

/** Return the position of the value after a key; -1 if there is none. */
function skipKey(bytes: Uint8Array, from: number, last: number): number {
  const end = skipText(bytes, from, last);
  if (end < 0) return -1;
  const offset = skipSpace(bytes, end);
  return bytes[offset] === colon ? skipSpace(bytes, offset + 1) : -1;
}

function isKey(bytes: Uint8Array, from: number, key: Uint8Array): boolean {
  for (let i = 0; i < key.length; i++) {
    const byte = bytes[from + 1 + i];
    if (byte === backslash) current.isOdd = true;
    if (byte !== key[i]) return false;
  }
  return bytes[from + 1 + key.length] === quote;
}

/**
 * Maximum depth of nested lists. Deeper lists are rejected early, because recursive readers would exhaust the stack.
 */
export const maxJsonDepth = 500;

/**
 * Return the position after any value; -1 if the text ends first, or the value is nested deeper than `maxJsonDepth`.
 */
function skipValue(bytes: Uint8Array, from: number, last: number): number {
  let offset = from;
  let depth = 0;
  while (offset <= last) {
    const byte = bytes[offset]!;
    if (byte === quote) {
      offset = skipText(bytes, offset, last);
      if (offset < 0 || depth === 0) return offset;
      continue;
    }
    if (byte === open || byte === openList) {
      if (++depth > maxJsonDepth) return -1;
    } else if (byte === close || byte === closeList) {
      if (depth === 0) return offset;
      if (--depth === 0) return offset + 1;
    } else if (depth === 0 && (byte === comma || byte <= 32)) return offset;
    offset++;
  }
  return -1;
}

/** Return the position after a quoted string; -1 if it isn't closed. */
function skipText(bytes: Uint8Array, from: number, last: number): number {
  let offset = from + 1;
  while (offset <= last) {
    const byte = bytes[offset]!;
    if (byte === quote) return offset + 1;
    offset += byte === backslash ? 2 : 1;
  }
  return -1;
}

/** Append bytes to `rest` and return its new length. */
function append(bytes: Uint8Array, from: number, end: number, length: number): number {
  if (length + end - from + 1 > rest.length) {
    const wider = new Uint8Array(2 * (length + end - from + 1));
    wider.set(rest.subarray(0, length));
    rest = wider;
  }
  if (end - from > maxLoopCopyBytes) rest.set(bytes.subarray(from, end), length);
  else for (let i = from, to = length; i < end; i++, to++) rest[to] = bytes[i]!;
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

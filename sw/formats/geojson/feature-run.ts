import { parseExact } from './exact-json.ts';
import { coordinateReader, type FlatCoordinates, skipSpace } from './read-coordinates.ts';

/** A member of a list of features. */
interface RunFeature {
  /** What `JSON.parse` makes of it, where `coordinates` of its geometry are null if they stand beside. */
  readonly value: object;
  readonly coordinates: FlatCoordinates | undefined;
  /** Counted from the line on which the run begins, which is 0. */
  readonly line: number;
}

/** Members of a list of features that stand in a row. */
interface FeatureRun {
  readonly features: readonly RunFeature[];
  /** Position behind the last one. */
  readonly end: number;
  readonly newlines: number;
}

/** Bytes that are parsed at once: what they become is soon forgotten again. */
const bytesAtOnce = 1 << 18;

const [newline, quote, comma, colon, open, openList, closeList, backslash, close] = [
  10, 34, 44, 58, 123, 91, 93, 92, 125,
] as const;
/** Fewer bytes are copied sooner one by one. */
const longestByByte = 256;
const utf8 = new TextDecoder('utf-8', { fatal: true });
const [geometryKey, coordinatesKey] = ['geometry', 'coordinates'].map((key) => new TextEncoder().encode(key)) as [
  Uint8Array,
  Uint8Array,
];
const nothing = new TextEncoder().encode('null');
const reader = coordinateReader();
/** The text of features without their coordinates. */
let rest = new Uint8Array(1 << 16);

/** Where the coordinates of a feature stand, and where it ends; one object for all, as a text has many features. */
const found = { isOdd: false, coordinatesFrom: -1, coordinatesEnd: -1, coordinates: undefined as Coordinates };
type Coordinates = FlatCoordinates | undefined;

/**
 * Parse as many features at once as begin within some 100 kB: that is faster than each for itself.
 *
 * Numbers of `coordinates` go from the bytes into flat arrays. All else is parsed by `JSON.parse`, so that it accepts the
 * features only if they are JSON.
 *
 * @param from of the first feature
 * @returns undefined where all is to be read byte by byte, as nothing is said here of what is wrong
 */
export function parseFeatureRun(bytes: Uint8Array, from: number): FeatureRun | undefined {
  // Every loop over digits or space ends at a brace.
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

/** Find the end of a feature and read its coordinates to `found`. @returns -1 where it has none, or is no JSON */
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
  // Of members of one name the last holds, and a name may be written otherwise: that is left to JSON.parse.
  if (found.isOdd || geometries > 1) found.coordinates = undefined;
  return at + 1;
}

/** As `readFeature`, for the geometry. */
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

/** The position of the value behind a key. */
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

/** Deeper lists are refused before they are parsed: whoever follows them needs a stack of that height. */
export const mostDepth = 500;

/** The position behind a value, whatever it is; -1 where the text ends before, or is deeper than `mostDepth`. */
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

/** The position behind a text in quotes. */
function skipText(bytes: Uint8Array, from: number, last: number): number {
  let at = from + 1;
  while (at <= last) {
    const byte = bytes[at]!;
    if (byte === quote) return at + 1;
    at += byte === backslash ? 2 : 1;
  }
  return -1;
}

/** Append bytes to `rest`. */
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

/** Counts the newlines before positions, each behind the one before. */
function newlineCounter(bytes: Uint8Array): (end: number) => number {
  let count = 0;
  let next = bytes.indexOf(newline);
  return (end) => {
    for (; next >= 0 && next < end; next = bytes.indexOf(newline, next + 1)) count++;
    return count;
  };
}

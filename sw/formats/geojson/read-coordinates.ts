/** The `coordinates` of one geometry, flat: positions -> paths -> groups of paths, as deep as they are nested. */
export interface FlatCoordinates {
  /** 1 for one position, 2 for a list of positions, up to 4. */
  readonly depth: number;
  /** [x0, y0, x1, y1, ...], shared with other geometries; overwritten when the next features are read. */
  readonly xy: Float64Array;
  /** End of each path, as an index of positions. */
  readonly pathEnds: Int32Array;
  /** End of each group, as an index of paths. */
  readonly groupEnds: Int32Array;
  readonly firstPosition: number;
  readonly firstPath: number;
  readonly endPath: number;
  readonly firstGroup: number;
  readonly endGroup: number;
  /** Whether some positions have more than two numbers. */
  readonly hasHeights: boolean;
  /** The same coordinates as nested lists. */
  readonly nested: () => unknown;
}

const [comma, openList, closeList] = [44, 91, 93] as const;
const maxDepth = 4;
/** Maximum length of an array that is used again. */
const maxReusedLength = 1 << 22;

/** Reads the coordinates of one geometry after the other into the same arrays. */
interface CoordinateReader {
  /** Discard the coordinates read so far. */
  clear(): void;
  /**
   * Read lists of positions with finite numbers, all at the same depth of at most four.
   *
   * @param from position of the opening bracket; a closing bracket must follow somewhere
   * @returns position after the lists; -1 for anything else, which may be valid
   */
  read(bytes: Uint8Array, from: number): number;
  /** Return the coordinates of the last `read`. */
  last(nested: () => unknown): FlatCoordinates;
}

/** Create a reader with its own arrays, which grow as necessary. */
export function coordinateReader(): CoordinateReader {
  let xy = new Float64Array(1 << 14);
  let pathEnds = new Int32Array(1 << 10);
  let groupEnds = new Int32Array(1 << 10);
  const count = { positions: 0, paths: 0, groups: 0 };
  let startCount = { ...count };
  let depth = 0;
  let hasHeights = false;

  function readPositions(bytes: Uint8Array, from: number): number {
    let offset = skipSpace(bytes, from);
    let { positions, paths, groups } = count;
    for (;;) {
      if (2 * positions + 3 > xy.length) xy = copyToWider(xy, new Float64Array(2 * xy.length));
      offset = readDecimal(bytes, offset, xy, 2 * positions);
      if (offset < 0) return -1;
      offset = skipSpace(bytes, offset);
      if (bytes[offset] !== comma) return -1;
      offset = readDecimal(bytes, skipSpace(bytes, offset + 1), xy, 2 * positions + 1);
      if (offset < 0) return -1;
      offset = skipSpace(bytes, offset);
      while (bytes[offset] === comma) {
        hasHeights = true;
        // The next position overwrites the heights.
        offset = readDecimal(bytes, skipSpace(bytes, offset + 1), xy, 2 * positions + 2);
        if (offset < 0) return -1;
        offset = skipSpace(bytes, offset);
      }
      if (bytes[offset] !== closeList) return -1;
      positions++;
      let level = depth - 1;
      for (;;) {
        offset++;
        if (level === 0) {
          count.positions = positions;
          count.paths = paths;
          count.groups = groups;
          return offset;
        }
        offset = skipSpace(bytes, offset);
        if (bytes[offset] === comma) break;
        if (bytes[offset] !== closeList) return -1;
        if (level === depth - 1) {
          if (paths === pathEnds.length) pathEnds = copyToWider(pathEnds, new Int32Array(2 * paths));
          pathEnds[paths++] = positions;
        } else if (level === depth - 2) {
          if (groups === groupEnds.length) groupEnds = copyToWider(groupEnds, new Int32Array(2 * groups));
          groupEnds[groups++] = paths;
        }
        level--;
      }
      offset = skipSpace(bytes, offset + 1);
      for (; level < depth; level++) {
        if (bytes[offset] !== openList) return -1;
        offset = skipSpace(bytes, offset + 1);
      }
    }
  }

  return {
    clear() {
      if (xy.length > maxReusedLength) xy = new Float64Array(1 << 14);
      count.positions = count.paths = count.groups = 0;
    },
    read(bytes, from) {
      startCount = { ...count };
      hasHeights = false;
      depth = 0;
      let offset = from;
      while (bytes[offset] === openList) {
        depth++;
        offset = skipSpace(bytes, offset + 1);
      }
      return depth > maxDepth ? -1 : readPositions(bytes, offset);
    },
    last: (nested) => ({
      depth,
      xy,
      pathEnds,
      groupEnds,
      firstPosition: startCount.positions,
      firstPath: startCount.paths,
      endPath: count.paths,
      firstGroup: startCount.groups,
      endGroup: count.groups,
      hasHeights,
      nested,
    }),
  };
}

/** Return the next position whose byte isn't JSON white space. */
export function skipSpace(bytes: Uint8Array, from: number): number {
  let offset = from;
  for (;;) {
    const byte = bytes[offset]!;
    if (byte > 32 || (byte !== 32 && byte !== 10 && byte !== 13 && byte !== 9)) return offset;
    offset++;
  }
}

function copyToWider<A extends Float64Array | Int32Array>(narrow: A, wide: A): A {
  wide.set(narrow);
  return wide;
}

/** Powers of ten that a double represents exactly. */
const powers = Float64Array.from({ length: 23 }, (_, power) => Number(`1e${power}`));
/** Digits that fit into 32 bits. */
const digitsAtOnce = 9;
/** Factor that splits a double of 53 bits into halves (Dekker 1971). */
const splitter = 2 ** 27 + 1;
const ascii = new TextDecoder('latin1');

const [minus, plus, point, zero, nine, upperE, lowerE] = [45, 43, 46, 48, 57, 69, 101] as const;

/**
 * Read a JSON number exactly like `JSON.parse`.
 *
 * @param bytes must continue after the number
 * @param target receives the value at `index`
 * @returns position after the number; -1 if it isn't a JSON number or isn't finite
 */
function readDecimal(bytes: Uint8Array, from: number, target: Float64Array, index: number): number {
  const isNegative = bytes[from] === minus;
  const first = isNegative ? from + 1 : from;
  let offset = first;
  // Collect the digits in two halves, because integers are added faster than doubles.
  let high = 0;
  let low = 0;
  let digits = 0;
  let byte = bytes[offset]!;
  while (byte >= zero && byte <= nine) {
    if (digits < digitsAtOnce) high = (Math.imul(high, 10) + byte - zero) | 0;
    else if (digits < 2 * digitsAtOnce) low = (Math.imul(low, 10) + byte - zero) | 0;
    digits++;
    byte = bytes[++offset]!;
  }
  if (offset === first || (bytes[first] === zero && offset > first + 1)) return -1;
  let exponent = 0;
  if (byte === point) {
    const whole = digits;
    const start = ++offset;
    byte = bytes[offset]!;
    while (byte >= zero && byte <= nine) {
      if (digits < digitsAtOnce) high = (Math.imul(high, 10) + byte - zero) | 0;
      else if (digits < 2 * digitsAtOnce) low = (Math.imul(low, 10) + byte - zero) | 0;
      digits++;
      byte = bytes[++offset]!;
    }
    if (offset === start) return -1;
    exponent = whole - digits;
  }
  if (byte === lowerE || byte === upperE) {
    byte = bytes[++offset]!;
    const isBelow = byte === minus;
    if (isBelow || byte === plus) byte = bytes[++offset]!;
    const start = offset;
    let power = 0;
    while (byte >= zero && byte <= nine) {
      if (power < 10_000) power = power * 10 + byte - zero;
      byte = bytes[++offset]!;
    }
    if (offset === start) return -1;
    exponent += isBelow ? -power : power;
  }
  const value = nearest(high, low, digits, exponent) ?? Number(ascii.decode(bytes.subarray(first, offset)));
  if (value === Number.POSITIVE_INFINITY) return -1;
  target[index] = isNegative ? -value : value;
  return offset;
}

/** Return the double nearest to digits times a power of ten; undefined if the rounding isn't certain. */
function nearest(high: number, low: number, digits: number, exponent: number): number | undefined {
  if (exponent < -22 || exponent > 22 || digits > 2 * digitsAtOnce) return undefined;
  const lowPower = powers[digits > digitsAtOnce ? digits - digitsAtOnce : 0]!;
  const power = powers[exponent < 0 ? -exponent : exponent]!;
  // Both are exact, so that a single operation rounds only once (Clinger 1990).
  if (digits <= 15) {
    const mantissa = high * lowPower + low;
    return exponent < 0 ? mantissa / power : mantissa * power;
  }
  return exponent < 0 ? quotient(high, lowPower, low, power) : undefined;
}

/**
 * Compute (high * lowPower + low) / power with twice the digits of a double, rounded.
 *
 * @returns undefined if it is so near the middle of two doubles that an error could decide (Ziv 1991)
 */
function quotient(high: number, lowPower: number, low: number, power: number): number | undefined {
  // Exact, because each product has less than 53 bits.
  const upper = (high >>> 15) * 32768 * lowPower;
  const lower = (high & 32767) * lowPower + low;
  const sum = upper + lower;
  const rest = lower - (sum - upper);
  const first = sum / power;
  const product = first * power;
  const error = productError(first, power, product);
  const second = (sum - product - error + rest) / power;
  const doubt = first * 2 ** -90;
  const value = first + (second - doubt);
  return value === first + (second + doubt) ? value : undefined;
}

/** Return the rounding error of a product (Dekker 1971). */
function productError(a: number, b: number, product: number): number {
  const aWide = splitter * a;
  const aHigh = aWide - (aWide - a);
  const aLow = a - aHigh;
  const bWide = splitter * b;
  const bHigh = bWide - (bWide - b);
  const bLow = b - bHigh;
  return aLow * bLow - (product - aHigh * bHigh - aLow * bHigh - aHigh * bLow);
}

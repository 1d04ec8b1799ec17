/** The `coordinates` of one geometry, flat: positions -> paths -> groups of paths, as far as they nest. */
export interface FlatCoordinates {
  /** 1 for one position, 2 for a list of them, to 4. */
  readonly depth: number;
  /** [x0, y0, x1, y1, ...], shared with other geometries; gone when the next features are read. */
  readonly xy: Float64Array;
  /** Position behind each path, in `xy`. */
  readonly pathEnds: Int32Array;
  /** Path behind each group, in `pathEnds`. */
  readonly groupEnds: Int32Array;
  readonly firstPosition: number;
  readonly firstPath: number;
  readonly endPath: number;
  readonly firstGroup: number;
  readonly endGroup: number;
  /** There are positions of more than two numbers. */
  readonly hasHeights: boolean;
  /** The same as lists of lists. */
  readonly nested: () => unknown;
}

const [comma, openList, closeList] = [44, 91, 93] as const;
const deepest = 4;
/** Longer arrays are not used again. */
const mostRemembered = 1 << 22;

/** Reads coordinates one after the other into the same arrays. */
interface CoordinateReader {
  /** Forget what was read. */
  clear(): void;
  /**
   * Read lists of positions of finite numbers, all at one depth of at most four.
   *
   * @param from of the bracket that opens; one that closes must follow somewhere
   * @returns the position behind them; -1 where there is anything else, which is then not said to be wrong
   */
  read(bytes: Uint8Array, from: number): number;
  /** What `read` read last. */
  last(nested: () => unknown): FlatCoordinates;
}

/** Make a reader with arrays of its own, which grow with what they have to hold. */
export function coordinateReader(): CoordinateReader {
  let xy = new Float64Array(1 << 14);
  let pathEnds = new Int32Array(1 << 10);
  let groupEnds = new Int32Array(1 << 10);
  const count = { positions: 0, paths: 0, groups: 0 };
  let begun = { ...count };
  let depth = 0;
  let hasHeights = false;

  function readPositions(bytes: Uint8Array, from: number): number {
    let at = skipSpace(bytes, from);
    let { positions, paths, groups } = count;
    for (;;) {
      if (2 * positions + 3 > xy.length) xy = widened(xy, new Float64Array(2 * xy.length));
      at = readDecimal(bytes, at, xy, 2 * positions);
      if (at < 0) return -1;
      at = skipSpace(bytes, at);
      if (bytes[at] !== comma) return -1;
      at = readDecimal(bytes, skipSpace(bytes, at + 1), xy, 2 * positions + 1);
      if (at < 0) return -1;
      at = skipSpace(bytes, at);
      while (bytes[at] === comma) {
        hasHeights = true;
        // Overwritten by the next position.
        at = readDecimal(bytes, skipSpace(bytes, at + 1), xy, 2 * positions + 2);
        if (at < 0) return -1;
        at = skipSpace(bytes, at);
      }
      if (bytes[at] !== closeList) return -1;
      positions++;
      let level = depth - 1;
      for (;;) {
        at++;
        if (level === 0) {
          count.positions = positions;
          count.paths = paths;
          count.groups = groups;
          return at;
        }
        at = skipSpace(bytes, at);
        if (bytes[at] === comma) break;
        if (bytes[at] !== closeList) return -1;
        if (level === depth - 1) {
          if (paths === pathEnds.length) pathEnds = widened(pathEnds, new Int32Array(2 * paths));
          pathEnds[paths++] = positions;
        } else if (level === depth - 2) {
          if (groups === groupEnds.length) groupEnds = widened(groupEnds, new Int32Array(2 * groups));
          groupEnds[groups++] = paths;
        }
        level--;
      }
      at = skipSpace(bytes, at + 1);
      for (; level < depth; level++) {
        if (bytes[at] !== openList) return -1;
        at = skipSpace(bytes, at + 1);
      }
    }
  }

  return {
    clear() {
      if (xy.length > mostRemembered) xy = new Float64Array(1 << 14);
      count.positions = count.paths = count.groups = 0;
    },
    read(bytes, from) {
      begun = { ...count };
      hasHeights = false;
      depth = 0;
      let at = from;
      while (bytes[at] === openList) {
        depth++;
        at = skipSpace(bytes, at + 1);
      }
      return depth > deepest ? -1 : readPositions(bytes, at);
    },
    last: (nested) => ({
      depth,
      xy,
      pathEnds,
      groupEnds,
      firstPosition: begun.positions,
      firstPath: begun.paths,
      endPath: count.paths,
      firstGroup: begun.groups,
      endGroup: count.groups,
      hasHeights,
      nested,
    }),
  };
}

/** The next position whose byte is no white space of JSON. */
export function skipSpace(bytes: Uint8Array, from: number): number {
  let at = from;
  for (;;) {
    const byte = bytes[at]!;
    if (byte > 32 || (byte !== 32 && byte !== 10 && byte !== 13 && byte !== 9)) return at;
    at++;
  }
}

function widened<A extends Float64Array | Int32Array>(narrow: A, wide: A): A {
  wide.set(narrow);
  return wide;
}

/** Powers of ten that a double holds exactly. */
const powers = Float64Array.from({ length: 23 }, (_, power) => Number(`1e${power}`));
/** Digits that fit into 32 bits. */
const digitsAtOnce = 9;
/** Halves a double of 53 bits (Dekker 1971). */
const splitter = 2 ** 27 + 1;
const ascii = new TextDecoder('latin1');

const [minus, plus, point, zero, nine, upperE, lowerE] = [45, 43, 46, 48, 57, 69, 101] as const;

/**
 * Read a number of JSON, exactly as `JSON.parse` reads it.
 *
 * @param bytes must go on behind the number
 * @param target its value is put to `index`
 * @returns the position behind it; -1 where there is no number of JSON, or one that is not finite
 */
function readDecimal(bytes: Uint8Array, from: number, target: Float64Array, index: number): number {
  const isNegative = bytes[from] === minus;
  const first = isNegative ? from + 1 : from;
  let at = first;
  // The digits in two halves, since integers are added up much sooner than doubles.
  let high = 0;
  let low = 0;
  let digits = 0;
  let byte = bytes[at]!;
  while (byte >= zero && byte <= nine) {
    if (digits < digitsAtOnce) high = (Math.imul(high, 10) + byte - zero) | 0;
    else if (digits < 2 * digitsAtOnce) low = (Math.imul(low, 10) + byte - zero) | 0;
    digits++;
    byte = bytes[++at]!;
  }
  if (at === first || (bytes[first] === zero && at > first + 1)) return -1;
  let exponent = 0;
  if (byte === point) {
    const whole = digits;
    const start = ++at;
    byte = bytes[at]!;
    while (byte >= zero && byte <= nine) {
      if (digits < digitsAtOnce) high = (Math.imul(high, 10) + byte - zero) | 0;
      else if (digits < 2 * digitsAtOnce) low = (Math.imul(low, 10) + byte - zero) | 0;
      digits++;
      byte = bytes[++at]!;
    }
    if (at === start) return -1;
    exponent = whole - digits;
  }
  if (byte === lowerE || byte === upperE) {
    byte = bytes[++at]!;
    const isBelow = byte === minus;
    if (isBelow || byte === plus) byte = bytes[++at]!;
    const start = at;
    let power = 0;
    while (byte >= zero && byte <= nine) {
      if (power < 10_000) power = power * 10 + byte - zero;
      byte = bytes[++at]!;
    }
    if (at === start) return -1;
    exponent += isBelow ? -power : power;
  }
  const value = nearest(high, low, digits, exponent) ?? Number(ascii.decode(bytes.subarray(first, at)));
  if (value === Number.POSITIVE_INFINITY) return -1;
  target[index] = isNegative ? -value : value;
  return at;
}

/** The double nearest to digits with a power of ten; undefined where that is not known for sure. */
function nearest(high: number, low: number, digits: number, exponent: number): number | undefined {
  if (exponent < -22 || exponent > 22 || digits > 2 * digitsAtOnce) return undefined;
  const lowPower = powers[digits > digitsAtOnce ? digits - digitsAtOnce : 0]!;
  const power = powers[exponent < 0 ? -exponent : exponent]!;
  // Both exact, so that one operation rounds once (Clinger 1990).
  if (digits <= 15) {
    const mantissa = high * lowPower + low;
    return exponent < 0 ? mantissa / power : mantissa * power;
  }
  return exponent < 0 ? quotient(high, lowPower, low, power) : undefined;
}

/**
 * (high * lowPower + low) / power in twice the digits of a double, rounded.
 *
 * @returns undefined where it lies so near to the middle of two doubles that an error could decide (Ziv 1991)
 */
function quotient(high: number, lowPower: number, low: number, power: number): number | undefined {
  // Without error, since each product has less than 53 bits.
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

/** What a product lost when it was rounded (Dekker 1971). */
function productError(a: number, b: number, product: number): number {
  const aWide = splitter * a;
  const aHigh = aWide - (aWide - a);
  const aLow = a - aHigh;
  const bWide = splitter * b;
  const bHigh = bWide - (bWide - b);
  const bLow = b - bHigh;
  return aLow * bLow - (product - aHigh * bHigh - aLow * bHigh - aHigh * bLow);
}

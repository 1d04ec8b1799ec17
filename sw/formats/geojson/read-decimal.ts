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
export function readDecimal(bytes: Uint8Array, from: number, target: Float64Array, index: number): number {
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

const double = new Float64Array(1);
const bits = new BigUint64Array(double.buffer);

/**
 * Return on which side of a directed line a point is: 1 left, -1 right, 0 on it. If doubles can't decide, BigInt
 * arithmetic does, so the result is exact for all finite coordinates.
 *
 * @see Shewchuk 1997 for the error bound
 */
export function orientation(ax: number, ay: number, bx: number, by: number, x: number, y: number): number {
  const left = (ax - x) * (by - y);
  const right = (ay - y) * (bx - x);
  const difference = left - right;
  // Infinite if a product is too large for a double; the last term covers products that are too small.
  const bound = 3.33e-16 * (Math.abs(left) + Math.abs(right)) + 1e-320;
  if (difference > bound) return 1;
  if (-difference > bound) return -1;
  // For edges along an axis and shared end points, a difference of 0 is exact.
  if ((ax === x || by === y) && (ay === y || bx === x)) return 0;
  return exactOrientation(ax, ay, bx, by, x, y);
}

function exactOrientation(ax: number, ay: number, bx: number, by: number, x: number, y: number): number {
  const atX = toBigInt(x);
  const atY = toBigInt(y);
  const left = (toBigInt(ax) - atX) * (toBigInt(by) - atY);
  const right = (toBigInt(ay) - atY) * (toBigInt(bx) - atX);
  return left > right ? 1 : left < right ? -1 : 0;
}

/** Return a double as a multiple of the smallest positive double. */
function toBigInt(value: number): bigint {
  double[0] = value;
  const exponent = (bits[0]! >> 52n) & 0x7ffn;
  const digits = bits[0]! & 0xf_ffff_ffff_ffffn;
  const size = exponent === 0n ? digits : (digits | 0x10_0000_0000_0000n) << (exponent - 1n);
  return value < 0 ? -size : size;
}

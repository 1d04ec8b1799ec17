/**
 * Count the leading pixels that are equal at two addresses, at most `limit`. Up to three pixels after the limit are
 * read.
 *
 * @param significant mask of the bits of a pixel to compare
 */
export function equalPixels(a: usize, b: usize, limit: u32, significant: u32): u32 {
  let count: u32 = 0;
  if (ASC_FEATURE_SIMD) {
    const mask = i32x4.splat(significant);
    const zero = i32x4.splat(0);
    for (; count < limit; count += 4, a += 16, b += 16) {
      const differences = v128.and(v128.xor(v128.load(a), v128.load(b)), mask);
      const equal = <u32>i32x4.bitmask(i32x4.eq(differences, zero));
      if (equal !== 15) return min(limit, count + ctz(~equal));
    }
    return limit;
  }
  while (count < limit && ((load<u32>(a + (count << 2)) ^ load<u32>(b + (count << 2))) & significant) === 0) count++;
  return count;
}

/** Return the DEFLATE symbol of a match length. @param length the match length minus 3 */
export function lengthSymbol(length: u32): u32 {
  if (length === 255) return 285;
  if (length < 8) return 257 + length;
  const high = 31 - clz(length);
  return 253 + 4 * high + ((length >>> (high - 2)) & 3);
}

/** Return the DEFLATE symbol of a match distance. @param distance the match distance minus 1 */
export function distanceSymbol(distance: u32): u32 {
  if (distance < 4) return distance;
  const high = 31 - clz(distance);
  return 2 * high + ((distance >>> (high - 1)) & 1);
}

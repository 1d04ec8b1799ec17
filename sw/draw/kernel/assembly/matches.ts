/** Pixels that agree, at most `limit`. */
export function equalPixels(a: usize, b: usize, limit: u32, significant: u32): u32 {
  let count: u32 = ASC_FEATURE_SIMD ? equalVectors(a, b, limit, significant) : 0;
  while (count < limit && ((load<u32>(a + (count << 2)) ^ load<u32>(b + (count << 2))) & significant) === 0) count++;
  return count;
}

function equalVectors(a: usize, b: usize, limit: u32, significant: u32): u32 {
  let count: u32 = 0;
  const mask = i32x4.splat(significant);
  for (; count + 4 <= limit; count += 4) {
    const offset = count << 2;
    if (v128.any_true(v128.and(v128.xor(v128.load(a + offset), v128.load(b + offset)), mask))) break;
  }
  return count;
}

/** Symbol of a length less three. */
export function lengthSymbol(length: u32): u32 {
  if (length === 255) return 285;
  if (length < 8) return 257 + length;
  const high = 31 - clz(length);
  return 253 + 4 * high + ((length >>> (high - 2)) & 3);
}

/** Symbol of a distance less one. */
export function distanceSymbol(distance: u32): u32 {
  if (distance < 4) return distance;
  const high = 31 - clz(distance);
  return 2 * high + ((distance >>> (high - 1)) & 1);
}

export const noFilter: u32 = 0;
const leftFilter: u32 = 1;
const aboveFilter: u32 = 2;

/** Every so many lines one is looked at. */
const sampledLines: u32 = 8;
/** Mean difference of samples beside each other, of 255, up to which colours run smoothly. */
const smoothest: u32 = 24;

/**
 * Choose a filter for lines of pixels (PNG specification, 9.2): one for photographs and other smooth colours, none for areas of
 * one colour, which are matches as they are.
 *
 * @param pixels      u32 each; the line above the first one must lie before it when `hasAbove`
 * @param significant bits of a pixel that are written
 */
export function chooseFilter(pixels: usize, width: u32, lines: u32, hasAbove: bool, significant: u32): u32 {
  let seen: u64 = 0;
  let changing: u64 = 0;
  let fromLeft: u64 = 0;
  let fromAbove: u64 = 0;
  for (let line: u32 = hasAbove ? 0 : 1; line < lines; line += sampledLines) {
    let at = pixels + ((line * width + 1) << 2);
    seen += width - 1;
    for (const end = pixels + (((line + 1) * width) << 2); at < end; at += 4) {
      if (ASC_FEATURE_SIMD) {
        at = skipLikeNeighbours(at, end, width << 2, significant);
        if (at >= end) break;
      }
      const pixel = load<u32>(at) & significant;
      const left = load<u32>(at - 4) & significant;
      const above = load<u32>(at - (width << 2)) & significant;
      if (pixel === left || pixel === above) continue;
      changing++;
      fromLeft += distance(pixel, left);
      fromAbove += distance(pixel, above);
    }
  }
  const samples: u64 = significant === 0xffffff ? 3 : 4;
  if (4 * changing <= seen || min(fromLeft, fromAbove) > smoothest * samples * changing) return noFilter;
  return fromLeft < fromAbove ? leftFilter : aboveFilter;
}

/** Go on to a group of four pixels of which one differs from those before it and above it. */
function skipLikeNeighbours(at: usize, end: usize, lineBytes: usize, significant: u32): usize {
  const mask = i32x4.splat(significant);
  const zero = i32x4.splat(0);
  for (; at + 16 <= end; at += 16) {
    const pixels = v128.load(at);
    const left = i32x4.eq(v128.and(v128.xor(pixels, v128.load(at - 4)), mask), zero);
    const above = i32x4.eq(v128.and(v128.xor(pixels, v128.load(at - lineBytes)), mask), zero);
    if (!i32x4.all_true(v128.or(left, above))) break;
  }
  return at;
}

function distance(a: u32, b: u32): u32 {
  let sum: u32 = 0;
  for (; a !== b; a >>>= 8, b >>>= 8) sum += <u32>abs(<i32>(a & 255) - <i32>(b & 255));
  return sum;
}

/** Replace lines of pixels by what a filter leaves of them; parameters as in `chooseFilter`. */
export function filterLines(filter: u32, pixels: usize, width: u32, lines: u32, hasAbove: bool): void {
  const lineBytes = (<usize>width) << 2;
  if (filter === leftFilter)
    for (let row = pixels, i: u32 = 0; i < lines; i++, row += lineBytes) takeDifferences(row + 4, row + lineBytes, 4);
  // Above the first line of a picture all is 0.
  else takeDifferences(pixels + (hasAbove ? 0 : lineBytes), pixels + lineBytes * lines, lineBytes);
}

/** Replace pixels by their differences from those `back` bytes before them, the last first. */
function takeDifferences(from: usize, end: usize, back: usize): void {
  let at = end;
  if (ASC_FEATURE_SIMD)
    for (; at >= from + 16; at -= 16) v128.store(at - 16, i8x16.sub(v128.load(at - 16), v128.load(at - 16 - back)));
  for (; at > from; at -= 4) {
    const pixel = load<u32>(at - 4);
    const other = load<u32>(at - 4 - back);
    // Byte by byte: the highest bit of each is computed apart, so that nothing is borrowed from the next.
    const low = (pixel | 0x80808080) - (other & 0x7f7f7f7f);
    store<u32>(at - 4, low ^ ((pixel ^ ~other) & 0x80808080));
  }
}

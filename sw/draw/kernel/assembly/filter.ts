export const noFilter: u32 = 0;
const leftFilter: u32 = 1;
const aboveFilter: u32 = 2;

/** Every nth line is sampled. */
const sampledLines: u32 = 8;
/** Maximum mean difference between adjacent samples, of 255, at which colors count as smooth. */
const smoothest: u32 = 24;

/**
 * Choose a filter for lines of pixels (PNG specification, 9.2). Photographs and other smooth colors get a filter. Areas
 * of one color get none, because they compress well as matches.
 *
 * @param pixels      u32 each; if `hasAbove`, the line above the first one must precede them
 * @param significant mask of the bits of a pixel that are written
 */
export function chooseFilter(pixels: usize, width: u32, lines: u32, hasAbove: bool, significant: u32): u32 {
  let seen: u64 = 0;
  let changing: u64 = 0;
  let fromLeft: u64 = 0;
  let fromAbove: u64 = 0;
  for (let line: u32 = hasAbove ? 0 : 1; line < lines; line += sampledLines) {
    let address = pixels + ((line * width + 1) << 2);
    seen += width - 1;
    for (const end = pixels + (((line + 1) * width) << 2); address < end; address += 4) {
      if (ASC_FEATURE_SIMD) {
        address = skipLikeNeighbors(address, end, width << 2, significant);
        if (address >= end) break;
      }
      const pixel = load<u32>(address) & significant;
      const left = load<u32>(address - 4) & significant;
      const above = load<u32>(address - (width << 2)) & significant;
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

/**
 * Skip groups of four pixels that all equal their left neighbor or the pixel above. @returns the address of the next
 * group
 */
function skipLikeNeighbors(address: usize, end: usize, lineBytes: usize, significant: u32): usize {
  const mask = i32x4.splat(significant);
  const zero = i32x4.splat(0);
  for (; address + 16 <= end; address += 16) {
    const pixels = v128.load(address);
    const left = i32x4.eq(v128.and(v128.xor(pixels, v128.load(address - 4)), mask), zero);
    const above = i32x4.eq(v128.and(v128.xor(pixels, v128.load(address - lineBytes)), mask), zero);
    if (!i32x4.all_true(v128.or(left, above))) break;
  }
  return address;
}

function distance(a: u32, b: u32): u32 {
  let sum: u32 = 0;
  for (; a !== b; a >>>= 8, b >>>= 8) sum += <u32>abs(<i32>(a & 255) - <i32>(b & 255));
  return sum;
}

/** Replace lines of pixels by filtered pixels. For the parameters, see `chooseFilter`. */
export function filterLines(filter: u32, pixels: usize, width: u32, lines: u32, hasAbove: bool): void {
  const lineBytes = (<usize>width) << 2;
  if (filter === leftFilter)
    for (let row = pixels, i: u32 = 0; i < lines; i++, row += lineBytes) takeDifferences(row + 4, row + lineBytes, 4);
  // The line above the first line of an image counts as 0.
  else takeDifferences(pixels + (hasAbove ? 0 : lineBytes), pixels + lineBytes * lines, lineBytes);
}

/** Replace pixels by their differences from the pixels `back` bytes before, last first. */
function takeDifferences(from: usize, end: usize, back: usize): void {
  let address = end;
  if (ASC_FEATURE_SIMD)
    for (; address >= from + 16; address -= 16)
      v128.store(address - 16, i8x16.sub(v128.load(address - 16), v128.load(address - 16 - back)));
  for (; address > from; address -= 4) {
    const pixel = load<u32>(address - 4);
    const other = load<u32>(address - 4 - back);
    // Subtract byte by byte. The highest bit of each byte is computed separately, so that no byte borrows from the
    // next.
    const low = (pixel | 0x80808080) - (other & 0x7f7f7f7f);
    store<u32>(address - 4, low ^ ((pixel ^ ~other) & 0x80808080));
  }
}

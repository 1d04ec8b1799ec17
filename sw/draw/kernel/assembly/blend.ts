import { pixelAt } from './target.ts';

/** Current color as a pixel, multiplied by its alpha. */
let color: u32 = 0;
/** Address of the image that replaces the color, repeated in both directions; 0 for none. */
let pattern: usize = 0;
let patternColumns: i32 = 1;
let patternLines: i32 = 1;
let patternX: i32 = 0;
let patternY: i32 = 0;

/** Return true if an image replaces the color. */
export function hasPattern(): bool {
  return pattern !== 0;
}

/** Set the color to paint with. @param premultiplied color as a pixel, multiplied by its alpha */
export function setColor(premultiplied: u32): void {
  color = premultiplied;
  pattern = 0;
}

/** Set the repeated image to paint with. Its pixel (x, y), both 0 or more, is painted on pixel (0, 0). */
export function setPattern(address: usize, columns: i32, lines: i32, x: i32, y: i32): void {
  pattern = address;
  patternColumns = columns;
  patternLines = lines;
  patternX = x;
  patternY = y;
}

/** Multiply the four bytes of a pixel by `share` / 255, each rounded to the nearest integer. */
export function scalePixel(pixel: u32, share: u32): u32 {
  const even = (pixel & 0x00ff00ff) * share + 0x00800080;
  const odd = ((pixel >>> 8) & 0x00ff00ff) * share + 0x00800080;
  return (
    (((even + ((even >>> 8) & 0x00ff00ff)) >>> 8) & 0x00ff00ff) | ((odd + ((odd >>> 8) & 0x00ff00ff)) & 0xff00ff00)
  );
}

/** Blend a pixel over the pixel at an address. */
export function over(target: usize, pixel: u32): void {
  const alpha = pixel >>> 24;
  if (alpha === 255) store<u32>(target, pixel);
  else if (alpha > 0) store<u32>(target, pixel + scalePixel(load<u32>(target), 255 - alpha));
}

/** Blend the four pixels at `from` over the four pixels at `target`, rounded like `over`. */
export function overFour(target: usize, from: usize): void {
  if (ASC_FEATURE_SIMD) overVector(target, v128.load(from));
  else for (let offset: usize = 0; offset < 16; offset += 4) over(target + offset, load<u32>(from + offset));
}

function overVector(target: usize, four: v128): void {
  const alpha = v128.shuffle<u8>(four, four, 3, 3, 3, 3, 7, 7, 7, 7, 11, 11, 11, 11, 15, 15, 15, 15);
  v128.store(target, i8x16.add(scaleBytes(v128.load(target), v128.not(alpha)), four));
}

/** Multiply bytes by shares of 255, rounded like `scalePixel`. */
function scaleBytes(bytes: v128, shares: v128): v128 {
  const half = i16x8.splat(128);
  const low = i16x8.add(i16x8.extmul_low_i8x16_u(bytes, shares), half);
  const high = i16x8.add(i16x8.extmul_high_i8x16_u(bytes, shares), half);
  return i8x16.narrow_i16x8_u(
    i16x8.shr_u(i16x8.add(low, i16x8.shr_u(low, 8)), 8),
    i16x8.shr_u(i16x8.add(high, i16x8.shr_u(high, 8)), 8),
  );
}

/** Paint four pixels with the color. The four bytes of each lane contain the pixel's coverage. */
export function paintFour(target: usize, coverages: v128): void {
  overVector(target, scaleBytes(i32x4.splat(color), coverages));
}

/** Paint a pixel with a coverage of 1 to 255. */
export function paintPixel(x: i32, y: i32, coverage: u32): void {
  const source = pattern === 0 ? color : patternPixel(x, y);
  over(pixelAt(x, y), coverage === 255 ? source : scalePixel(source, coverage));
}

/** Paint the pixels from `x` to `end` (exclusive) with the same coverage. */
export function paintSpan(x: i32, end: i32, y: i32, coverage: u32): void {
  if (pattern !== 0) {
    for (; x < end; x++) paintPixel(x, y, coverage);
    return;
  }
  const source = coverage === 255 ? color : scalePixel(color, coverage);
  const alpha = source >>> 24;
  let target = pixelAt(x, y);
  const last = target + ((end - x) << 2);
  if (alpha === 255) {
    if (ASC_FEATURE_SIMD) {
      const four = i32x4.splat(source);
      for (; target + 16 <= last; target += 16) v128.store(target, four);
    }
    for (; target < last; target += 4) store<u32>(target, source);
    return;
  }
  if (ASC_FEATURE_SIMD) target = overWholeVectors(target, last, source, alpha);
  for (; target < last; target += 4) over(target, source);
}

/** Blend a pixel over as many pixels as fill whole vectors. @returns the address of the rest */
function overWholeVectors(target: usize, last: usize, source: u32, alpha: u32): usize {
  const four = i32x4.splat(source);
  const rest = i8x16.splat(<i8>(255 - alpha));
  for (; target + 16 <= last; target += 16) v128.store(target, i8x16.add(scaleBytes(v128.load(target), rest), four));
  return target;
}

function patternPixel(x: i32, y: i32): u32 {
  const column = (x + patternX) % patternColumns;
  const line = (y + patternY) % patternLines;
  return load<u32>(pattern + ((line * patternColumns + column) << 2));
}

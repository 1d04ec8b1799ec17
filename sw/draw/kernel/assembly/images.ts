import { over, overFour, paintPixel, scalePixel } from './blend.ts';
import { clipBottom, clipLeft, clipRight, clipTop, pixelAt } from './target.ts';

/**
 * Blend an image over the pixels at each of `count` points.
 *
 * @param image   pixels in the format of the target
 * @param columns a multiple of four
 * @param centerX pixel of the image that is placed on a point
 * @param xy      f32 x and y of each point
 */
export function stampImage(
  image: usize,
  columns: i32,
  lines: i32,
  centerX: i32,
  centerY: i32,
  xy: usize,
  count: i32,
): void {
  const rowBytes = columns << 2;
  for (let i = 0; i < count; i++) {
    const x = load<f32>(xy + (i << 3));
    const y = load<f32>(xy + (i << 3) + 4);
    if (!(abs(x) < 1e8 && abs(y) < 1e8)) continue;
    const left = <i32>Math.floor(x) - centerX;
    const top = <i32>Math.floor(y) - centerY;
    if (left < clipLeft || top < clipTop || left + columns > clipRight || top + lines > clipBottom) {
      putImage(image, columns, lines, left, top);
      continue;
    }
    let from = image;
    for (let line = top; line < top + lines; line++) {
      let target = pixelAt(left, line);
      for (const end = from + rowBytes; from < end; from += 16, target += 16) overFour(target, from);
    }
  }
}

/** Blend an image over the pixels, with its upper left corner at (left, top). */
export function putImage(image: usize, columns: i32, lines: i32, left: i32, top: i32): void {
  const fromX = max(0, clipLeft - left);
  const toX = min(columns, clipRight - left);
  const toY = min(lines, clipBottom - top);
  if (fromX >= toX) return;
  for (let y = max(0, clipTop - top); y < toY; y++) {
    let from = image + ((y * columns + fromX) << 2);
    const end = image + ((y * columns + toX) << 2);
    let target = pixelAt(left + fromX, top + y);
    if (ASC_FEATURE_SIMD)
      for (; from + 16 <= end; from += 16, target += 16) if (v128.any_true(v128.load(from))) overFour(target, from);
    for (; from < end; from += 4, target += 4) over(target, load<u32>(from));
  }
}

/** Blend the pixels of a group over the target within the clip. Both have the same size. @param opacity 0 to 255 */
export function putGroup(group: usize, columns: i32, opacity: u32): void {
  for (let y = clipTop; y < clipBottom; y++) {
    let from = group + ((y * columns + clipLeft) << 2);
    const end = group + ((y * columns + clipRight) << 2);
    let target = pixelAt(clipLeft, y);
    for (; from < end; from += 4, target += 4) {
      const pixel = load<u32>(from);
      if (pixel !== 0) over(target, opacity === 255 ? pixel : scalePixel(pixel, opacity));
    }
  }
}

/** Paint whole pixels: squares of `side` pixels around points, f32 x and y each. */
export function paintDots(xy: usize, count: i32, side: i32): void {
  const half = <f32>side / 2;
  for (let i = 0; i < count; i++) {
    const x = load<f32>(xy + (i << 3)) - half;
    const y = load<f32>(xy + (i << 3) + 4) - half;
    if (!(abs(x) < 1e8 && abs(y) < 1e8)) continue;
    const left = <i32>Math.floor(x + 0.5);
    const top = <i32>Math.floor(y + 0.5);
    const right = min(left + side, clipRight);
    const bottom = min(top + side, clipBottom);
    for (let line = max(top, clipTop); line < bottom; line++)
      for (let column = max(left, clipLeft); column < right; column++) paintPixel(column, line, 255);
  }
}

/** Multiply colors by their alpha. */
export function multiplyAlpha(address: usize, count: i32): void {
  for (const end = address + (count << 2); address < end; address += 4) {
    const pixel = load<u32>(address);
    const alpha = pixel >>> 24;
    if (alpha === 0) store<u32>(address, 0);
    else if (alpha < 255) store<u32>(address, scalePixel(pixel | 0xff000000, alpha));
  }
}

/** Blend premultiplied pixels with white. */
export function putOnWhite(address: usize, count: i32): void {
  const end = address + (count << 2);
  // The last vector may exceed the pixels, because the memory after them is unused.
  if (ASC_FEATURE_SIMD) for (; address < end; address += 16) putVectorOnWhite(address);
  // No channel is larger than alpha, so the addition can't overflow into the next channel.
  for (; address < end; address += 4)
    store<u32>(address, load<u32>(address) + (255 - (load<u32>(address) >>> 24)) * 0x01010101);
}

function putVectorOnWhite(address: usize): void {
  const four = v128.load(address);
  const alpha = v128.shuffle<u8>(four, four, 3, 3, 3, 3, 7, 7, 7, 7, 11, 11, 11, 11, 15, 15, 15, 15);
  v128.store(address, i8x16.add_sat_u(four, v128.not(alpha)));
}

function isClearOrOpaque(address: usize): bool {
  const opaque = i32x4.splat(0xff000000);
  const four = v128.load(address);
  return !v128.any_true(four) || i32x4.all_true(i32x4.eq(v128.and(four, opaque), opaque));
}

/** Divide colors by their alpha, each rounded to the nearest integer. */
export function divideAlpha(address: usize, count: i32): void {
  const end = address + (count << 2);
  if (ASC_FEATURE_SIMD) {
    while (address + 16 <= end) {
      if (isClearOrOpaque(address)) address += 16;
      else address = divideVectors(address, end);
    }
  }
  for (; address < end; address += 4) {
    const pixel = load<u32>(address);
    const alpha = pixel >>> 24;
    if (alpha > 0 && alpha < 255) {
      const half = alpha >>> 1;
      const red = min<u32>(255, ((pixel & 255) * 255 + half) / alpha);
      const green = min<u32>(255, (((pixel >>> 8) & 255) * 255 + half) / alpha);
      const blue = min<u32>(255, (((pixel >>> 16) & 255) * 255 + half) / alpha);
      store<u32>(address, (alpha << 24) | (blue << 16) | (green << 8) | red);
    }
  }
}

/**
 * Divide four pixels, and the following groups equal to them. Quotients are below 2^16, so their rounding never reaches
 * the next integer, and the integer part is exact.
 *
 * @returns the address of the first other group
 */
function divideVectors(address: usize, end: usize): usize {
  const four = v128.load(address);
  const alpha = i32x4.shr_u(four, 24);
  // Transparent pixels have no color, so dividing by 1 leaves 0.
  const divisor = f32x4.convert_i32x4_s(i32x4.max_s(alpha, i32x4.splat(1)));
  const half = i32x4.shr_u(alpha, 1);
  let divided = i32x4.shl(alpha, 24);
  divided = v128.or(divided, quotients(four, divisor, half));
  divided = v128.or(divided, i32x4.shl(quotients(i32x4.shr_u(four, 8), divisor, half), 8));
  divided = v128.or(divided, i32x4.shl(quotients(i32x4.shr_u(four, 16), divisor, half), 16));
  do {
    v128.store(address, divided);
    address += 16;
  } while (address + 16 <= end && !v128.any_true(v128.xor(v128.load(address), four)));
  return address;
}

/** Multiply the lowest byte of each lane by 255, add `half`, and divide by the divisor. */
function quotients(four: v128, divisor: v128, half: v128): v128 {
  const maxByte = i32x4.splat(255);
  const dividend = i32x4.add(i32x4.mul(v128.and(four, maxByte), maxByte), half);
  return i32x4.min_s(i32x4.trunc_sat_f32x4_s(f32x4.div(f32x4.convert_i32x4_s(dividend), divisor)), maxByte);
}

/**
 * Copy a rectangle of pixels.
 *
 * @param columns pixels per line of the source
 * @param to      address of the copy, line by line without gaps
 * @returns true if all pixels are equal
 */
export function cutPixels(from: usize, columns: i32, wide: i32, high: i32, to: usize): bool {
  const first = load<u32>(from);
  const bytes = (<usize>wide) << 2;
  let isPlain = true;
  for (let line = 0; line < high; line++, from += (<usize>columns) << 2, to += bytes) {
    memory.copy(to, from, bytes);
    if (isPlain) isPlain = isEvery(to, to + bytes, first);
  }
  return isPlain;
}

function isEvery(address: usize, end: usize, pixel: u32): bool {
  if (ASC_FEATURE_SIMD) {
    const four = i32x4.splat(pixel);
    for (; address + 16 <= end; address += 16) if (v128.any_true(v128.xor(v128.load(address), four))) return false;
  }
  for (; address < end; address += 4) if (load<u32>(address) !== pixel) return false;
  return true;
}

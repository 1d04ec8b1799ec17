import { paintFour, paintPixel } from './blend.ts';
import { toFixedPoint } from './coverage.ts';
import { clipBottom, clipLeft, clipRight, clipTop, pixelAt } from './target.ts';

/** One byte per pixel: the largest coverage of any line. Lines that meet or are drawn twice therefore look like one. */
let mask: usize = 0;
let columns: i32 = 0;
/** Bounds of all nonzero bytes. */
let firstLine: i32 = i32.MAX_VALUE;
let lastLine: i32 = -1;
let firstColumn: i32 = i32.MAX_VALUE;
let lastColumn: i32 = -1;

/** Set the memory for the mask. @param address all zero: lines of `wide` bytes, and one additional line */
export function setMask(address: usize, wide: i32): void {
  mask = address;
  columns = wide;
  forgetBounds();
}

function forgetBounds(): void {
  firstLine = i32.MAX_VALUE;
  lastLine = -1;
  firstColumn = i32.MAX_VALUE;
  lastColumn = -1;
}

function addToBounds(x: i32, line: i32): void {
  if (x < firstColumn) firstColumn = x;
  if (x > lastColumn) lastColumn = x;
  if (line < firstLine) firstLine = line;
  if (line > lastLine) lastLine = line;
}

/** Add lines of one pixel's width between vertices, two f32 each. A line covers the pixels of both ends. */
export function addHairlines(xy: usize, from: i32, to: i32, isClosed: bool): void {
  if (from >= to) return;
  const end = xy + (to << 3);
  let address = xy + (from << 3);
  const before = isClosed ? end - 8 : address;
  if (!isClosed) address += 8;
  let x0 = load<f32>(before);
  let y0 = load<f32>(before, 4);
  let wasMiddle = isMiddle(x0, y0);
  if (wasMiddle) addToBounds(<i32>x0, <i32>y0);
  for (; address < end; address += 8) {
    const x1 = load<f32>(address);
    const y1 = load<f32>(address, 4);
    const isNextMiddle = isMiddle(x1, y1);
    if (isNextMiddle) addToBounds(<i32>x1, <i32>y1);
    if (wasMiddle && isNextMiddle) addBetweenMiddles(<i32>x0, <i32>y0, <i32>x1, <i32>y1);
    else addHairline(<f64>x0, <f64>y0, <f64>x1, <f64>y1);
    x0 = x1;
    y0 = y1;
    wasMiddle = isNextMiddle;
  }
}

/** Return true for a pixel center inside the clip. Most vertices are snapped to pixel centers. */
function isMiddle(x: f32, y: f32): bool {
  return (
    x >= <f32>clipLeft &&
    x < <f32>clipRight &&
    y >= <f32>clipTop &&
    y < <f32>clipBottom &&
    x - Mathf.floor(x) === 0.5 &&
    y - Mathf.floor(y) === 0.5
  );
}

/** Add a line between two pixel centers. Like `addFlat` and `addSteep`, but its sums are integers. */
function addBetweenMiddles(x0: i32, y0: i32, x1: i32, y1: i32): void {
  const width = abs(x1 - x0);
  const height = abs(y1 - y0);
  const stepX = x1 < x0 ? -1 : 1;
  const stepY = y1 < y0 ? -columns : columns;
  let address = mask + y0 * columns + x0;
  if (width === 0 || height === 0 || width === height) {
    // Horizontal, vertical or diagonal.
    const step = (width > 0 ? stepX : 0) + (height > 0 ? stepY : 0);
    for (let remaining = max(width, height); remaining >= 0; remaining--, address += step) store<u8>(address, 255);
    return;
  }
  if (width > height) {
    if (x1 < x0) address = mask + y1 * columns + x1;
    const slope = <f64>(y1 - y0) / <f64>(x1 - x0);
    for (let i = 0; i <= width; i++, address++) {
      const y = toFixedPoint(<f64>i * slope);
      coverTwo(address + (y >> 8) * columns, columns, y & 255);
    }
  } else {
    if (y1 < y0) address = mask + y1 * columns + x1;
    const slope = <f64>(x1 - x0) / <f64>(y1 - y0);
    for (let i = 0; i <= height; i++, address += columns) {
      const x = toFixedPoint(<f64>i * slope);
      coverTwo(address + (x >> 8), 1, x & 255);
    }
  }
}

/** Cover a pixel and the next one, which gets `share`. A share of 0 doesn't change the next pixel. */
function coverTwo(address: usize, next: i32, share: u32): void {
  store<u8>(address, max<u32>(load<u8>(address), 255 - share));
  store<u8>(address + next, max<u32>(load<u8>(address + next), share));
}

function addHairline(x0: f64, y0: f64, x1: f64, y1: f64): void {
  if (!(abs(x1 - x0) < Infinity && abs(y1 - y0) < Infinity)) return;
  if (abs(x1 - x0) >= abs(y1 - y0)) {
    if (x0 <= x1) addFlat(x0, y0, x1, y1);
    else addFlat(x1, y1, x0, y0);
  } else if (y0 <= y1) addSteep(x0, y0, x1, y1);
  else addSteep(x1, y1, x0, y0);
}

/** Add a line that is at least as wide as high, column by column. */
function addFlat(x0: f64, y0: f64, x1: f64, y1: f64): void {
  const from = <i32>Math.max(<f64>clipLeft, Math.floor(x0));
  const to = <i32>Math.min(<f64>(clipRight - 1), Math.floor(x1));
  const slope = x1 > x0 ? (y1 - y0) / (x1 - x0) : 0;
  const start = toFixedPoint(y0) - 128;
  for (let x = from; x <= to; x++) {
    const y = start + toFixedPoint((<f64>x + 0.5 - x0) * slope);
    const line = y >> 8;
    const share = y & 255;
    cover(x, line, 255 - share);
    if (share > 0) cover(x, line + 1, share);
  }
}

/** Add a line that is higher than wide, line by line. */
function addSteep(x0: f64, y0: f64, x1: f64, y1: f64): void {
  const from = <i32>Math.max(<f64>clipTop, Math.floor(y0));
  const to = <i32>Math.min(<f64>(clipBottom - 1), Math.floor(y1));
  const slope = (x1 - x0) / (y1 - y0);
  const start = toFixedPoint(x0) - 128;
  for (let line = from; line <= to; line++) {
    const x = start + toFixedPoint((<f64>line + 0.5 - y0) * slope);
    const share = x & 255;
    cover(x >> 8, line, 255 - share);
    if (share > 0) cover((x >> 8) + 1, line, share);
  }
}

function cover(x: i32, line: i32, coverage: i32): void {
  if (x < clipLeft || x >= clipRight || line < clipTop || line >= clipBottom) return;
  const address = mask + line * columns + x;
  if (coverage > <i32>load<u8>(address)) store<u8>(address, <u8>coverage);
  addToBounds(x, line);
}

/** Paint the lines and remove them. */
export function paintHairlines(): void {
  for (let line = firstLine; line <= lastLine; line++) {
    const row = mask + line * columns;
    let x = firstColumn;
    if (ASC_FEATURE_SIMD)
      while (x + 3 <= lastColumn) {
        if (x + 15 <= lastColumn && !v128.any_true(v128.load(row + x))) {
          x += 16;
          continue;
        }
        const four = load<u32>(row + x);
        if (four !== 0) {
          store<u32>(row + x, 0);
          const lanes = i32x4.splat(four);
          paintFour(pixelAt(x, line), v128.shuffle<u8>(lanes, lanes, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3));
        }
        x += 4;
      }
    while (x <= lastColumn) {
      if (x + 7 <= lastColumn && load<u64>(row + x) === 0) {
        x += 8;
        continue;
      }
      const coverage = <u32>load<u8>(row + x);
      if (coverage > 0) {
        store<u8>(row + x, 0);
        paintPixel(x, line, coverage);
      }
      x++;
    }
  }
  forgetBounds();
}

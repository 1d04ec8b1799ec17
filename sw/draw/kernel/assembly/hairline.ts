import { paintPixel } from './blend.ts';
import { fixed } from './coverage.ts';
import { clipBottom, clipLeft, clipRight, clipTop } from './target.ts';

/** One byte per pixel, the largest coverage of any line, so that lines that meet or are drawn twice look like one. */
let mask: usize = 0;
let columns: i32 = 0;
/** Per line, the first and the last column that is not 0. */
let ranges: usize = 0;
let firstLine: i32 = i32.MAX_VALUE;
let lastLine: i32 = -1;

/**
 * Use memory for the mask.
 *
 * @param at       all zero, `lines` lines of `wide` bytes
 * @param rangesAt two words for each line
 */
export function setMask(at: usize, wide: i32, lines: i32, rangesAt: usize): void {
  mask = at;
  columns = wide;
  ranges = rangesAt;
  firstLine = i32.MAX_VALUE;
  lastLine = -1;
  for (let line = 0; line < lines; line++) store<u64>(ranges + (line << 3), 0x7fffffff);
}

/** Add a line of one pixel's width, which covers the pixels of both ends. */
export function addHairline(x0: f64, y0: f64, x1: f64, y1: f64): void {
  if (!(abs(x1 - x0) < Infinity && abs(y1 - y0) < Infinity)) return;
  if (abs(x1 - x0) >= abs(y1 - y0)) {
    if (x0 <= x1) addFlat(x0, y0, x1, y1);
    else addFlat(x1, y1, x0, y0);
  } else if (y0 <= y1) addSteep(x0, y0, x1, y1);
  else addSteep(x1, y1, x0, y0);
}

/** Step from column to column. */
function addFlat(x0: f64, y0: f64, x1: f64, y1: f64): void {
  const from = <i32>Math.max(<f64>clipLeft, Math.floor(x0));
  const to = <i32>Math.min(<f64>(clipRight - 1), Math.floor(x1));
  const slope = x1 > x0 ? (y1 - y0) / (x1 - x0) : 0;
  const start = fixed(y0) - 128;
  for (let x = from; x <= to; x++) {
    const y = start + fixed((<f64>x + 0.5 - x0) * slope);
    const line = y >> 8;
    const share = y & 255;
    cover(x, line, 255 - share);
    if (share > 0) cover(x, line + 1, share);
  }
}

/** Step from line to line. */
function addSteep(x0: f64, y0: f64, x1: f64, y1: f64): void {
  const from = <i32>Math.max(<f64>clipTop, Math.floor(y0));
  const to = <i32>Math.min(<f64>(clipBottom - 1), Math.floor(y1));
  const slope = (x1 - x0) / (y1 - y0);
  const start = fixed(x0) - 128;
  for (let line = from; line <= to; line++) {
    const x = start + fixed((<f64>line + 0.5 - y0) * slope);
    const share = x & 255;
    cover(x >> 8, line, 255 - share);
    if (share > 0) cover((x >> 8) + 1, line, share);
  }
}

function cover(x: i32, line: i32, coverage: i32): void {
  if (x < clipLeft || x >= clipRight || line < clipTop || line >= clipBottom) return;
  const at = mask + line * columns + x;
  if (coverage > <i32>load<u8>(at)) store<u8>(at, <u8>coverage);
  const range = ranges + (line << 3);
  if (x < load<i32>(range)) store<i32>(range, x);
  if (x > load<i32>(range + 4)) store<i32>(range + 4, x);
  if (line < firstLine) firstLine = line;
  if (line > lastLine) lastLine = line;
}

/** Paint the lines, and forget them. */
export function paintHairlines(): void {
  for (let line = firstLine; line <= lastLine; line++) {
    const range = ranges + (line << 3);
    const last = load<i32>(range + 4);
    const row = mask + line * columns;
    let x = load<i32>(range);
    while (x <= last) {
      if (x + 7 <= last && load<u64>(row + x) === 0) {
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
    store<u64>(range, 0x7fffffff);
  }
  firstLine = i32.MAX_VALUE;
  lastLine = -1;
}

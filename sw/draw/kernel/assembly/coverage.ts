import { hasPattern, paintFour, paintPixel, paintSpan } from './blend.ts';
import { clipBottom, clipLeft, clipRight, clipTop, pixelAt } from './target.ts';

/**
 * Area that edges cover, as differences along each line of pixels. The sum from the left is twice the covered area of a
 * pixel, in squares of 1/256 pixel. Edges that go down count positive.
 */
let areas: usize = 0;
let stride: i32 = 0;
/** Index of the first and last nonzero difference of each line. */
let ranges: usize = 0;
let firstLine: i32 = i32.MAX_VALUE;
let lastLine: i32 = -1;

const full: i32 = 1 << 17;

/**
 * Set the memory for the differences.
 *
 * @param areasAt       all zero: `lines` lines of `columns` words; `columns` must be at least two more than the pixels per
 *   line
 * @param rangesAt two words per line
 */
export function setAreas(areasAt: usize, columns: i32, lines: i32, rangesAt: usize): void {
  areas = areasAt;
  stride = columns;
  ranges = rangesAt;
  firstLine = i32.MAX_VALUE;
  lastLine = -1;
  for (let line = 0; line < lines; line++) clearRange(line);
}

function clearRange(line: i32): void {
  store<u64>(ranges + (line << 3), 0x7fffffff);
}

/** Convert pixels to 1/256 pixel. Distant values and NaN stay within 32 bits. */
export function toFixedPoint(value: f64): i32 {
  return <i32>Math.floor(Math.max(-4e6, Math.min(4e6, value)) * 256 + 0.5);
}

/** Add an edge in 1/256 pixel. The edges of an area form closed rings. */
export function addEdge(x0: i32, y0: i32, x1: i32, y1: i32): void {
  if (y0 === y1) return;
  let sign = 1;
  if (y0 > y1) {
    sign = -1;
    const x = x0;
    const y = y0;
    x0 = x1;
    y0 = y1;
    x1 = x;
    y1 = y;
  }
  if (x0 >= clipRight << 8 && x1 >= clipRight << 8) return;
  const top = max(y0, clipTop << 8);
  const bottom = min(y1, clipBottom << 8);
  if (top >= bottom) return;
  if (top >> 8 < firstLine) firstLine = top >> 8;
  if ((bottom - 1) >> 8 > lastLine) lastLine = (bottom - 1) >> 8;
  if (x0 === x1 && x0 >= clipLeft << 8) {
    addUpright(x0, top, bottom, sign);
    return;
  }
  if (isBetweenMiddles(x0, y0, x1, y1) && top === y0 && bottom === y1) {
    addDiagonal(x0, y0, x1, y1, sign);
    return;
  }
  const slope = (<f64>x1 - <f64>x0) / (<f64>y1 - <f64>y0);
  let y = top;
  let x = top === y0 ? x0 : crossing(x0, y0, top, slope);
  while (y < bottom) {
    const line = y >> 8;
    const nextY = min(bottom, (line + 1) << 8);
    const nextX = nextY === y1 ? x1 : crossing(x0, y0, nextY, slope);
    addWithinLine(line, x, nextX, nextY - y, sign);
    x = nextX;
    y = nextY;
  }
}

function addUpright(x: i32, top: i32, bottom: i32, sign: i32): void {
  const left = sign * 2 * (x & 255);
  const right = sign * 512 - left;
  for (let y = top; y < bottom; ) {
    const nextY = min(bottom, ((y >> 8) + 1) << 8);
    add(y >> 8, x >> 8, right * (nextY - y), left * (nextY - y));
    y = nextY;
  }
}

/** Return true for a diagonal edge between pixel centers inside the clip, which snapped geometry often has. */
function isBetweenMiddles(x0: i32, y0: i32, x1: i32, y1: i32): bool {
  return (
    abs(x1 - x0) === y1 - y0 &&
    (x0 & y0 & y1 & 255) === 128 &&
    ((x0 | y0 | y1) & 127) === 0 &&
    min(x0, x1) >= clipLeft << 8 &&
    max(x0, x1) < clipRight << 8
  );
}

/** Add a diagonal edge between pixel centers. Computes the sums of `addWithinLine` without divisions. */
function addDiagonal(x0: i32, y0: i32, x1: i32, y1: i32, sign: i32): void {
  const quarter = sign << 14;
  const step = x1 > x0 ? 1 : -1;
  const outer = x1 > x0 ? quarter : 3 * quarter;
  const last = y1 >> 8;
  let line = y0 >> 8;
  let column = x0 >> 8;
  add(line, column, outer, 4 * quarter - outer);
  for (line++, column += step; line < last; line++, column += step) add(line, column, 4 * quarter, 4 * quarter);
  add(line, column, 4 * quarter - outer, outer);
}

/** Return the x of an edge at a height, rounded so that the result doesn't depend on the image's origin. */
function crossing(x0: i32, y0: i32, y: i32, slope: f64): i32 {
  return x0 + <i32>Math.floor((<f64>y - <f64>y0) * slope + 0.5);
}

/** Add the piece of an edge within one line of pixels. @param height height of the piece */
function addWithinLine(line: i32, xa: i32, xb: i32, height: i32, sign: i32): void {
  const left = clipLeft << 8;
  const right = clipRight << 8;
  // The area to the right of an edge doesn't depend on its direction.
  const x0 = min(xa, xb);
  const x1 = max(xa, xb);
  if (x0 >= right) return;
  if (x1 <= left) {
    add(line, clipLeft, sign * height * 512, 0);
    return;
  }
  if (x0 >= left && x1 <= ((x0 >> 8) + 1) << 8) {
    const within = ((x0 & 255) + x1 - (x0 & ~255)) * height;
    add(line, x0 >> 8, sign * (height * 512 - within), sign * within);
    return;
  }
  const rise = <f64>height / <f64>(x1 - x0);
  let done = 0;
  if (x0 < left) {
    done = roundToInteger((<f64>left - <f64>x0) * rise);
    add(line, clipLeft, sign * done * 512, 0);
  }
  const from = max(x0, left);
  let column = from >> 8;
  let x = from;
  while (true) {
    const isLast = x1 <= (column + 1) << 8;
    const end = isLast ? x1 : (column + 1) << 8;
    const upTo = isLast ? height : roundToInteger((<f64>end - <f64>x0) * rise);
    const piece = upTo - done;
    const within = (x - (column << 8) + (end - (column << 8))) * piece;
    add(line, column, sign * (piece * 512 - within), sign * within);
    if (isLast) return;
    done = upTo;
    x = end;
    column++;
    if (column >= clipRight) return;
  }
}

function roundToInteger(value: f64): i32 {
  return <i32>Math.floor(value + 0.5);
}

function add(line: i32, column: i32, current: i32, next: i32): void {
  const address = areas + ((<usize>(line * stride + column)) << 2);
  store<i32>(address, load<i32>(address) + current);
  store<i32>(address + 4, load<i32>(address + 4) + next);
  const range = ranges + (line << 3);
  if (column < load<i32>(range)) store<i32>(range, column);
  if (column + 1 > load<i32>(range + 4)) store<i32>(range + 4, column + 1);
}

/** Paint the areas inside the edges by the nonzero rule, and remove the edges. */
export function paintAreas(): void {
  for (let line = firstLine; line <= lastLine; line++) {
    const range = ranges + (line << 3);
    const first = load<i32>(range);
    const last = min(load<i32>(range + 4), clipRight + 1);
    if (first <= last) paintLine(line, first, last);
    clearRange(line);
  }
  firstLine = i32.MAX_VALUE;
  lastLine = -1;
}

function paintLine(line: i32, first: i32, last: i32): void {
  const row = areas + ((<usize>(line * stride)) << 2);
  let sum = 0;
  let x = first;
  while (x <= last) {
    const address = row + (x << 2);
    const change = load<i32>(address);
    if (change !== 0) {
      if (ASC_FEATURE_SIMD && x + 4 <= clipRight && !hasPattern()) {
        sum = paintFourSums(address, sum, pixelAt(x, line));
        x += 4;
        continue;
      }
      sum += change;
      store<i32>(address, 0);
      const coverage = toCoverage(sum);
      if (coverage > 0 && x < clipRight) paintPixel(x, line, coverage);
      x++;
      continue;
    }
    let end = x + 1;
    if (ASC_FEATURE_SIMD) while (end + 3 <= last && !v128.any_true(v128.load(row + (end << 2)))) end += 4;
    while (end <= last && load<i32>(row + (end << 2)) === 0) end++;
    const coverage = toCoverage(sum);
    if (coverage > 0 && x < clipRight) paintSpan(x, min(end, clipRight), line, coverage);
    x = end;
  }
  // Edges beyond the right side aren't recorded.
  const coverage = toCoverage(sum);
  if (coverage > 0 && x < clipRight) paintSpan(x, clipRight, line, coverage);
}

/** Paint the pixels of four differences, and reset the differences to 0. @returns the sum after them */
function paintFourSums(address: usize, before: i32, pixels: usize): i32 {
  const zero = i32x4.splat(0);
  let sums = v128.load(address);
  v128.store(address, zero);
  sums = i32x4.add(sums, v128.shuffle<i32>(zero, sums, 0, 4, 5, 6));
  sums = i32x4.add(sums, v128.shuffle<i32>(zero, sums, 0, 1, 4, 5));
  sums = i32x4.add(sums, i32x4.splat(before));
  const shares = i32x4.mul(i32x4.min_u(i32x4.abs(sums), i32x4.splat(full)), i32x4.splat(255));
  const coverages = i32x4.shr_u(i32x4.add(shares, i32x4.splat(full >> 1)), 17);
  paintFour(pixels, v128.shuffle<u8>(coverages, coverages, 0, 0, 0, 0, 4, 4, 4, 4, 8, 8, 8, 8, 12, 12, 12, 12));
  return i32x4.extract_lane(sums, 3);
}

/**
 * Return the coverage for an area. The area is clamped, because rings may overlap. An area that overflows 32 bits is
 * still large without its sign.
 */
function toCoverage(sum: i32): u32 {
  return (min<u32>(full, <u32>abs(sum)) * 255 + (full >> 1)) >>> 17;
}

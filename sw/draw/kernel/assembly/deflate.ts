import { beginBits, fillByte, output, setOutput, write, writeCode, writeTokens } from './bits.ts';
import { adlerLine, adlerLineAgain } from './checksum.ts';
import { chooseFilter, filterLines, noFilter } from './filter.ts';
import { codeMemory, makeCode } from './huffman.ts';
import { distanceSymbol, equalPixels, lengthSymbol } from './matches.ts';

const literals: u32 = 286;
const distances: u32 = 30;
const lengthCodes: u32 = 19;
/** Maximum literals and matches per block. Each block has its own codes. */
const blockTokens: u32 = 1 << 15;
const hashBits: u32 = 14;
const maxDistance: u32 = 32768;
const maxLength: u32 = 258;

let tokens: usize = 0;
let hashes: usize = 0;
let literalCounts: usize = 0;
let distanceCounts: usize = 0;
let lengthCounts: usize = 0;
let literalCodes: usize = 0;
let distanceCodes: usize = 0;
let lengthCodeCodes: usize = 0;
let lengths: usize = 0;
let work: usize = 0;

let tokenCount: u32 = 0;
let adler: u32 = 1;
/** Filter of the previous lines. */
let filterBefore: u32 = noFilter;

/** Begin a zlib stream. @param address address of the working memory @returns the address after it */
export function beginDeflate(address: usize): usize {
  tokens = address;
  hashes = tokens + blockTokens * 4;
  literalCounts = hashes + (4 << hashBits);
  distanceCounts = literalCounts + literals * 4;
  lengthCounts = distanceCounts + distances * 4;
  literalCodes = lengthCounts + lengthCodes * 4;
  distanceCodes = literalCodes + literals * 4;
  lengthCodeCodes = distanceCodes + distances * 4;
  lengths = lengthCodeCodes + lengthCodes * 4;
  work = lengths + 320 * 2;
  beginBits(0x0178);
  adler = 1;
  filterBefore = noFilter;
  clearBlock();
  return work + codeMemory;
}

/**
 * Compress lines of pixels, with one filter for all of them. Matches are searched at the previous pixel, at the pixel
 * above, and at the last pixel with the same hash. More isn't worthwhile, because maps mostly repeat adjacent pixels.
 *
 * @param pixels  u32 each, replaced by filtered pixels; if `hasAbove`, the line above the first one must precede them
 * @param samples bytes per pixel to write, lowest first: 1, 3 or 4
 * @param target  memory for twice the bytes of the pixels, plus 4,096
 * @returns number of bytes written
 */
export function deflateLines(
  pixels: usize,
  width: u32,
  lines: u32,
  samples: u32,
  hasAbove: bool,
  isLast: bool,
  target: usize,
): u32 {
  setOutput(target);
  memory.fill(hashes, 0, 4 << hashBits);
  const significant: u32 = samples === 4 ? 0xffffffff : ((<u32>1) << (samples << 3)) - 1;
  const stride = width * samples + 1;
  let repeated: u32 = 0;
  const filter = samples === 1 ? noFilter : chooseFilter(pixels, width, lines, hasAbove, significant);
  const isAboveWritten = hasAbove && filter === noFilter && filterBefore === noFilter;
  filterBefore = filter;
  if (filter !== noFilter) filterLines(filter, pixels, width, lines, hasAbove);
  for (let line: u32 = 0; line < lines; line++) {
    const row = pixels + ((line * width) << 2);
    const mayLookUp = (isAboveWritten || line > 0) && stride <= maxDistance;
    if (mayLookUp && stride >= 3 && equalPixels(row, row - (width << 2), width, significant) === width) {
      adler = adlerLineAgain(adler, filter, width, samples);
      repeated += stride;
      continue;
    }
    adler = adlerLine(adler, filter, row, width, samples);
    matches(repeated, stride, 1);
    repeated = 0;
    literal(filter);
    deflateLine(pixels, row, width, line, samples, significant, mayLookUp);
  }
  matches(repeated, stride, 1);
  if (tokenCount > 0 || isLast) writeBlock(isLast);
  if (isLast) {
    fillByte();
    write(bswap<u32>(adler), 32);
  }
  return <u32>(output() - target);
}

function deflateLine(
  pixels: usize,
  row: usize,
  width: u32,
  line: u32,
  samples: u32,
  significant: u32,
  mayLookUp: bool,
): void {
  const stride = width * samples + 1;
  const first = line * width;
  // The shortest match has three bytes.
  const minimum: u32 = samples === 1 ? 3 : 1;
  let x: u32 = 0;
  while (x < width) {
    const address = row + (x << 2);
    const remaining = width - x;
    const pixel = load<u32>(address) & significant;
    let length: u32 = 0;
    let distance: u32 = 0;
    if (x > 0 && pixel === (load<u32>(address - 4) & significant)) {
      length = equalPixels(address, address - 4, remaining, significant);
      distance = samples;
    }
    if (mayLookUp && length < remaining) {
      const above = address - (width << 2);
      if (pixel === (load<u32>(above) & significant)) {
        const matchLength = equalPixels(address, above, remaining, significant);
        if (matchLength > length + 1 || (length === 0 && matchLength > 0)) {
          length = matchLength;
          distance = stride;
        }
      }
    }
    if (length < 4 && remaining > 1) {
      const second = load<u32>(address + 4) & significant;
      const slot = hashes + (((pixel * 0x9e3779b1 + second * 0x85ebca6b) >>> (32 - hashBits)) << 2);
      const entry = load<u32>(slot);
      store<u32>(slot, first + x + 1);
      if (entry > 0) {
        const other = pixels + ((entry - 1) << 2);
        if (pixel === (load<u32>(other) & significant) && second === (load<u32>(other + 4) & significant)) {
          const otherLine = (entry - 1) / width;
          const otherX = entry - 1 - otherLine * width;
          const otherDistance = (line - otherLine) * stride + x * samples - otherX * samples;
          const matchLength = equalPixels(address, other, min(remaining, width - otherX), significant);
          if (matchLength > length + 1 && otherDistance <= maxDistance) {
            length = matchLength;
            distance = otherDistance;
          }
        }
      }
    }
    if (length < minimum) {
      for (let sample: u32 = 0; sample < samples; sample++) literal((pixel >>> (sample << 3)) & 255);
      x++;
    } else {
      x += length;
      matches(length * samples, distance, samples);
    }
  }
}

function literal(byte: u32): void {
  if (tokenCount === blockTokens) writeBlock(false);
  store<u32>(tokens + (tokenCount++ << 2), byte);
  count(literalCounts, byte);
}

/** Write a match of any length in pieces. Each piece has whole groups of `samples` bytes, and at least three bytes. */
function matches(length: u32, distance: u32, samples: u32): void {
  const maxPiece = samples === 1 ? maxLength : (maxLength / samples) * samples;
  while (length > 0) {
    let piece = min(length, maxPiece);
    if (length > piece && length - piece < 3) piece -= 3;
    length -= piece;
    if (tokenCount === blockTokens) writeBlock(false);
    store<u32>(tokens + (tokenCount++ << 2), 0x80000000 | ((piece - 3) << 15) | (distance - 1));
    count(literalCounts, lengthSymbol(piece - 3));
    count(distanceCounts, distanceSymbol(distance - 1));
  }
}

function count(counts: usize, symbol: u32): void {
  const address = counts + (symbol << 2);
  store<u32>(address, load<u32>(address) + 1);
}

function clearBlock(): void {
  tokenCount = 0;
  memory.fill(literalCounts, 0, (literals + distances + lengthCodes) * 4);
}

/** Write the tokens as a block with dynamic codes (RFC 1951, 3.2.7). */
function writeBlock(isLast: bool): void {
  count(literalCounts, 256);
  makeCode(literalCounts, literals, 15, literalCodes, work);
  makeCode(distanceCounts, distances, 15, distanceCodes, work);
  write(isLast ? 5 : 4, 3);
  writeCodes();
  writeTokens(tokens, tokenCount, literalCodes, distanceCodes);
  writeCode(literalCodes, 256);
  clearBlock();
}

/** Write the code lengths of both codes. Runs of zeros and of equal lengths become one symbol each. */
function writeCodes(): void {
  let used: u32 = 0;
  for (let pass = 0; pass < 2; pass++) {
    if (pass === 1) {
      makeCode(lengthCounts, lengthCodes, 7, lengthCodeCodes, work);
      write(literals - 257, 5);
      write(distances - 1, 5);
      write(lengthCodes - 4, 4);
      // In the order defined by RFC 1951.
      for (let i: u32 = 0; i < lengthCodes; i++) {
        const symbol = i < 3 ? 16 + i : i === 3 ? 0 : (i & 1) === 0 ? 8 + ((i - 4) >>> 1) : 7 - ((i - 5) >>> 1);
        write(load<u32>(lengthCodeCodes + (symbol << 2)) >>> 16, 3);
      }
      for (let i: u32 = 0; i < used; i++) {
        const entry = load<u16>(lengths + (i << 1));
        const symbol = entry & 31;
        writeCode(lengthCodeCodes, symbol);
        if (symbol >= 16) write(entry >>> 5, symbol === 16 ? 2 : symbol === 17 ? 3 : 7);
      }
      return;
    }
    let i: u32 = 0;
    while (i < literals + distances) {
      const length = lengthAt(i);
      let run: u32 = 1;
      while (i + run < literals + distances && lengthAt(i + run) === length) run++;
      i += run;
      if (length > 0) {
        used = addLength(used, length);
        run--;
      }
      while (run > 0) {
        const maxRun: u32 = length > 0 ? 6 : 138;
        if (run < 3) {
          used = addLength(used, length);
          run--;
          continue;
        }
        const piece = min(run, maxRun);
        run -= piece;
        const symbol: u32 = length > 0 ? 16 : piece < 11 ? 17 : 18;
        used = addLength(used, symbol | ((piece - (symbol === 18 ? 11 : 3)) << 5));
      }
    }
  }
}

function lengthAt(i: u32): u32 {
  return i < literals
    ? load<u32>(literalCodes + (i << 2)) >>> 16
    : load<u32>(distanceCodes + ((i - literals) << 2)) >>> 16;
}

function addLength(used: u32, entry: u32): u32 {
  store<u16>(lengths + (used << 1), <u16>entry);
  count(lengthCounts, entry & 31);
  return used + 1;
}

/** Tables of the CRC-32 for four bytes at once. */
let table: usize = 0;

/** Make the tables at an address with room for 4,096 bytes. */
export function makeChecksumTables(at: usize): void {
  table = at;
  for (let byte: u32 = 0; byte < 256; byte++) {
    let value = byte;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
    store<u32>(at + (byte << 2), value);
  }
  for (let i: u32 = 256; i < 1024; i++) {
    const before = load<u32>(at + ((i - 256) << 2));
    store<u32>(at + (i << 2), (before >>> 8) ^ load<u32>(at + ((before & 255) << 2)));
  }
}

/**
 * Go on with a CRC-32 (ISO 3309).
 *
 * @param value of the bytes before, 0 for none
 */
export function crc32(value: u32, at: usize, length: u32): u32 {
  let crc = ~value;
  const end = at + length;
  const fours = at + (length & ~3);
  for (; at < fours; at += 4) {
    crc ^= load<u32>(at);
    crc =
      load<u32>(table + 3072 + ((crc & 255) << 2)) ^
      load<u32>(table + 2048 + (((crc >>> 8) & 255) << 2)) ^
      load<u32>(table + 1024 + (((crc >>> 16) & 255) << 2)) ^
      load<u32>(table + ((crc >>> 24) << 2));
  }
  for (; at < end; at++) crc = (crc >>> 8) ^ load<u32>(table + (((crc ^ load<u8>(at)) & 255) << 2));
  return ~crc;
}

const modulus: u64 = 65521;
/** Pixels whose sums fit into 32 bits. */
const pixelsAtOnce: u32 = 2048;

/** Of the bytes of whole groups of four pixels: their sum, and the sum of each times the pixels from it on, itself with it. */
let groupSum: u64 = 0;
let groupPixelsOn: u64 = 0;

/**
 * Go on with an Adler-32 (RFC 1950) by one line of pixels behind its filter byte.
 *
 * @param samples bytes of each pixel that count, the lowest first: 1, 3 or 4
 */
export function adlerLine(value: u32, filter: u32, pixels: usize, width: u32, samples: u32): u32 {
  let a: u64 = (value & 0xffff) + filter;
  let b: u64 = ((value >>> 16) + a) % modulus;
  for (let from: u32 = 0; from < width; from += pixelsAtOnce) {
    const count = min(pixelsAtOnce, width - from);
    // b grows by a before each byte, so a byte counts as often as bytes follow it, and once more.
    let sum: u64 = 0;
    let weighted: u64 = 0;
    for (let sample: u32 = 0; sample < samples; sample++) {
      let at = pixels + (from << 2);
      let all: u64 = 0;
      let pixelsOn: u64 = 0;
      let rest = count;
      if (ASC_FEATURE_SIMD) {
        sumGroups(at, count >>> 2, sample);
        at += (count >>> 2) << 4;
        rest = count & 3;
        all = groupSum;
        pixelsOn = groupPixelsOn + all * rest;
      }
      for (; rest > 0; rest--, at += 4) {
        const byte = <u64>((load<u32>(at) >>> (sample << 3)) & 255);
        all += byte;
        pixelsOn += byte * rest;
      }
      sum += all;
      weighted += pixelsOn * samples - all * sample;
    }
    b = (b + a * (count * samples) + weighted) % modulus;
    a = (a + sum) % modulus;
  }
  return ((<u32>b) << 16) | <u32>a;
}

function sumGroups(at: usize, groups: u32, sample: u32): void {
  let lanes = i32x4.splat(0);
  let before = i32x4.splat(0);
  const mask = i32x4.splat(255);
  for (let i: u32 = 0; i < groups; i++, at += 16) {
    before = i32x4.add(before, lanes);
    lanes = i32x4.add(lanes, v128.and(i32x4.shr_u(v128.load(at), sample << 3), mask));
  }
  const l1 = <u64>i32x4.extract_lane(lanes, 1);
  const l2 = <u64>i32x4.extract_lane(lanes, 2);
  const l3 = <u64>i32x4.extract_lane(lanes, 3);
  groupSum = <u64>i32x4.extract_lane(lanes, 0) + l1 + l2 + l3;
  const later =
    <u64>i32x4.extract_lane(before, 0) +
    <u64>i32x4.extract_lane(before, 1) +
    <u64>i32x4.extract_lane(before, 2) +
    <u64>i32x4.extract_lane(before, 3);
  // Whole groups behind its group, the group itself, less its place in it.
  groupPixelsOn = 4 * (later + groupSum) - (l1 + 2 * l2 + 3 * l3);
}

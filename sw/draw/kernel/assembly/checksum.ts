/** Address of the CRC-32 tables for four bytes at a time. */
let table: usize = 0;

/** Make the tables at an address with space for 4,096 bytes. */
export function makeChecksumTables(address: usize): void {
  table = address;
  for (let byte: u32 = 0; byte < 256; byte++) {
    let value = byte;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
    store<u32>(address + (byte << 2), value);
  }
  for (let i: u32 = 256; i < 1024; i++) {
    const before = load<u32>(address + ((i - 256) << 2));
    store<u32>(address + (i << 2), (before >>> 8) ^ load<u32>(address + ((before & 255) << 2)));
  }
}

/**
 * Continue a CRC-32 (ISO 3309).
 *
 * @param value checksum of the previous bytes; 0 for none
 */
export function crc32(value: u32, address: usize, length: u32): u32 {
  let crc = ~value;
  const end = address + length;
  const fours = address + (length & ~3);
  for (; address < fours; address += 4) {
    crc ^= load<u32>(address);
    crc =
      load<u32>(table + 3072 + ((crc & 255) << 2)) ^
      load<u32>(table + 2048 + (((crc >>> 8) & 255) << 2)) ^
      load<u32>(table + 1024 + (((crc >>> 16) & 255) << 2)) ^
      load<u32>(table + ((crc >>> 24) << 2));
  }
  for (; address < end; address++) crc = (crc >>> 8) ^ load<u32>(table + (((crc ^ load<u8>(address)) & 255) << 2));
  return ~crc;
}

const modulus: u64 = 65521;
/** Maximum pixels whose samples can be added in 16-bit lanes. */
const pixelsAtOnce: u32 = 1024;

/**
 * Sums of the previous line: its bytes, and its bytes each multiplied by the number of bytes from it to the line's end.
 */
let lineSum: u64 = 0;
let lineWeighted: u64 = 0;
/**
 * Sums over whole groups of four pixels: the bytes, each byte times the number of pixels from its own to the end, and
 * each byte times its index in the pixel.
 */
let groupSum: u64 = 0;
let groupPixelsOn: u64 = 0;
let groupPlaces: u64 = 0;

/**
 * Continue an Adler-32 (RFC 1950) with a filter byte and a line of pixels.
 *
 * @param samples bytes per pixel to include, lowest first: 1, 3 or 4
 */
export function adlerLine(value: u32, filter: u32, pixels: usize, width: u32, samples: u32): u32 {
  const significant: u32 = samples === 4 ? 0xffffffff : ((<u32>1) << (samples << 3)) - 1;
  lineSum = 0;
  lineWeighted = 0;
  for (let from: u32 = 0; from < width; from += pixelsAtOnce) {
    const count = min(pixelsAtOnce, width - from);
    let address = pixels + (from << 2);
    let sum: u64 = 0;
    let pixelsOn: u64 = 0;
    let places: u64 = 0;
    let remaining = count;
    if (ASC_FEATURE_SIMD) {
      sumGroups(address, count >>> 2, significant);
      address += (count >>> 2) << 4;
      remaining = count & 3;
      sum = groupSum;
      pixelsOn = groupPixelsOn + sum * remaining;
      places = groupPlaces;
    }
    for (; remaining > 0; remaining--, address += 4) {
      const pixel = load<u32>(address) & significant;
      const second = (pixel >>> 8) & 255;
      const third = (pixel >>> 16) & 255;
      const fourth = pixel >>> 24;
      const all = (pixel & 255) + second + third + fourth;
      sum += all;
      pixelsOn += <u64>all * remaining;
      places += second + 2 * third + 3 * fourth;
    }
    lineWeighted += lineSum * (count * samples) + pixelsOn * samples - places;
    lineSum += sum;
  }
  return adlerLineAgain(value, filter, width, samples);
}

/** Continue an Adler-32 with a line equal to the previous one. */
export function adlerLineAgain(value: u32, filter: u32, width: u32, samples: u32): u32 {
  const a: u64 = (value & 0xffff) + filter;
  const b: u64 = (value >>> 16) + a;
  // b grows by a after each byte. So a byte counts once for itself and once for each byte after it.
  const weighted = (b + a * (width * samples) + lineWeighted) % modulus;
  return ((<u32>weighted) << 16) | <u32>((a + lineSum) % modulus);
}

function sumGroups(address: usize, groups: u32, significant: u32): void {
  let lanes = i32x4.splat(0);
  let before = i32x4.splat(0);
  // First and third samples are in `odd`, second and fourth samples in `even`.
  let odd = i16x8.splat(0);
  let even = i16x8.splat(0);
  const mask = i32x4.splat(significant);
  const lowBytes = i16x8.splat(255);
  for (let i: u32 = 0; i < groups; i++, address += 16) {
    const pixels = v128.and(v128.load(address), mask);
    const low = v128.and(pixels, lowBytes);
    const high = i16x8.shr_u(pixels, 8);
    odd = i16x8.add(odd, low);
    even = i16x8.add(even, high);
    before = i32x4.add(before, lanes);
    lanes = i32x4.add(lanes, i32x4.extadd_pairwise_i16x8_u(i16x8.add(low, high)));
  }
  const l1 = <u64>i32x4.extract_lane(lanes, 1);
  const l2 = <u64>i32x4.extract_lane(lanes, 2);
  const l3 = <u64>i32x4.extract_lane(lanes, 3);
  groupSum = <u64>i32x4.extract_lane(lanes, 0) + l1 + l2 + l3;
  // For each pixel: the pixels of the later groups and of the same group, less its index in the group.
  groupPixelsOn = 4 * (sumLanes(before) + groupSum) - (l1 + 2 * l2 + 3 * l3);
  const seconds = v128.and(even, i32x4.splat(0xffff));
  groupPlaces = sumLanes(seconds) + 2 * sumLanes(i32x4.shr_u(odd, 16)) + 3 * sumLanes(i32x4.shr_u(even, 16));
}

function sumLanes(lanes: v128): u64 {
  return (
    <u64>i32x4.extract_lane(lanes, 0) +
    <u64>i32x4.extract_lane(lanes, 1) +
    <u64>i32x4.extract_lane(lanes, 2) +
    <u64>i32x4.extract_lane(lanes, 3)
  );
}

import { distanceSymbol, lengthSymbol } from './matches.ts';

let out: usize = 0;
let bits: u64 = 0;
let bitCount: u64 = 0;

/** Begin a bit stream with the lowest 16 bits of `firstBytes`. */
export function beginBits(firstBytes: u64): void {
  bits = firstBytes;
  bitCount = 16;
}

/** Set the address of the output. Up to eight bytes after the written ones may change. */
export function setOutput(address: usize): void {
  out = address;
}

/** Return the address after the last whole byte. */
export function output(): usize {
  return out;
}

/** Write zero bits up to the next whole byte. */
export function fillByte(): void {
  if (bitCount & 7) write(0, 8 - (bitCount & 7));
}

/** Write the code word of a symbol. @param codes table from `makeCode` */
export function writeCode(codes: usize, symbol: u32): void {
  const code = load<u32>(codes + (symbol << 2));
  write(code & 0xffff, code >>> 16);
}

/** Write the lowest `length` bits of a value, lowest bit first. */
export function write(value: u32, length: u64): void {
  bits |= (<u64>value) << bitCount;
  bitCount += length;
  // Bits after the last whole byte are written again with the next bits.
  store<u64>(out, bits);
  const bytes = bitCount >> 3;
  out += <usize>bytes;
  bits = bytes === 8 ? 0 : bits >> (bytes << 3);
  bitCount &= 7;
}

/**
 * Write literals and matches.
 *
 * @param tokens u32 each: a byte for a literal; for a match, bit 31, (length - 3) << 15, and distance - 1
 */
export function writeTokens(tokens: usize, count: u32, literalCodes: usize, distanceCodes: usize): void {
  let to = out;
  let pending = bits;
  let used = bitCount;
  for (const end = tokens + (count << 2); tokens < end; tokens += 4) {
    const token = load<u32>(tokens);
    if (token < 256) {
      const code = load<u32>(literalCodes + (token << 2));
      pending |= (<u64>(code & 0xffff)) << used;
      used += code >>> 16;
    } else {
      const length = (token >>> 15) & 255;
      const lengthCode = load<u32>(literalCodes + (lengthSymbol(length) << 2));
      pending |= (<u64>(lengthCode & 0xffff)) << used;
      used += lengthCode >>> 16;
      if (length >= 8 && length < 255) {
        const extra = 29 - clz(length);
        pending |= (<u64>(length & (((<u32>1) << extra) - 1))) << used;
        used += extra;
      }
      const distance = token & 0x7fff;
      const distanceCode = load<u32>(distanceCodes + (distanceSymbol(distance) << 2));
      pending |= (<u64>(distanceCode & 0xffff)) << used;
      used += distanceCode >>> 16;
      if (distance >= 4) {
        const extra = 30 - clz(distance);
        pending |= (<u64>(distance & (((<u32>1) << extra) - 1))) << used;
        used += extra;
      }
    }
    // A match has at most 48 bits, and at most 7 bits are left from before.
    store<u64>(to, pending);
    to += <usize>(used >> 3);
    pending >>= used & 56;
    used &= 7;
  }
  out = to;
  bits = pending;
  bitCount = used;
}

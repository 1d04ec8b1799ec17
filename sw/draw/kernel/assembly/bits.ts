let out: usize = 0;
let bits: u64 = 0;
let bitCount: u64 = 0;

/** Begin a stream with two bytes. */
export function beginBits(firstBytes: u64): void {
  bits = firstBytes;
  bitCount = 16;
}

/** Write at an address from now on; up to eight bytes behind what is written may change. */
export function setOutput(at: usize): void {
  out = at;
}

/** Address behind the last whole byte. */
export function output(): usize {
  return out;
}

/** Write zeros up to the next whole byte. */
export function fillByte(): void {
  if (bitCount & 7) write(0, 8 - (bitCount & 7));
}

/** Write a word of a code that `makeCode` made. */
export function writeCode(codes: usize, symbol: u32): void {
  const code = load<u32>(codes + (symbol << 2));
  write(code & 0xffff, code >>> 16);
}

/** Write the lowest bits of a value, the first lowest. */
export function write(value: u32, length: u64): void {
  bits |= (<u64>value) << bitCount;
  bitCount += length;
  // Bits beyond the whole bytes are written again with the next ones.
  store<u64>(out, bits);
  const bytes = bitCount >> 3;
  out += <usize>bytes;
  bits = bytes === 8 ? 0 : bits >> (bytes << 3);
  bitCount &= 7;
}

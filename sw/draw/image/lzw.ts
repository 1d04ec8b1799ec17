import { growArray } from '../../geometry/grow-array.ts';
import type { Steps } from '../../scheduler.ts';

const maxCodes = 4096;
/** Slots of the hash table: twice the number of codes, so that free slots are near. */
const slots = 1 << 13;
/** Pixels compressed between two yields. */
const pixelsAtOnce = 1 << 16;

/**
 * Compress bytes with the LZW of GIF. Codes grow from `codeBits + 1` to twelve bits, lowest bit first. A full table is
 * reset.
 *
 * @param index    palette indices, each below 2 ** codeBits
 * @param codeBits 2 to 8
 * @returns all codes from the clear code to the end code, not yet split into blocks
 */
export function* compressIndex(index: Uint8Array, codeBits: number): Steps<Uint8Array> {
  const clearCode = 1 << codeBits;
  const output = createBitWriter(index.length);
  /** Each key is a code and the byte after it. `codes` has the code of the combination. */
  const keys = new Int32Array(slots).fill(-1);
  const codes = new Uint16Array(slots);
  let nextCode = clearCode + 2;
  let bits = codeBits + 1;
  let code = -1;
  output.write(clearCode, bits);
  for (let i = 0; i < index.length; i++) {
    if (i % pixelsAtOnce === 0) yield;
    const byte = index[i]!;
    if (code < 0) {
      code = byte;
      continue;
    }
    const key = (code << 8) | byte;
    let slot = (Math.imul(key, 0x9e3779b1) >>> 19) & (slots - 1);
    while (keys[slot] !== key && keys[slot]! >= 0) slot = (slot + 1) & (slots - 1);
    if (keys[slot] === key) {
      code = codes[slot]!;
      continue;
    }
    output.write(code, bits);
    code = byte;
    if (nextCode === maxCodes) {
      output.write(clearCode, bits);
      keys.fill(-1);
      nextCode = clearCode + 2;
      bits = codeBits + 1;
      continue;
    }
    // A decoder learns each code one step later, so codes become longer after the first one that needs it.
    if (nextCode === 1 << bits) bits++;
    keys[slot] = key;
    codes[slot] = nextCode++;
  }
  if (code >= 0) {
    output.write(code, bits);
    if (nextCode === 1 << bits && nextCode < maxCodes) bits++;
  }
  output.write(clearCode + 1, bits);
  return output.bytes();
}

/** Make a writer of numbers with a variable bit width, lowest bit first. */
function createBitWriter(pixelCount: number) {
  let bytes = new Uint8Array(Math.max(64, pixelCount >> 2));
  let length = 0;
  let pending = 0;
  let pendingBits = 0;
  const put = (byte: number) => {
    if (length === bytes.length) bytes = growArray(bytes);
    bytes[length++] = byte;
  };
  return {
    write(value: number, bits: number): void {
      pending |= value << pendingBits;
      pendingBits += bits;
      for (; pendingBits >= 8; pendingBits -= 8) {
        put(pending & 255);
        pending >>>= 8;
      }
    },
    bytes(): Uint8Array {
      if (pendingBits > 0) put(pending);
      pendingBits = 0;
      return bytes.subarray(0, length);
    },
  };
}

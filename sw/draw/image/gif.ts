import type { Steps } from '../../scheduler.ts';
import { createByteWriter } from './byte-writer.ts';
import { compressIndex } from './lzw.ts';
import { paletteImage } from './palette.ts';

/**
 * Write a GIF 89a. Pixels less than half opaque become transparent; others are blended with white.
 *
 * @param rgba not premultiplied; changed in place
 */
export function* encodeGif(rgba: Uint8ClampedArray, widthPx: number, heightPx: number): Steps<Uint8Array<ArrayBuffer>> {
  const isTransparent = cutAlpha(rgba);
  yield;
  const { colors, index } = yield* paletteImage(rgba);
  // Color tables have 2, 4, 8 … 256 colors, and codes have at least two bits.
  const tableBits = Math.max(1, Math.ceil(Math.log2(colors.length)));
  const codeBits = Math.max(2, tableBits);
  const table = new Uint8Array(3 * 2 ** tableBits);
  for (const [i, [red, green, blue]] of colors.entries()) table.set([red, green, blue], 3 * i);
  const size = [widthPx & 255, widthPx >> 8, heightPx & 255, heightPx >> 8];
  const file = createByteWriter();
  file.text('GIF89a');
  // One color table for the whole file.
  file.bytes(Uint8Array.of(...size, 0xf0 | (tableBits - 1), 0, 0));
  file.bytes(table);
  // A graphic control extension makes the first color transparent.
  if (isTransparent) file.bytes(Uint8Array.of(0x21, 0xf9, 4, 1, 0, 0, 0, 0));
  file.bytes(Uint8Array.of(0x2c, 0, 0, 0, 0, ...size, 0, codeBits));
  const compressed = yield* compressIndex(index, codeBits);
  for (let offset = 0; offset < compressed.length; offset += 255) {
    const block = compressed.subarray(offset, offset + 255);
    file.bytes(Uint8Array.of(block.length));
    file.bytes(block);
  }
  file.bytes(Uint8Array.of(0, 0x3b));
  return file.join();
}

/** Make pixels transparent or opaque. Return true if any pixel is transparent. */
function cutAlpha(rgba: Uint8ClampedArray): boolean {
  let isTransparent = false;
  for (let i = 0; i < rgba.length; i += 4) {
    const alpha = rgba[i + 3]!;
    if (alpha === 255) continue;
    if (alpha < 128) {
      rgba.fill(0, i, i + 4);
      isTransparent = true;
    } else {
      for (let c = 0; c < 3; c++) rgba[i + c] = 255 + ((rgba[i + c]! - 255) * alpha) / 255;
      rgba[i + 3] = 255;
    }
  }
  return isTransparent;
}

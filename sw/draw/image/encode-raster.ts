import { rgbaOf } from '../../contract/rgba.ts';
import { grown } from '../../geometry/grown.ts';
import { runSteps, type Steps } from '../../scheduler.ts';
import { encodeBmp } from './bmp.ts';
import { createByteWriter } from './byte-writer.ts';
import { deflate } from './deflate.ts';
import type { EncodeOptions } from './encode-options.ts';
import type { RasterFormat } from './formats.ts';
import { type GeoPlacement, geoTags } from './geo-tags.ts';
import { paletteImage } from './palette.ts';
import { encodePng8, encodePng24, encodePng32 } from './png.ts';
import { isEveryOpaque } from './rgba-pixels.ts';
import { type Tag, writeTiffDirectory } from './tiff-tags.ts';

type OwnRasterFormat = Exclude<RasterFormat, 'gisImageJPG' | 'gisImageJPGPNG'>;

/**
 * Encode pixels.
 *
 * @param rgba not premultiplied; may be changed
 */
export async function encodeRaster(
  rgba: Uint8ClampedArray,
  widthPx: number,
  heightPx: number,
  format: OwnRasterFormat,
  { dotsPerInch = 96, geo, scheduler, transparentColor }: EncodeOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  switch (format) {
    case 'gisImagePNG':
      return encodePng8(await runSteps(paletteImage(rgba), scheduler), widthPx, heightPx, dotsPerInch, scheduler);
    case 'gisImagePNG24':
      return encodePng24(rgba, widthPx, heightPx, dotsPerInch, transparentColor && rgbaOf(transparentColor), scheduler);
    case 'gisImagePNG32':
      return encodePng32(rgba, widthPx, heightPx, dotsPerInch, scheduler);
    case 'gisImageGIF':
      return runSteps(encodeGif(rgba, widthPx, heightPx), scheduler);
    case 'gisImageTIFF':
      return encodeTiff(rgba, widthPx, heightPx, {
        dotsPerInch,
        isOpaque: isEveryOpaque(rgba),
        geo,
      });
    case 'gisImageBMP':
    case 'gisImageDIB':
      return encodeBmp(rgba, widthPx, heightPx, {
        dotsPerInch,
        isOpaque: isEveryOpaque(rgba),
        hasFileHeader: format === 'gisImageBMP',
      });
  }
}

/** Approximate strip size, as the specification recommends for readers with little memory. */
const stripBytes = 1 << 18;

interface TiffOptions {
  readonly dotsPerInch: number;
  readonly isOpaque: boolean;
  /** Georeference; absent for images that are no maps. */
  readonly geo?: GeoPlacement;
}

/**
 * Write a TIFF 6.0 file: deflated strips of RGB with horizontal differencing, alpha as an extra sample where the image
 * is not opaque, the resolution, and GeoTIFF 1.1 keys for maps.
 *
 * @param rgba not premultiplied
 */
async function encodeTiff(
  rgba: Uint8ClampedArray,
  widthPx: number,
  heightPx: number,
  { dotsPerInch, isOpaque, geo }: TiffOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  const samples = isOpaque ? 3 : 4;
  const linesPerStrip = Math.max(1, Math.floor(stripBytes / (widthPx * samples)));
  const strips: Uint8Array[] = [];
  for (let line = 0; line < heightPx; line += linesPerStrip) {
    const lines = Math.min(linesPerStrip, heightPx - line);
    strips.push(await deflate([differences(rgba, widthPx, line, lines, samples)]));
  }
  const start = 8;
  const offsets: number[] = [];
  let at = start;
  for (const strip of strips) {
    offsets.push(at);
    // Values start at even offsets.
    at += strip.length + (strip.length & 1);
  }
  const tags: Tag[] = [
    { id: 256, kind: 'long', values: [widthPx] },
    { id: 257, kind: 'long', values: [heightPx] },
    { id: 258, kind: 'short', values: Array.from({ length: samples }, () => 8) },
    // Compression: deflate. Colours: RGB.
    { id: 259, kind: 'short', values: [8] },
    { id: 262, kind: 'short', values: [2] },
    { id: 273, kind: 'long', values: offsets },
    { id: 277, kind: 'short', values: [samples] },
    { id: 278, kind: 'long', values: [linesPerStrip] },
    { id: 279, kind: 'long', values: strips.map((strip) => strip.length) },
    { id: 282, kind: 'rational', values: [Math.round(dotsPerInch * 1000), 1000] },
    { id: 283, kind: 'rational', values: [Math.round(dotsPerInch * 1000), 1000] },
    { id: 284, kind: 'short', values: [1] },
    { id: 296, kind: 'short', values: [2] },
    { id: 317, kind: 'short', values: [2] },
    // Alpha is not premultiplied.
    ...(isOpaque ? [] : [{ id: 338, kind: 'short', values: [2] } as const]),
    ...(geo ? geoTags(geo) : []),
  ];
  const directory = writeTiffDirectory(tags, at);
  const bytes = new Uint8Array(at + directory.length);
  const view = new DataView(bytes.buffer);
  view.setUint16(0, 0x4949);
  view.setUint16(2, 42, true);
  view.setUint32(4, at, true);
  for (const [i, strip] of strips.entries()) bytes.set(strip, offsets[i]!);
  bytes.set(directory, at);
  return bytes;
}

/** Difference rows horizontally: flat areas become zeros. */
function differences(
  rgba: Uint8ClampedArray,
  widthPx: number,
  firstLine: number,
  lines: number,
  samples: number,
): Uint8Array {
  const out = new Uint8Array(lines * widthPx * samples);
  let at = 0;
  for (let line = firstLine; line < firstLine + lines; line++) {
    for (let x = 0; x < widthPx; x++) {
      const i = (line * widthPx + x) * 4;
      for (let c = 0; c < samples; c++) out[at++] = x === 0 ? rgba[i + c]! : rgba[i + c]! - rgba[i + c - 4]!;
    }
  }
  return out;
}

/**
 * Write a GIF 89a. Pixels less than half opaque become transparent, others are blended with white.
 *
 * @param rgba not premultiplied; changed
 */
export function* encodeGif(rgba: Uint8ClampedArray, widthPx: number, heightPx: number): Steps<Uint8Array<ArrayBuffer>> {
  const isTransparent = cutAlpha(rgba);
  yield;
  const { colors, index } = yield* paletteImage(rgba);
  // Tables have 2, 4, 8 … 256 colours, and codes at least two bits.
  const tableBits = Math.max(1, Math.ceil(Math.log2(colors.length)));
  const codeBits = Math.max(2, tableBits);
  const table = new Uint8Array(3 * 2 ** tableBits);
  for (const [i, [red, green, blue]] of colors.entries()) table.set([red, green, blue], 3 * i);
  const size = [widthPx & 255, widthPx >> 8, heightPx & 255, heightPx >> 8];
  const file = createByteWriter();
  file.text('GIF89a');
  // One table of colours for the whole file.
  file.bytes(Uint8Array.of(...size, 0xf0 | (tableBits - 1), 0, 0));
  file.bytes(table);
  // A graphic control extension says that the first colour is transparent.
  if (isTransparent) file.bytes(Uint8Array.of(0x21, 0xf9, 4, 1, 0, 0, 0, 0));
  file.bytes(Uint8Array.of(0x2c, 0, 0, 0, 0, ...size, 0, codeBits));
  const compressed = yield* compressIndex(index, codeBits);
  for (let at = 0; at < compressed.length; at += 255) {
    const block = compressed.subarray(at, at + 255);
    file.bytes(Uint8Array.of(block.length));
    file.bytes(block);
  }
  file.bytes(Uint8Array.of(0, 0x3b));
  return file.join();
}

/** Return whether any pixel is transparent. */
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

const maximumCodes = 4096;
/** Twice as many as there are codes, so that a free slot is near. */
const slots = 1 << 13;
/** Pixels between two turns of others. */
const pixelsAtOnce = 1 << 16;

/**
 * Compress bytes by the LZW of GIF: codes grow from `codeBits + 1` to twelve bits, the lowest bit first, and a full table is begun anew.
 *
 * @param index    each below 2 ** codeBits
 * @param codeBits 2 to 8
 * @returns all codes, from the one that clears to the one that ends; not yet cut into blocks
 */
function* compressIndex(index: Uint8Array, codeBits: number): Steps<Uint8Array> {
  const clearCode = 1 << codeBits;
  const output = createBitWriter(index.length);
  /** A code with the byte that follows it, and beside it the code of both. */
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
    if (nextCode === maximumCodes) {
      output.write(clearCode, bits);
      keys.fill(-1);
      nextCode = clearCode + 2;
      bits = codeBits + 1;
      continue;
    }
    // A reader learns each code one step later, so codes become longer after the first that needs it.
    if (nextCode === 1 << bits) bits++;
    keys[slot] = key;
    codes[slot] = nextCode++;
  }
  if (code >= 0) {
    output.write(code, bits);
    if (nextCode === 1 << bits && nextCode < maximumCodes) bits++;
  }
  output.write(clearCode + 1, bits);
  return output.bytes();
}

/** Write numbers of some bits each, the lowest bit first. */
function createBitWriter(pixelCount: number) {
  let bytes = new Uint8Array(Math.max(64, pixelCount >> 2));
  let length = 0;
  let pending = 0;
  let pendingBits = 0;
  const put = (byte: number) => {
    if (length === bytes.length) bytes = grown(bytes);
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

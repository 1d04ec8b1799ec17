import { unzlibSync } from 'fflate';
import type { DecodeImage, Samples } from '../../service/raster-source.ts';
import type { TiffImage } from './tiff-image.ts';

type TiffSamples = Samples | Int8Array | Uint32Array;

/** Decompressors for rare methods, by compression number. Their output is in native byte order. */
export type MoreUnpack = Readonly<Record<number, Unpack>>;

/** Samples of a whole tile, including the part outside the image. Sample b of pixel i is `samples[i * stride + b]`. */
export interface TiffTile {
  readonly samples: TiffSamples;
  readonly stride: number;
}

/**
 * Decompress into a buffer of the expected size.
 *
 * @returns the decompressed bytes, at most the size of `output`
 * @throws {Error} when the bytes aren't compressed this way
 */
export type Unpack = (
  bytes: Uint8Array<ArrayBuffer>,
  output: Uint8Array<ArrayBuffer>,
) => Uint8Array | Promise<Uint8Array>;

export const inflate: Unpack = (bytes, output) => unzlibSync(bytes, { out: output });

export const unpackZstd: Unpack = async (bytes, output) => (await import('fzstd')).decompress(bytes, output);

const [clearCode, endCode] = [256, 257];

/** LZW of TIFF: codes of 9 to 12 bits, most significant bit first, whose width grows one code early. */
const unpackLzw: Unpack = (bytes, output) => {
  // The string of a code is the previous string plus one byte, so it's a range of the output.
  const starts = new Uint32Array(4096);
  const lengths = new Uint16Array(4096);
  let [end, next, width, buffer, bits, previousCode] = [0, 258, 9, 0, 0, -1];
  let beforeStart = 0;
  for (let offset = 0; ; ) {
    while (bits < width && offset < bytes.length) {
      buffer = ((buffer << 8) | bytes[offset++]!) & 0xffffff;
      bits += 8;
    }
    if (bits < width) break;
    bits -= width;
    const code = (buffer >> bits) & ((1 << width) - 1);
    if (code === endCode || end === output.length) break;
    if (code === clearCode) {
      [next, width, previousCode] = [258, 9, -1];
      continue;
    }
    const start = end;
    if (previousCode >= 0 && next < 4096) {
      starts[next] = beforeStart;
      lengths[next] = start - beforeStart + 1;
      next++;
    }
    if (code < 256) output[end++] = code;
    else {
      if (code >= next) throw new Error(`LZW code ${code} is not defined`);
      const from = starts[code]!;
      const length = Math.min(lengths[code]!, output.length - end);
      // Copy byte by byte, because the source range may overlap the output.
      for (let i = 0; i < length; i++) output[end++] = output[from + i]!;
    }
    [previousCode, beforeStart] = [code, start];
    if (next >= (1 << width) - 1 && width < 12) width++;
  }
  return output.subarray(0, end);
};

const unpackBits: Unpack = (bytes, output) => {
  let end = 0;
  for (let offset = 0; offset < bytes.length && end < output.length; ) {
    const head = bytes[offset++]!;
    if (head === 128) continue;
    const length = Math.min(head < 128 ? head + 1 : 257 - head, output.length - end);
    if (head < 128) output.set(bytes.subarray(offset, offset + length), end);
    else output.fill(bytes[offset]!, end, end + length);
    offset += head < 128 ? head + 1 : 1;
    end += length;
  }
  return output.subarray(0, end);
};

const unpacked: Readonly<Record<number, Unpack>> = {
  1: (bytes) => bytes,
  5: unpackLzw,
  8: inflate,
  32773: unpackBits,
  32946: inflate,
  50000: unpackZstd,
};

/** Array types of samples by number kind and bits. */
const arrays = {
  unsigned: { 8: Uint8Array, 16: Uint16Array, 32: Uint32Array },
  signed: { 8: Int8Array, 16: Int16Array, 32: Int32Array },
  float: { 32: Float32Array, 64: Float64Array },
} as const;

/** Create the array for samples of an image, from a length or from bytes in native order. */
export function samplesFor({ numberKind, bits }: TiffImage, source: number | ArrayBuffer): TiffSamples {
  const byBits: Readonly<Record<number, new (of: ArrayBuffer) => TiffSamples>> = arrays[numberKind];
  const stored = [8, 16, 32, 64].find((size) => size >= bits && byBits[size])!;
  return new byBits[stored]!(typeof source === 'number' ? new ArrayBuffer((source * stored) / 8) : source);
}

/**
 * Decode a tile.
 *
 * @param rows number of rows in the tile
 * @throws {Error} when the bytes can't be decoded as a tile of the image
 */
export async function decodeTile(
  image: TiffImage,
  isLittleEndian: boolean,
  bytes: Uint8Array<ArrayBuffer>,
  decode: DecodeImage | undefined,
  rows: number,
  more: MoreUnpack = {},
): Promise<TiffTile> {
  const { tileWidthPx, bits, compression, predictor, numberKind } = image;
  const samples = image.isPlanar ? 1 : image.samples;
  const unpack = unpacked[compression] ?? more[compression];
  if (!unpack) return decodeImageTile(image, samples, bytes, decode, rows);
  const rowLength = tileWidthPx * samples;
  const expected = Math.ceil((rowLength * bits) / 8) * rows;
  const raw = await unpack(bytes, new Uint8Array(expected));
  if (raw.length < expected) throw new Error(`expected ${expected} bytes of samples, found ${raw.length}`);
  if (![8, 16, 32, 64].includes(bits)) {
    const values = samplesFor(image, rowLength * rows);
    unpackNumbers(raw, rowLength, bits, values);
    return { samples: values, stride: samples };
  }
  let data = raw.slice(0, expected);
  if (predictor === 3) data = joinFloats(data, rowLength, samples, bits / 8);
  else if (!isLittleEndian && !more[compression]) swapBytes(data, bits / 8);
  if (predictor === 2) {
    const make = bits === 8 ? Uint8Array : bits === 16 ? Uint16Array : Uint32Array;
    addDifferences(new make(data.buffer), rowLength, samples);
  }
  if (numberKind === 'float' && bits === 16)
    return { samples: Float32Array.from(new Uint16Array(data.buffer), halfFloat), stride: samples };
  return { samples: samplesFor(image, data.buffer), stride: samples };
}

/** Convert 16 bits to a number. @see IEEE 754, binary16 */
function halfFloat(half: number): number {
  const [sign, exponent, fraction] = [half & 0x8000 ? -1 : 1, (half >> 10) & 31, half & 1023];
  if (exponent === 31) return fraction ? Number.NaN : sign * Infinity;
  return sign * (exponent === 0 ? fraction * 2 ** -24 : (1024 + fraction) * 2 ** (exponent - 25));
}

function swapBytes(bytes: Uint8Array, size: number): void {
  if (size > 1) for (let i = 0; i < bytes.length; i += size) bytes.subarray(i, i + size).reverse();
}

/** Unpack numbers of any bit width, most significant bit first. Each row starts at a byte. */
function unpackNumbers(bytes: Uint8Array, rowLength: number, bits: number, out: TiffSamples): void {
  const rowBytes = Math.ceil((rowLength * bits) / 8);
  for (let row = 0; row * rowLength < out.length; row++)
    for (let i = 0; i < rowLength; i++) {
      const bit = i * bits;
      let byte = row * rowBytes + Math.floor(bit / 8);
      // Number of bits in `value`, which may need five bytes, too many for bitwise operators.
      let bitCount = 8 - (bit & 7);
      let value = bytes[byte]! & (2 ** bitCount - 1);
      for (; bitCount < bits; bitCount += 8) value = value * 256 + bytes[++byte]!;
      out[row * rowLength + i] = Math.floor(value / 2 ** (bitCount - bits));
    }
}

async function decodeImageTile(
  { tileWidthPx, photometric, jpegTables, compression }: TiffImage,
  samples: number,
  bytes: Uint8Array<ArrayBuffer>,
  decode: DecodeImage | undefined,
  rows: number,
): Promise<TiffTile> {
  if (!decode) throw new Error('this host cannot decode pictures');
  const isJpeg = compression === 7;
  const parts = isJpeg ? makeCompleteJpeg(bytes, jpegTables, samples === 3 && photometric === 2) : [bytes];
  const { rgba, widthPx, heightPx } = await decode(new Blob(parts), {
    pixels: Math.max(tileWidthPx * rows, 2 ** 20),
  });
  if (widthPx !== tileWidthPx || heightPx !== rows)
    throw new Error(`expected a picture of ${tileWidthPx} x ${rows} pixels, found ${widthPx} x ${heightPx}`);
  return { samples: rgba, stride: 4 };
}

/**
 * Adobe marker that declares three bands as red, green and blue. Without it, decoders take them for luminance and
 * color.
 */
const plainColors = Uint8Array.of(...[0xff, 0xee, 0, 14, 0x41, 0x64, 0x6f, 0x62, 0x65, 0, 100, 0, 0, 0, 0, 0]);

/** Return the JPEG file of a tile, with the shared tables after the first marker. */
function makeCompleteJpeg(tile: Uint8Array<ArrayBuffer>, tables: Uint8Array<ArrayBuffer>, isRgb: boolean): BlobPart[] {
  return [tile.subarray(0, 2), ...(isRgb ? [plainColors] : []), tables.subarray(2, -2), tile.subarray(2)];
}

type Numbers = Uint8Array | Uint16Array | Uint32Array;

/** Add up the differences of neighbors in a row (predictor 2), in place. */
function addDifferences(values: Numbers, rowLength: number, samples: number): void {
  for (let row = 0; row < values.length; row += rowLength)
    for (let i = row + samples; i < row + rowLength; i++) values[i] = values[i]! + values[i - samples]!;
}

/**
 * Undo predictor 3: the bytes of a row's numbers are stored by significance, highest first, as differences.
 *
 * @returns little-endian numbers
 */
function joinFloats(
  bytes: Uint8Array,
  rowLength: number,
  samples: number,
  bytesPerSample: number,
): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(bytes.length);
  const rowBytes = rowLength * bytesPerSample;
  addDifferences(bytes, rowBytes, samples);
  for (let row = 0; row < bytes.length; row += rowBytes)
    for (let part = 0; part < bytesPerSample; part++) {
      const to = row + bytesPerSample - 1 - part;
      const from = row + part * rowLength;
      for (let i = 0; i < rowLength; i++) out[to + i * bytesPerSample] = bytes[from + i]!;
    }
  return out;
}

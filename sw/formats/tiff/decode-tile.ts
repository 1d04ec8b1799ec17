import type { DecodePicture, Samples } from '../../service/raster-source.ts';
import { addDifferences, joinedFloats } from './differences.ts';
import type { TiffImage } from './tiff-image.ts';
import { inflate, type Unpack, unpackBits, unpackLzw, unpackZstd } from './unpack.ts';

type TiffSamples = Samples | Int8Array | Uint32Array;

/** Samples of a whole tile, also where it hangs over the edge: sample b of pixel i is `samples[i * stride + b]`. */
export interface TiffTile {
  readonly samples: TiffSamples;
  readonly stride: number;
}

const unpacked: Readonly<Record<number, Unpack>> = {
  1: (bytes) => bytes,
  5: unpackLzw,
  8: inflate,
  32773: unpackBits,
  32946: inflate,
  50000: unpackZstd,
};

/** Make the samples of an image from their bytes in the order of this machine. */
const arrays = {
  unsigned: { 8: Uint8Array, 16: Uint16Array, 32: Uint32Array },
  signed: { 8: Int8Array, 16: Int16Array, 32: Int32Array },
  float: { 32: Float32Array, 64: Float64Array },
} as const;

/** Make the array for samples of an image. */
export function samplesFor({ numberKind, bits }: TiffImage, source: number | ArrayBuffer): TiffSamples {
  const byBits: Readonly<Record<number, new (of: ArrayBuffer) => TiffSamples>> = arrays[numberKind];
  const make = byBits[Math.max(8, bits)]!;
  return new make(typeof source === 'number' ? new ArrayBuffer((source * Math.max(8, bits)) / 8) : source);
}

/**
 * Decode a tile.
 *
 * @throws {Error} for bytes that are no such tile
 */
export async function decodeTile(
  image: TiffImage,
  isLittleEndian: boolean,
  bytes: Uint8Array<ArrayBuffer>,
  decode: DecodePicture | undefined,
): Promise<TiffTile> {
  const { tileWidthPx, tileHeightPx, bits, compression, predictor } = image;
  const samples = image.isPlanar ? 1 : image.samples;
  const unpack = unpacked[compression];
  if (!unpack) return decodedPicture(image, samples, bytes, decode);
  const rowBytes = Math.ceil((tileWidthPx * samples * bits) / 8);
  const expected = rowBytes * tileHeightPx;
  const raw = await unpack(bytes, new Uint8Array(expected));
  if (raw.length < expected) throw new Error(`${expected} bytes of samples expected, ${raw.length} found`);
  if (bits < 8) return { samples: unpackedBits(raw, tileWidthPx, tileHeightPx, bits), stride: 1 };
  let own = raw.slice(0, expected);
  const rowLength = tileWidthPx * samples;
  if (predictor === 3) own = joinedFloats(own, rowLength, samples, bits / 8);
  else if (!isLittleEndian) swapBytes(own, bits / 8);
  if (predictor === 2) {
    const make = bits === 8 ? Uint8Array : bits === 16 ? Uint16Array : Uint32Array;
    addDifferences(new make(own.buffer), rowLength, samples);
  }
  return { samples: samplesFor(image, own.buffer), stride: samples };
}

function swapBytes(bytes: Uint8Array, size: number): void {
  if (size > 1) for (let at = 0; at < bytes.length; at += size) bytes.subarray(at, at + size).reverse();
}

/** One number for each pixel; rows begin with a byte of their own. */
function unpackedBits(bytes: Uint8Array, widthPx: number, heightPx: number, bits: number): Uint8Array {
  const rowBytes = Math.ceil((widthPx * bits) / 8);
  const out = new Uint8Array(widthPx * heightPx);
  const mask = (1 << bits) - 1;
  for (let row = 0; row < heightPx; row++)
    for (let x = 0; x < widthPx; x++) {
      const bit = x * bits;
      out[row * widthPx + x] = (bytes[row * rowBytes + (bit >> 3)]! >> (8 - bits - (bit & 7))) & mask;
    }
  return out;
}

async function decodedPicture(
  { tileWidthPx, tileHeightPx, photometric, jpegTables, compression }: TiffImage,
  samples: number,
  bytes: Uint8Array<ArrayBuffer>,
  decode: DecodePicture | undefined,
): Promise<TiffTile> {
  if (!decode) throw new Error('this host cannot decode pictures');
  const isJpeg = compression === 7;
  const parts = isJpeg ? wholeJpeg(bytes, jpegTables, samples === 3 && photometric === 2) : [bytes];
  const { rgba, widthPx, heightPx } = await decode(new Blob(parts), {
    pixels: Math.max(tileWidthPx * tileHeightPx, 2 ** 20),
  });
  if (widthPx !== tileWidthPx || heightPx !== tileHeightPx)
    throw new Error(`a picture of ${tileWidthPx} x ${tileHeightPx} pixels expected, ${widthPx} x ${heightPx} found`);
  return { samples: rgba, stride: 4 };
}

/** Says of three bands that they are red, green and blue; without it they are taken for luminance and colour. */
const plainColors = Uint8Array.of(...[0xff, 0xee, 0, 14, 0x41, 0x64, 0x6f, 0x62, 0x65, 0, 100, 0, 0, 0, 0, 0]);

/** A JPEG file of a tile: what all tiles share comes after its first marker. */
function wholeJpeg(tile: Uint8Array<ArrayBuffer>, tables: Uint8Array<ArrayBuffer>, isRgb: boolean): BlobPart[] {
  return [tile.subarray(0, 2), ...(isRgb ? [plainColors] : []), tables.subarray(2, -2), tile.subarray(2)];
}

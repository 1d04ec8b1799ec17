/// <reference path="./lerc.d.ts" />
import Lerc from 'lerc';
import { inflate, type Unpack, unpackZstd } from './decode-tile.ts';

interface LercTile {
  /** 0 for LERC only, 1 with deflate, 2 with zstd. */
  readonly packing: number;
  readonly widthPx: number;
  readonly bands: number;
  readonly isFloat: boolean;
  readonly bits: number;
}

/** Create a LERC decoder. In floats, pixels without a value become NaN. */
export function unpackLerc({ packing, widthPx, bands, isFloat, bits }: LercTile): Unpack {
  return async (bytes, output) => {
    // Room for the pixels and the LERC header.
    const space = () => new Uint8Array(output.length + output.length / 8 + 4096);
    const plain = packing === 0 ? bytes : await (packing === 1 ? inflate : unpackZstd)(bytes, space());
    const heightPx = (8 * output.length) / (bits * bands * widthPx);
    // Check the size first, because the library allocates the size in the header.
    const { height, width, depth, length } = readHeader(plain);
    if (width !== widthPx || height !== heightPx || depth !== bands)
      throw new Error(`expected LERC of ${widthPx} x ${heightPx} pixels, found ${width} x ${height}`);
    const { pixels, mask } = Lerc.decode(plain.slice(0, length).buffer as ArrayBuffer);
    const values = pixels[0]!;
    // Interleave the bands here, because the library's option corrupts bytes.
    const samples = values.slice();
    const size = widthPx * heightPx;
    for (let band = 0; band < bands; band++)
      for (let i = 0; i < size; i++)
        samples[i * bands + band] = isFloat && mask && !mask[i] ? Number.NaN : values[band * size + i]!;
    return new Uint8Array(samples.buffer);
  };
}

/** Read rows, columns, samples per pixel and bytes from the header. */
function readHeader(bytes: Uint8Array) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (new TextDecoder('latin1').decode(bytes.subarray(0, 6)) !== 'Lerc2 ') throw new Error('expected LERC 2');
  const version = view.getInt32(6, true);
  const numberAt = (i: number): number => view.getInt32((version >= 3 ? 14 : 10) + 4 * i, true);
  const hasDepth = Number(version >= 4);
  return { height: numberAt(0), width: numberAt(1), depth: hasDepth ? numberAt(2) : 1, length: numberAt(4 + hasDepth) };
}

import type { Scheduler } from '../../scheduler.ts';
import { createByteWriter } from './byte-writer.ts';
import { deflate } from './deflate.ts';
import type { PaletteImage } from './palette.ts';

/**
 * Write a PNG of at most 256 colors with alpha (PNG specification, third edition).
 *
 * @param dotsPerInch stored as pixels per meter
 */
export async function encodePng8(
  { colors, index }: PaletteImage,
  widthPx: number,
  heightPx: number,
  dotsPerInch: number,
  scheduler?: Scheduler,
): Promise<Uint8Array<ArrayBuffer>> {
  const alphas = colors.map((color) => color[3]).filter((alpha) => alpha < 255);
  return pngFile(widthPx, heightPx, 3, [
    chunk('pHYs', physicalSize(dotsPerInch)),
    chunk('PLTE', Uint8Array.from(colors.flatMap((color) => color.slice(0, 3)))),
    ...(alphas.length > 0 ? [chunk('tRNS', Uint8Array.from(alphas))] : []),
    ...(await imageData(index, widthPx, heightPx, 1, scheduler)),
  ]);
}

/** Write an RGBA PNG. @param dotsPerInch undefined to store no resolution, for images embedded in other files */
export async function encodePng32(
  rgba: Uint8ClampedArray,
  widthPx: number,
  heightPx: number,
  dotsPerInch?: number,
  scheduler?: Scheduler,
): Promise<Uint8Array<ArrayBuffer>> {
  return pngFile(widthPx, heightPx, 6, [
    ...(dotsPerInch === undefined ? [] : [chunk('pHYs', physicalSize(dotsPerInch))]),
    ...(await imageData(toPixels(rgba), widthPx, heightPx, 4, scheduler)),
  ]);
}

/**
 * Write an RGB PNG without an alpha channel. Alpha values are ignored.
 *
 * @param clear RGB color that means transparent
 */
export async function encodePng24(
  rgba: Uint8ClampedArray,
  widthPx: number,
  heightPx: number,
  dotsPerInch: number,
  clear?: readonly number[],
  scheduler?: Scheduler,
): Promise<Uint8Array<ArrayBuffer>> {
  return pngFile(widthPx, heightPx, 2, [
    chunk('pHYs', physicalSize(dotsPerInch)),
    ...(clear ? [chunk('tRNS', Uint8Array.from(clear.slice(0, 3).flatMap((byte) => [0, byte])))] : []),
    ...(await imageData(toPixels(rgba), widthPx, heightPx, 3, scheduler)),
  ]);
}

/** View pixels as words with red in the lowest byte, which is their order on every browser host. */
function toPixels(rgba: Uint8ClampedArray): Uint32Array {
  const { buffer, byteOffset, length } = rgba.byteOffset % 4 === 0 ? rgba : rgba.slice();
  return new Uint32Array(buffer, byteOffset, length / 4);
}

/** Compress pixels to chunks of image data, with a slower fallback for hosts that can't run the kernel. */
async function imageData(
  pixels: Uint32Array | Uint8Array,
  widthPx: number,
  heightPx: number,
  samples: 1 | 3 | 4,
  scheduler: Scheduler | undefined,
): Promise<Uint8Array[]> {
  const { compressPixels } = await import('./compress-pixels.ts');
  const chunks = await compressPixels(pixels, widthPx, heightPx, samples, scheduler);
  return chunks ?? [chunk('IDAT', await deflate(splitLines(pixels, widthPx, heightPx, samples)))];
}

function pngFile(
  widthPx: number,
  heightPx: number,
  colorType: 2 | 3 | 6,
  chunks: readonly Uint8Array[],
): Uint8Array<ArrayBuffer> {
  const file = createByteWriter();
  file.bytes(Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a));
  const header = new DataView(new ArrayBuffer(13));
  header.setUint32(0, widthPx);
  header.setUint32(4, heightPx);
  // Eight bits per sample. Compression, filter and interlace methods are 0.
  header.setUint8(8, 8);
  header.setUint8(9, colorType);
  file.bytes(chunk('IHDR', new Uint8Array(header.buffer)));
  for (const data of chunks) file.bytes(data);
  file.bytes(chunk('IEND', new Uint8Array()));
  return file.join();
}

function physicalSize(dotsPerInch: number): Uint8Array {
  const size = new DataView(new ArrayBuffer(9));
  const pixelsPerMeter = Math.round(dotsPerInch / 0.0254);
  size.setUint32(0, pixelsPerMeter);
  size.setUint32(4, pixelsPerMeter);
  size.setUint8(8, 1);
  return new Uint8Array(size.buffer);
}

/** Return the lines of an image with filter 0 (none). */
function splitLines(
  pixels: Uint32Array | Uint8Array,
  widthPx: number,
  heightPx: number,
  samples: number,
): Uint8Array<ArrayBuffer>[] {
  return Array.from({ length: heightPx }, (_, line) => {
    const bytes = new Uint8Array(widthPx * samples + 1);
    for (let x = 0, to = 1; x < widthPx; x++)
      for (let sample = 0; sample < samples; sample++) bytes[to++] = pixels[line * widthPx + x]! >>> (8 * sample);
    return bytes;
  });
}

function chunk(name: string, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(data.length + 12);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, data.length);
  for (let i = 0; i < 4; i++) bytes[4 + i] = name.charCodeAt(i);
  bytes.set(data, 8);
  view.setUint32(data.length + 8, checksum(bytes.subarray(4, data.length + 8)));
  return bytes;
}

const remainders = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** Compute a CRC-32 (ISO 3309). */
function checksum(bytes: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of bytes) value = (value >>> 8) ^ remainders[(value ^ byte) & 255]!;
  return ~value >>> 0;
}

import { createByteWriter } from './byte-writer.ts';
import { deflate } from './deflate.ts';
import type { PaletteImage } from './palette.ts';

/**
 * Write a PNG of at most 256 colours with alpha (PNG specification, third edition).
 *
 * @param dotsPerInch stored as pixels per metre
 */
export async function encodePng8(
  { colors, index }: PaletteImage,
  widthPx: number,
  heightPx: number,
  dotsPerInch: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const alphas = colors.map((color) => color[3]).filter((alpha) => alpha < 255);
  return pngFile(widthPx, heightPx, 3, [
    ['pHYs', physicalSize(dotsPerInch)],
    ['PLTE', Uint8Array.from(colors.flatMap((color) => color.slice(0, 3)))],
    ...(alphas.length > 0 ? [['tRNS', Uint8Array.from(alphas)] as const] : []),
    ['IDAT', await deflate(rowsOf(index, widthPx, heightPx))],
  ]);
}

/** Write an RGBA PNG, for pictures embedded in other files. */
export async function encodePng32(rgba: Uint8ClampedArray, columns: number, lines: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(rgba.buffer, rgba.byteOffset, rgba.length);
  return pngFile(columns, lines, 6, [['IDAT', await deflate(rowsOf(bytes, columns * 4, lines))]]);
}

/**
 * Write an RGB PNG without alpha channel; alpha values are ignored.
 *
 * @param clear RGB colour that means transparent
 */
export async function encodePng24(
  rgba: Uint8ClampedArray,
  widthPx: number,
  heightPx: number,
  dotsPerInch: number,
  clear?: readonly number[],
): Promise<Uint8Array<ArrayBuffer>> {
  return pngFile(widthPx, heightPx, 2, [
    ['pHYs', physicalSize(dotsPerInch)],
    ...(clear ? [['tRNS', Uint8Array.from(clear.slice(0, 3).flatMap((byte) => [0, byte]))] as const] : []),
    ['IDAT', await deflate(slopesOf(rgba, widthPx, heightPx))],
  ]);
}

/** Add the resolution to a PNG without one. */
export function withPngResolution(png: Uint8Array, dotsPerInch: number): Uint8Array<ArrayBuffer> {
  const file = createByteWriter();
  // Insert after signature and header, which have a fixed size.
  file.bytes(png.subarray(0, 33));
  file.bytes(chunk('pHYs', physicalSize(dotsPerInch)));
  file.bytes(png.subarray(33));
  return file.join();
}

function pngFile(
  widthPx: number,
  heightPx: number,
  colorType: 2 | 3 | 6,
  chunks: readonly (readonly [name: string, data: Uint8Array])[],
): Uint8Array<ArrayBuffer> {
  const file = createByteWriter();
  file.bytes(Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a));
  const header = new DataView(new ArrayBuffer(13));
  header.setUint32(0, widthPx);
  header.setUint32(4, heightPx);
  // Eight bits per sample; compression, filter and interlace are 0.
  header.setUint8(8, 8);
  header.setUint8(9, colorType);
  file.bytes(chunk('IHDR', new Uint8Array(header.buffer)));
  for (const [name, data] of chunks) file.bytes(chunk(name, data));
  file.bytes(chunk('IEND', new Uint8Array()));
  return file.join();
}

function physicalSize(dotsPerInch: number): Uint8Array {
  const size = new DataView(new ArrayBuffer(9));
  const perMetre = Math.round(dotsPerInch / 0.0254);
  size.setUint32(0, perMetre);
  size.setUint32(4, perMetre);
  size.setUint8(8, 1);
  return new Uint8Array(size.buffer);
}

/** Rows per compressed part, so that the whole image is not copied. */
const linesPerPart = 64;

/** Rows with filter 0 (none): differences of palette indices mean nothing. */
function rowsOf(index: Uint8Array, lineBytes: number, heightPx: number): Uint8Array[] {
  const parts: Uint8Array[] = [];
  for (let line = 0; line < heightPx; line += linesPerPart) {
    const lines = Math.min(linesPerPart, heightPx - line);
    const part = new Uint8Array(lines * (lineBytes + 1));
    for (let i = 0; i < lines; i++)
      part.set(index.subarray((line + i) * lineBytes, (line + i + 1) * lineBytes), i * (lineBytes + 1) + 1);
    parts.push(part);
  }
  return parts;
}

/** Rows without alpha with filter 1: the difference to the pixel on the left. */
function slopesOf(rgba: Uint8ClampedArray, widthPx: number, heightPx: number): Uint8Array[] {
  return Array.from({ length: heightPx }, (_, line) => {
    const row = new Uint8Array(3 * widthPx + 1);
    row[0] = 1;
    for (let x = 0, from = 4 * widthPx * line, to = 1; x < widthPx; x++, from += 4)
      for (let c = from; c < from + 3; c++) row[to++] = rgba[c]! - (x > 0 ? rgba[c - 4]! : 0);
    return row;
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

/** CRC-32 (ISO 3309). */
function checksum(bytes: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of bytes) value = (value >>> 8) ^ remainders[(value ^ byte) & 255]!;
  return ~value >>> 0;
}

import { promisify } from 'node:util';
import { inflate } from 'node:zlib';
import type { DecodedImage } from '../../sw/service/raster-source.ts';

const inflated = promisify(inflate);

/** Samples per pixel by color type: gray, RGB, palette, gray with alpha, RGB with alpha. */
const channelsOf: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** First column and row of each pass of an interlaced image, and the steps to the next ones (Adam7). */
const interlacedPasses = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

interface PngHeader {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly bitDepth: number;
  readonly colorType: number;
  readonly isInterlaced: boolean;
}

interface PngParts {
  readonly header: PngHeader;
  readonly palette: Uint8Array;
  /** Alpha of each palette color, or the transparent color with 16 bits per sample. */
  readonly transparency: Uint8Array | undefined;
  readonly data: readonly Uint8Array[];
}

/**
 * Decode a PNG to RGBA, without premultiplying and without its color profile (PNG specification, third edition).
 * Samples of 16 bits are rounded to 8.
 *
 * @throws {Error} if the file is damaged
 */
export async function decodePng(bytes: Uint8Array): Promise<DecodedImage> {
  const parts = readChunks(bytes);
  const { widthPx, heightPx, isInterlaced } = parts.header;
  const passes = (isInterlaced ? interlacedPasses : ([[0, 0, 1, 1]] as const))
    .map(([left, top, dx, dy]) => ({
      ...{ left, top, dx, dy },
      columns: Math.ceil((widthPx - left) / dx),
      rows: Math.ceil((heightPx - top) / dy),
    }))
    .filter(({ columns, rows }) => columns > 0 && rows > 0);
  const bitsPerPixel = parts.header.bitDepth * channelsOf[parts.header.colorType]!;
  const rowBytesOf = (columns: number) => Math.ceil((columns * bitsPerPixel) / 8);
  const byteCount = passes.reduce((sum, { columns, rows }) => sum + rows * (1 + rowBytesOf(columns)), 0);
  // Without a limit, a small file could expand to gigabytes.
  const rows = await inflated(Buffer.concat(parts.data), { maxOutputLength: byteCount + 1024 });
  if (rows.length < byteCount) throw new Error(`expected ${byteCount} bytes of pixels, found ${rows.length}`);
  const rgba = new Uint8ClampedArray(4 * widthPx * heightPx);
  const readRow = rowReader(parts);
  let offset = 0;
  for (const { left, top, dx, dy, columns, rows: count } of passes) {
    const rowBytes = rowBytesOf(columns);
    let above: Uint8Array = new Uint8Array(rowBytes);
    for (let row = 0; row < count; row++, offset += rowBytes + 1) {
      const current = rows.subarray(offset + 1, offset + 1 + rowBytes);
      unfilter(rows[offset]!, current, above, Math.max(1, bitsPerPixel >> 3));
      readRow(current, columns, rgba, 4 * ((top + row * dy) * widthPx + left), 4 * dx);
      above = current;
    }
  }
  return { widthPx, heightPx, rgba };
}

function readChunks(bytes: Uint8Array): PngParts {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let header: PngHeader | undefined;
  let palette: Uint8Array = new Uint8Array(0);
  let transparency: Uint8Array | undefined;
  const data: Uint8Array[] = [];
  for (let offset = 8; offset + 8 <= bytes.length; ) {
    const length = view.getUint32(offset);
    const type = String.fromCharCode(...bytes.subarray(offset + 4, offset + 8));
    const content = bytes.subarray(offset + 8, offset + 8 + length);
    if (type === 'IHDR') header = readHeader(content);
    else if (type === 'PLTE') palette = content;
    else if (type === 'tRNS') transparency = content;
    else if (type === 'IDAT') data.push(content);
    else if (type === 'IEND') break;
    offset += 12 + length;
  }
  if (!header) throw new Error('no header found');
  return { header, palette, transparency, data };
}

function readHeader(content: Uint8Array): PngHeader {
  const view = new DataView(content.buffer, content.byteOffset, content.byteLength);
  const [bitDepth, colorType, interlace] = [view.getUint8(8), view.getUint8(9), view.getUint8(12)];
  const isValid = [1, 2, 4, 8, 16].includes(bitDepth) && channelsOf[colorType] !== undefined && interlace <= 1;
  if (!isValid) throw new Error(`color type ${colorType} with ${bitDepth} bits is unknown`);
  return {
    widthPx: view.getUint32(0),
    heightPx: view.getUint32(4),
    ...{ bitDepth, colorType, isInterlaced: interlace === 1 },
  };
}

/**
 * Undo the filter of a row in place.
 *
 * @param filter 0 none, 1 left, 2 up, 3 average, 4 Paeth
 * @param step bytes from a pixel to its right neighbor, at least 1
 */
function unfilter(filter: number, row: Uint8Array, above: Uint8Array, step: number): void {
  if (filter > 4) throw new Error(`filter ${filter} is unknown`);
  for (let index = 0; filter > 0 && index < row.length; index++) {
    const left = index < step ? 0 : row[index - step]!;
    const up = above[index]!;
    if (filter === 1) row[index]! += left;
    else if (filter === 2) row[index]! += up;
    else if (filter === 3) row[index]! += (left + up) >> 1;
    else row[index]! += nearestToSum(left, up, index < step ? 0 : above[index - step]!);
  }
}

/** Return the neighbor whose value is nearest to `left + up - corner` (Paeth). */
function nearestToSum(left: number, up: number, corner: number): number {
  const [toLeft, toUp, toCorner] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

type ReadRow = (row: Uint8Array, columns: number, rgba: Uint8ClampedArray, offset: number, step: number) => void;

/** Return the function that writes the pixels of a row as RGBA, from `offset` on and `step` bytes apart. */
function rowReader({ header: { bitDepth, colorType }, palette, transparency }: PngParts): ReadRow {
  const maxSample = 2 ** bitDepth - 1;
  const sampleOf = (row: Uint8Array, index: number): number => {
    if (bitDepth === 8) return row[index]!;
    if (bitDepth === 16) return row[2 * index]! * 256 + row[2 * index + 1]!;
    const bit = index * bitDepth;
    return (row[bit >> 3]! >> (8 - bitDepth - (bit & 7))) & maxSample;
  };
  if (colorType === 3)
    return (row, columns, rgba, offset, step) => {
      for (let column = 0, target = offset; column < columns; column++, target += step) {
        const color = sampleOf(row, column);
        rgba.set(palette.subarray(3 * color, 3 * color + 3), target);
        rgba[target + 3] = transparency?.[color] ?? 255;
      }
    };
  const byteOf = (sample: number): number => (bitDepth === 8 ? sample : Math.round((sample * 255) / maxSample));
  const channels = channelsOf[colorType]!;
  const alpha = channels === 2 || channels === 4 ? channels - 1 : undefined;
  const [green, blue] = channels < 3 ? [0, 0] : [1, 2];
  const clear =
    transparency && [0, 2 * green, 2 * blue].map((index) => transparency[index]! * 256 + transparency[index + 1]!);
  return (row, columns, rgba, offset, step) => {
    for (let column = 0, target = offset; column < columns; column++, target += step) {
      const first = column * channels;
      const red = sampleOf(row, first);
      const isClear =
        clear?.[0] === red && clear[1] === sampleOf(row, first + green) && clear[2] === sampleOf(row, first + blue);
      rgba[target] = byteOf(red);
      rgba[target + 1] = byteOf(sampleOf(row, first + green));
      rgba[target + 2] = byteOf(sampleOf(row, first + blue));
      rgba[target + 3] = alpha === undefined ? (isClear ? 0 : 255) : byteOf(sampleOf(row, first + alpha));
    }
  };
}

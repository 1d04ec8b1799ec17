import { Budget } from '../../contract/budget.ts';
import { wrongValue } from '../../contract/fault.ts';

/** Limits for an image, checked before it is decoded. */
export interface ImageLimit {
  /** Name of the image in faults. */
  readonly path?: string;
  /** Maximum number of pixels; 4096 x 4096 by default. */
  readonly pixels?: number;
}

const defaultPixels = 4096 * 4096;
/**
 * Number of leading bytes that are searched for the size. JPEG metadata may be long, but the size comes before all
 * pixels.
 */
const headBytes = 1 << 20;

/**
 * Check the size of an image from its header, so that a few bytes can't expand to gigabytes of pixels. Call this before
 * decoding any image.
 *
 * @throws {Fault} `too-large` with the limit and the found size, `bad-value` if it isn't PNG, JPEG, GIF, BMP or WebP
 */
export async function checkImage(
  image: Blob,
  { path = 'Picture', pixels = defaultPixels }: ImageLimit = {},
): Promise<void> {
  const size = imageSize(new Uint8Array(await image.slice(0, headBytes).arrayBuffer()));
  if (!size) throw wrongValue('bad-value', path, 'a PNG, JPEG, GIF, BMP or WebP image', 'an unknown file type');
  new Budget(path, { pixels }).take('pixels', size.widthPx * size.heightPx);
}

interface ImageSize {
  readonly type: 'png' | 'jpeg' | 'gif' | 'bmp' | 'webp';
  readonly widthPx: number;
  readonly heightPx: number;
}

/**
 * Read the type and size of a PNG, JPEG, GIF, BMP or WebP image from its header, without decoding it; undefined for
 * other data.
 */
export function imageSize(bytes: Uint8Array): ImageSize | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return jpegSize(bytes, view);
  if (bytes.length < 26) return undefined;
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 16));
  if (head.startsWith('PNG', 1) && head.endsWith('IHDR'))
    return { type: 'png', widthPx: view.getUint32(16), heightPx: view.getUint32(20) };
  if (head.startsWith('GIF8')) return gifSize(bytes, view);
  if (head.startsWith('BM')) {
    // The oldest header has two-byte sizes. A negative height means that rows are stored top-down.
    if (view.getUint32(14, true) === 12)
      return { type: 'bmp', widthPx: view.getUint16(18, true), heightPx: view.getUint16(20, true) };
    const [widthPx, heightPx] = [18, 22].map((offset) => Math.abs(view.getInt32(offset, true)));
    return { type: 'bmp', widthPx: widthPx!, heightPx: heightPx! };
  }
  if (head.startsWith('RIFF') && head.startsWith('WEBP', 8)) return webpSize(head.slice(12), view);
  return undefined;
}

/** Read the size of a GIF. A first frame larger than the logical screen enlarges it. */
function gifSize(bytes: Uint8Array, view: DataView): ImageSize {
  let [widthPx, heightPx] = [view.getUint16(6, true), view.getUint16(8, true)];
  const packed = bytes[10]!;
  let position = 13 + (packed & 0x80 ? 3 << ((packed & 7) + 1) : 0);
  // Skip extensions, which are blocks preceded by their length.
  while (bytes[position] === 0x21) {
    position += 2;
    while (bytes[position]! > 0) position += 1 + bytes[position]!;
    position++;
  }
  if (bytes[position] === 0x2c && position + 9 < bytes.length) {
    const side = (offset: number): number =>
      view.getUint16(position + offset, true) + view.getUint16(position + offset + 4, true);
    [widthPx, heightPx] = [Math.max(widthPx, side(1)), Math.max(heightPx, side(3))];
  }
  return { type: 'gif', widthPx, heightPx };
}

function webpSize(chunk: string, view: DataView): ImageSize | undefined {
  if (view.byteLength < 30) return undefined;
  const size = (widthPx: number, heightPx: number): ImageSize => ({ type: 'webp', widthPx, heightPx });
  if (chunk === 'VP8X') return size(1 + (view.getUint32(24, true) & 0xffffff), 1 + (view.getUint32(26, true) >>> 8));
  if (chunk === 'VP8 ') return size(view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff);
  if (chunk !== 'VP8L') return undefined;
  const bits = view.getUint32(21, true);
  return size(1 + (bits & 0x3fff), 1 + ((bits >>> 14) & 0x3fff));
}

function jpegSize(bytes: Uint8Array, view: DataView): ImageSize | undefined {
  for (let offset = 2; offset + 9 < bytes.length; ) {
    if (bytes[offset] !== 0xff) return undefined;
    const marker = bytes[offset + 1]!;
    // Fill bytes, and markers without a length.
    if (marker === 0xff) offset++;
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) offset += 2;
    // Frames: all of C0 to CF except C4, C8 and CC.
    else if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { type: 'jpeg', heightPx: view.getUint16(offset + 5), widthPx: view.getUint16(offset + 7) };
    else offset += 2 + view.getUint16(offset + 2);
  }
  return undefined;
}

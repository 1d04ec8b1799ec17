import { Budget } from '../../contract/budget.ts';
import { Fault } from '../../contract/fault.ts';

/** What a picture may be before it is decoded. */
export interface ImageLimit {
  /** What the picture is called in faults. */
  readonly path?: string;
  /** 4096 x 4096 where nothing else is said. */
  readonly pixels?: number;
}

const defaultPixels = 4096 * 4096;
/** Metadata of a JPEG may be long, but its size is before all pixels. */
const headBytes = 1 << 20;

/**
 * Check the size of a picture by its head, so that few bytes do not become gigabytes of pixels. Whoever decodes pictures calls
 * this first.
 *
 * @throws {Fault} `too-large` with limit and found, `bad-value` when it is neither PNG, JPEG, GIF, BMP nor WebP
 */
export async function checkImage(
  image: Blob,
  { path = 'Picture', pixels = defaultPixels }: ImageLimit = {},
): Promise<void> {
  const size = imageSize(new Uint8Array(await image.slice(0, headBytes).arrayBuffer()));
  if (!size)
    throw new Fault('bad-value', `${path}: expected a PNG, JPEG, GIF, BMP or WebP picture, found ${image.size} bytes.`);
  new Budget(path, { pixels }).take('pixels', size.widthPx * size.heightPx);
}

interface ImageSize {
  readonly type: 'png' | 'jpeg' | 'gif' | 'bmp' | 'webp';
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Read the size of a picture from its head, without decoding it; undefined when it is of none of these types. */
export function imageSize(bytes: Uint8Array): ImageSize | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return jpegSize(bytes, view);
  if (bytes.length < 26) return undefined;
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 16));
  if (head.startsWith('PNG', 1) && head.endsWith('IHDR'))
    return { type: 'png', widthPx: view.getUint32(16), heightPx: view.getUint32(20) };
  if (head.startsWith('GIF8')) return gifSize(bytes, view);
  if (head.startsWith('BM')) {
    // The oldest head has sizes of two bytes; a negative height is of lines from above.
    if (view.getUint32(14, true) === 12)
      return { type: 'bmp', widthPx: view.getUint16(18, true), heightPx: view.getUint16(20, true) };
    const [widthPx, heightPx] = [18, 22].map((at) => Math.abs(view.getInt32(at, true)));
    return { type: 'bmp', widthPx: widthPx!, heightPx: heightPx! };
  }
  if (head.startsWith('RIFF') && head.startsWith('WEBP', 8)) return webpSize(head.slice(12), view);
  return undefined;
}

/** A first frame that is larger than the screen widens it. */
function gifSize(bytes: Uint8Array, view: DataView): ImageSize {
  let [widthPx, heightPx] = [view.getUint16(6, true), view.getUint16(8, true)];
  const packed = bytes[10]!;
  let at = 13 + (packed & 0x80 ? 3 << ((packed & 7) + 1) : 0);
  // Extensions in blocks, each with its length before it.
  while (bytes[at] === 0x21) {
    at += 2;
    while (bytes[at]! > 0) at += 1 + bytes[at]!;
    at++;
  }
  if (bytes[at] === 0x2c && at + 9 < bytes.length) {
    const side = (offset: number): number => view.getUint16(at + offset, true) + view.getUint16(at + offset + 4, true);
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
  for (let at = 2; at + 9 < bytes.length; ) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes[at + 1]!;
    // Filling bytes, and markers without a length.
    if (marker === 0xff) at++;
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) at += 2;
    // Frames: all of C0 to CF but the tables C4, C8 and CC.
    else if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { type: 'jpeg', heightPx: view.getUint16(at + 5), widthPx: view.getUint16(at + 7) };
    else at += 2 + view.getUint16(at + 2);
  }
  return undefined;
}

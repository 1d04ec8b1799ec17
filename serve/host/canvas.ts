import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { noteFontChange } from '../../sw/draw/surface/canvas-text.ts';
import { checkImage, type ImageLimit } from '../../sw/service/checks/check-image.ts';
import { fontFiles } from '../../sw/service/font-files.ts';
import type { DecodedImage } from '../../sw/service/raster-source.ts';
import { decodePng } from './png.ts';

const require = createRequire(import.meta.url);

/** Return Skia. The first image loads it, because that takes a fifth of the time until a server can answer. */
const skia = (): typeof import('@napi-rs/canvas') => require('@napi-rs/canvas');

// The backend creates these by their global names, like in a browser.
for (const name of ['ImageData', 'Path2D'] as const)
  Object.defineProperty(globalThis, name, { configurable: true, get: () => skia()[name] });

/** Create a canvas that is transparent black. */
export function createCanvas(widthPx: number, heightPx: number): OffscreenCanvas {
  const canvas = skia().createCanvas(widthPx, heightPx);
  // The package lacks this method. A canvas can be drawn like a bitmap, so return a copy.
  const transferToImageBitmap = () => {
    const copy = skia().createCanvas(canvas.width, canvas.height);
    copy.getContext('2d').drawImage(canvas, 0, 0);
    canvas.getContext('2d').clearRect(0, 0, canvas.width, canvas.height);
    return copy;
  };
  return Object.assign(canvas, { transferToImageBitmap }) as unknown as OffscreenCanvas;
}

let fonts: Promise<void> | undefined;

/** Load the shipped fonts of a built app into this process, once. If that fails, the next image tries again. */
export function loadFonts(dist: string): Promise<void> {
  fonts ??= registerFonts(dist).catch((error: unknown) => {
    fonts = undefined;
    console.warn('The shipped fonts could not be loaded.', error);
  });
  return fonts;
}

async function registerFonts(dist: string): Promise<void> {
  for (const { family, file } of fontFiles)
    if (!skia().GlobalFonts.register(await readFile(join(dist, file)), family))
      throw new Error(`${file} isn't a font.`);
  noteFontChange();
}

/**
 * Decode an image without premultiplying and without color profiles, so that samples keep their values.
 *
 * @throws {Fault} faults of `checkImage`
 * @throws {Error} if the image can't be decoded
 */
export async function decodeImage(image: Blob, limit?: ImageLimit): Promise<DecodedImage> {
  await checkImage(image, limit);
  const bytes = Buffer.from(await image.arrayBuffer());
  // The canvas premultiplies, which changes the colors of half-transparent pixels.
  if (bytes.toString('latin1', 1, 4) === 'PNG') return decodePng(bytes);
  const { createCanvas: createNativeCanvas, loadImage } = skia();
  const loaded = await loadImage(bytes[0] === 0xff ? withoutColorProfile(bytes) : bytes);
  const context = createNativeCanvas(loaded.width, loaded.height).getContext('2d');
  context.drawImage(loaded, 0, 0);
  const { width, height, data } = context.getImageData(0, 0, loaded.width, loaded.height);
  return { widthPx: width, heightPx: height, rgba: data };
}

/** Remove the segments of a JPEG that contain its color profile (ICC.1, annex B.4). */
function withoutColorProfile(bytes: Buffer): Buffer {
  const parts = [bytes.subarray(0, 2)];
  let offset = 2;
  // Segments come before the first scan (DA), whose data have no length.
  while (offset + 4 <= bytes.length && bytes[offset] === 0xff && bytes[offset + 1] !== 0xda) {
    const end = offset + 2 + bytes.readUInt16BE(offset + 2);
    const isProfile = bytes[offset + 1] === 0xe2 && bytes.toString('latin1', offset + 4, offset + 15) === 'ICC_PROFILE';
    if (!isProfile) parts.push(bytes.subarray(offset, end));
    offset = end;
  }
  return parts.length === 1 ? bytes : Buffer.concat([...parts, bytes.subarray(offset)]);
}

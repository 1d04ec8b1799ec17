import { checkImage, type ImageLimit } from './service/checks/check-image.ts';
import type { DecodedImage } from './service/raster-source.ts';

/**
 * Decode an image with the browser, without premultiplying and without color profiles, so that samples keep their
 * values.
 *
 * @throws {Fault} as `checkImage`
 * @throws {DOMException} if the browser cannot decode it
 */
export async function decodeImage(image: Blob, limit?: ImageLimit): Promise<DecodedImage> {
  await checkImage(image, limit);
  const bitmap = await createImageBitmap(image, { premultiplyAlpha: 'none', colorSpaceConversion: 'none' });
  const { width, height } = bitmap;
  const canvas = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })!;
  canvas.drawImage(bitmap, 0, 0);
  bitmap.close();
  return { widthPx: width, heightPx: height, rgba: canvas.getImageData(0, 0, width, height).data };
}

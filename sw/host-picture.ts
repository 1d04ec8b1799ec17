import { checkPicture, type PictureLimit } from './service/checks/check-picture.ts';
import type { DecodedPicture } from './service/raster-source.ts';

/**
 * Decode an image by the browser, without premultiplying and without colour profiles: samples stay as they were stored.
 *
 * @throws {Fault} as `checkPicture`
 * @throws {DOMException} if the browser cannot decode it
 */
export async function decodePicture(picture: Blob, limit?: PictureLimit): Promise<DecodedPicture> {
  await checkPicture(picture, limit);
  const bitmap = await createImageBitmap(picture, { premultiplyAlpha: 'none', colorSpaceConversion: 'none' });
  const { width, height } = bitmap;
  const canvas = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })!;
  canvas.drawImage(bitmap, 0, 0);
  bitmap.close();
  return { widthPx: width, heightPx: height, rgba: canvas.getImageData(0, 0, width, height).data };
}

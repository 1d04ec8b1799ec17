import { checkImage } from '../../../../sw/service/checks/check-image.ts';
import type { DecodeImage } from '../../../../sw/service/raster-source.ts';
import type { EncodeImage } from './raster-tiles.ts';

/** Decode an image with the browser's decoder, with its samples as stored. */
export const decodeImage: DecodeImage = async (image, limit) => {
  await checkImage(image, limit);
  const bitmap = await createImageBitmap(image, { premultiplyAlpha: 'none', colorSpaceConversion: 'none' });
  const { width, height } = bitmap;
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('the browser has no canvas of this size');
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  return { widthPx: width, heightPx: height, rgba: context.getImageData(0, 0, width, height).data };
};

/** Encode a tile with the browser's encoder. */
export const encodeImage: EncodeImage = async (rgba, widthPx, heightPx, format) => {
  const canvas = new OffscreenCanvas(widthPx, heightPx);
  const pixels = new ImageData(rgba as Uint8ClampedArray<ArrayBuffer>, widthPx, heightPx);
  canvas.getContext('2d')!.putImageData(pixels, 0, 0);
  const blob = await canvas.convertToBlob({ type: `image/${format}`, quality: 0.9 });
  return new Uint8Array(await blob.arrayBuffer());
};

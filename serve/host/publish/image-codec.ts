import type { EncodeImage } from '../../../src/publish/import/raster/raster-tiles.ts';
import { encodePng32 } from '../../../sw/draw/image/png.ts';
import type { DecodeImage } from '../../../sw/service/raster-source.ts';

const jpegQuality = 90;

/** Decode an image with its samples as stored. The canvas is loaded on first use, because few files have images. */
export const decodeImage: DecodeImage = async (image, limit) =>
  (await import('../canvas.ts')).decodeImage(image, limit);

/**
 * Encode a tile. The canvas would premultiply, which changes the colors of half-transparent pixels, so it only encodes
 * JPEG, which is opaque.
 */
export const encodeImage: EncodeImage = async (rgba, widthPx, heightPx, format) => {
  if (format === 'png') return encodePng32(rgba, widthPx, heightPx);
  const { createCanvas, ImageData } = await import('@napi-rs/canvas');
  const canvas = createCanvas(widthPx, heightPx);
  canvas.getContext('2d').putImageData(new ImageData(rgba, widthPx, heightPx), 0, 0);
  return canvas.encode('jpeg', jpegQuality);
};

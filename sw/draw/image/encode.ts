import { Fault, type Value } from '../../contract/index.ts';
import { type CanvasSurface, createCanvasSurface } from '../surface/canvas.ts';
import { createRecording, type Drawing, type Recording } from '../surface/record.ts';
import type { CreateCanvas } from '../surface/surface.ts';
import { clearColor, contextOf, flatten, hasOpaquePixelsOnly } from './canvas-pixels.ts';
import type { EncodedImage, EncodeOptions } from './encode-options.ts';
import { formats, type ImageFormat, type RasterFormat, type VectorFormat } from './formats.ts';
import { withJpegResolution } from './jpeg.ts';

type ImageSurface = CanvasSurface | Recording;

/**
 * Make the surface of a format: pixels, or a list of drawing commands for vector formats.
 *
 * @throws {Fault} as `checkFormat`, and `too-large` when the host has no such canvas
 */
export function createImageSurface(
  format: Value<'gisImageFormat'>,
  widthPx: number,
  heightPx: number,
  createCanvas: CreateCanvas,
): ImageSurface {
  checkFormat(format);
  return isVector(format)
    ? createRecording(widthPx, heightPx, createCanvas)
    : createCanvasSurface(widthPx, heightPx, createCanvas);
}

/**
 * Encode a drawn surface. The surface is used up: flattening and clearing happen in place.
 *
 * A pixel surface in a vector format becomes one embedded picture.
 *
 * @throws {Fault} `bad-value` for `gisImageNone`, which has no bytes, and for a recorded drawing in a raster format;
 *   `internal` when the browser wrote another format than requested
 */
export async function encodeImage(
  surface: ImageSurface,
  format: Value<'gisImageFormat'>,
  options: EncodeOptions = {},
): Promise<EncodedImage> {
  checkFormat(format);
  if (isVector(format)) {
    const { encodeVector } = await import('./encode-vector.ts');
    return encodeVector('commands' in surface ? surface : asDrawing(surface), format, options);
  }
  if ('commands' in surface)
    throw new Fault('bad-value', `${format}: a surface of pixels expected, a recorded drawing found`);
  return encodePixels(surface, format as RasterFormat, options);
}

async function encodePixels(
  surface: CanvasSurface,
  format: RasterFormat,
  options: EncodeOptions,
): Promise<EncodedImage> {
  const { dotsPerInch = 96, transparentColor } = options;
  if (!formats[format].hasAlpha) flatten(contextOf(surface));
  else if (transparentColor) clearColor(surface, transparentColor);
  const isJpeg = format === 'gisImageJPG' || (format === 'gisImageJPGPNG' && hasOpaquePixelsOnly(surface));
  if (isJpeg) {
    const mimeType = 'image/jpeg';
    const blob = await surface.canvas.convertToBlob({ type: mimeType, quality: 0.9 });
    if (blob.type !== mimeType)
      throw new Fault('internal', `${format}: ${mimeType} expected, the browser wrote ${blob.type}`);
    return { bytes: withJpegResolution(new Uint8Array(await blob.arrayBuffer()), dotsPerInch), mimeType };
  }
  const { widthPx, heightPx } = surface;
  const rgba = contextOf(surface).getImageData(0, 0, widthPx, heightPx).data;
  const { encodeRaster } = await import('./encode-raster.ts');
  const written = format === 'gisImageJPGPNG' ? 'gisImagePNG32' : format;
  const { mimeType } = formats[written];
  return { bytes: await encodeRaster(rgba, widthPx, heightPx, written, options), mimeType };
}

/** Refuse a format without an image before drawing starts. @throws {Fault} `bad-value` */
export function checkFormat(format: Value<'gisImageFormat'>): asserts format is ImageFormat {
  if (format === 'gisImageNone')
    throw new Fault('bad-value', 'ImageFormat: a format with an image expected, gisImageNone found');
}

function isVector(format: ImageFormat): format is VectorFormat {
  return formats[format].kind === 'vector';
}

function asDrawing(surface: CanvasSurface): Drawing {
  const { widthPx, heightPx } = surface;
  const rgba = contextOf(surface).getImageData(0, 0, widthPx, heightPx).data;
  const box = { xPx: 0, yPx: 0, widthPx, heightPx };
  const picture = { rgba, columns: widthPx, lines: heightPx };
  return { widthPx, heightPx, commands: [{ kind: 'picture', picture, box, angleDeg: 0 }] };
}

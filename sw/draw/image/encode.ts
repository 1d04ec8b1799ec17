import { type Value, wrongValue } from '../../contract/index.ts';
import { colorToRgba } from '../../contract/rgba.ts';
import { createRecording, type Drawing, type Recording } from '../surface/record.ts';
import type { CreateCanvas } from '../surface/surface.ts';
import type { EncodedImage, EncodeOptions } from './encode-options.ts';
import { formats, type ImageFormat, type RasterFormat, type VectorFormat } from './formats.ts';
import { clearColor, isEveryOpaque, type RasterSurface, readSurfacePixels, releaseSurface } from './rgba-pixels.ts';

type ImageSurface = RasterSurface | Recording;

/**
 * Make the surface of a format: pixels, or a recording of drawing commands for vector formats.
 *
 * @throws {Fault} like `checkFormat`; `too-large` if the host can't make a canvas of this size
 */
export async function createImageSurface(
  format: Value<'gisImageFormat'>,
  widthPx: number,
  heightPx: number,
  createCanvas: CreateCanvas,
): Promise<ImageSurface> {
  checkFormat(format);
  if (isVector(format)) return createRecording(widthPx, heightPx, createCanvas);
  const { createRasterSurface } = await import('../surface/pixels.ts');
  return createRasterSurface(widthPx, heightPx, createCanvas);
}

/**
 * Encode a drawn surface. The surface can't be used afterwards, because flattening and clearing change it in place.
 *
 * A pixel surface in a vector format becomes one embedded image.
 *
 * @throws {Fault} `bad-value` for `gisImageNone`, which has no bytes, and for a recording in a raster format;
 *   `internal` if the browser wrote another format than requested
 */
export async function encodeImage(
  surface: ImageSurface,
  format: Value<'gisImageFormat'>,
  options: EncodeOptions = {},
): Promise<EncodedImage> {
  checkFormat(format);
  try {
    if (isVector(format)) {
      const { encodeVector } = await import('./encode-vector.ts');
      return await encodeVector('commands' in surface ? surface : asDrawing(surface), format, options);
    }
    if ('commands' in surface) throw wrongValue('bad-value', format, 'a pixel surface', 'a recorded drawing');
    return await encodePixels(surface, format as RasterFormat, options);
  } finally {
    releaseSurface(surface);
  }
}

async function encodePixels(
  surface: RasterSurface,
  format: RasterFormat,
  options: EncodeOptions,
): Promise<EncodedImage> {
  const { dotsPerInch = 96, transparentColor } = options;
  const { widthPx, heightPx } = surface;
  const { hasAlpha } = formats[format];
  const rgba = readSurfacePixels(surface, hasAlpha ? 'nothing' : 'white');
  if (hasAlpha && transparentColor) clearColor(rgba, colorToRgba(transparentColor));
  if (format === 'gisImageJPG' || (format === 'gisImageJPGPNG' && isEveryOpaque(rgba))) {
    const mimeType = 'image/jpeg';
    const canvas = 'canvas' in surface ? surface.canvas : surface.createCanvas(widthPx, heightPx);
    canvas.getContext('2d')!.putImageData(new ImageData(rgba, widthPx, heightPx), 0, 0);
    const blob = await canvas.convertToBlob({ type: mimeType, quality: 0.9 });
    if (blob.type !== mimeType) throw wrongValue('internal', format, mimeType, blob.type);
    return { bytes: withJpegResolution(new Uint8Array(await blob.arrayBuffer()), dotsPerInch), mimeType };
  }
  const { encodeRaster } = await import('./encode-raster.ts');
  const written = format === 'gisImageJPGPNG' ? 'gisImagePNG32' : format;
  const { mimeType } = formats[written];
  return { bytes: await encodeRaster(rgba, widthPx, heightPx, written, options), mimeType };
}

/** Check a format before drawing starts. @throws {Fault} `bad-value` for `gisImageNone`, which has no bytes */
export function checkFormat(format: Value<'gisImageFormat'>): asserts format is ImageFormat {
  if (format === 'gisImageNone') throw wrongValue('bad-value', 'ImageFormat', 'an image format', '"gisImageNone"');
}

function isVector(format: ImageFormat): format is VectorFormat {
  return formats[format].kind === 'vector';
}

function asDrawing(surface: RasterSurface): Drawing {
  const { widthPx, heightPx } = surface;
  const rgba = readSurfacePixels(surface, 'nothing');
  const box = { xPx: 0, yPx: 0, widthPx, heightPx };
  const image = { rgba, columns: widthPx, lines: heightPx };
  return { widthPx, heightPx, commands: [{ kind: 'image', image, box, angleDeg: 0 }] };
}

/**
 * Write the resolution into a JPEG (JFIF 1.02): in its first segment, or in a new one.
 *
 * @param jpeg may be changed in place
 */
export function withJpegResolution(jpeg: Uint8Array<ArrayBuffer>, dotsPerInch: number): Uint8Array<ArrayBuffer> {
  const hasSegment = jpeg[2] === 0xff && jpeg[3] === 0xe0;
  const file = hasSegment ? jpeg : new Uint8Array(jpeg.length + 18);
  if (!hasSegment) {
    // "JFIF", version 1.2, no thumbnail.
    file.set([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1, 2]);
    file.set(jpeg.subarray(2), 20);
  }
  const density = Math.round(dotsPerInch);
  // Unit 1 is dots per inch. The value is for both axes.
  file.set([1, density >> 8, density & 255, density >> 8, density & 255], 13);
  return file;
}

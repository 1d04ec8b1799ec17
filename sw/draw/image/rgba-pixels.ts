import type { CanvasSurface } from '../surface/canvas.ts';
import type { PixelSurface } from '../surface/pixels.ts';
import type { Background, PixelPart } from '../surface/read-pixels.ts';
import type { PixelBox } from '../surface/surface.ts';

/** Surface made of pixels. */
export type RasterSurface = CanvasSurface | PixelSurface;

/** Read all pixels of a surface over a background, as RGBA, not premultiplied. */
export function readSurfacePixels(surface: RasterSurface, background: Background): Uint8ClampedArray<ArrayBuffer> {
  if ('readPixels' in surface) return surface.readPixels(background);
  const { data } = surface.canvas.getContext('2d')!.getImageData(0, 0, surface.widthPx, surface.heightPx);
  if (background === 'white') flatten(data);
  return data;
}

/** Read part of a surface over a background. The next call may overwrite the result. */
export function readSurfacePart(surface: RasterSurface, box: PixelBox, background: Background): PixelPart {
  if ('readPart' in surface) return surface.readPart(box, background);
  const { data } = surface.canvas.getContext('2d')!.getImageData(box.xPx, box.yPx, box.widthPx, box.heightPx);
  if (background === 'white') flatten(data);
  const pixels = new Uint32Array(data.buffer);
  return { rgba: data, isPlain: pixels.every((pixel) => pixel === pixels[0]) };
}

/** Release the memory of a surface. Does nothing for surfaces that are garbage-collected. */
export function releaseSurface(surface: object): void {
  if ('release' in surface) (surface as PixelSurface).release();
}

/** Blend pixels with white. */
function flatten(rgba: Uint8ClampedArray): void {
  for (let i = 3; i < rgba.length; i += 4) {
    const alpha = rgba[i]!;
    if (alpha === 255) continue;
    if (alpha === 0) rgba[i - 3] = rgba[i - 2] = rgba[i - 1] = 255;
    else for (let c = i - 3; c < i; c++) rgba[c] = 255 - ((255 - rgba[c]!) * alpha) / 255;
    rgba[i] = 255;
  }
}

/** Make the opaque pixels of exactly this color transparent. */
export function clearColor(rgba: Uint8ClampedArray, [red, green, blue]: readonly number[]): void {
  // Pixels are little-endian RGBA words on every browser host.
  const target = (0xff000000 | (blue! << 16) | (green! << 8) | red!) >>> 0;
  const pixels = new Uint32Array(rgba.buffer, rgba.byteOffset, rgba.length / 4);
  for (let i = 0; i < pixels.length; i++) if (pixels[i] === target) pixels[i] = 0;
}

/** Return true if every pixel is opaque. */
export function isEveryOpaque(rgba: Uint8ClampedArray): boolean {
  for (let i = 3; i < rgba.length; i += 4) if (rgba[i] !== 255) return false;
  return true;
}

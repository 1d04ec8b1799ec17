import type { Value } from '../../contract/index.ts';
import { rgbaOf } from '../../contract/rgba.ts';
import type { CanvasSurface } from '../surface/canvas.ts';

export function contextOf(surface: CanvasSurface): OffscreenCanvasRenderingContext2D {
  return surface.canvas.getContext('2d')!;
}

/** Put white under everything. */
export function flatten(context: OffscreenCanvasRenderingContext2D): void {
  context.save();
  context.globalCompositeOperation = 'destination-over';
  context.fillStyle = '#fff';
  context.fillRect(0, 0, context.canvas.width, context.canvas.height);
  context.restore();
}

/** Make the opaque pixels of exactly this colour transparent. */
export function clearColor(surface: CanvasSurface, color: Value<'Color'>): void {
  const [red, green, blue] = rgbaOf(color);
  // Canvas pixels are little-endian RGBA words on every browser host.
  const target = (0xff000000 | (blue << 16) | (green << 8) | red) >>> 0;
  const context = contextOf(surface);
  forEachSlab(surface, (image, line) => {
    const pixels = new Uint32Array(image.data.buffer);
    let isChanged = false;
    for (let i = 0; i < pixels.length; i++) {
      if (pixels[i] !== target) continue;
      pixels[i] = 0;
      isChanged = true;
    }
    if (isChanged) context.putImageData(image, 0, line);
    return true;
  });
}

/** Tell whether every pixel is opaque. */
export function hasOpaquePixelsOnly(surface: CanvasSurface): boolean {
  let isOpaque = true;
  forEachSlab(surface, ({ data }) => {
    isOpaque = isEveryOpaque(data);
    return isOpaque;
  });
  return isOpaque;
}

/** Tell whether every pixel is opaque. */
export function isEveryOpaque(rgba: Uint8ClampedArray): boolean {
  for (let i = 3; i < rgba.length; i += 4) if (rgba[i] !== 255) return false;
  return true;
}

/** Pixels read at once: a copy of a large image would double its memory. */
const slabPixels = 1 << 20;

function forEachSlab(surface: CanvasSurface, onSlab: (image: ImageData, line: number) => boolean): void {
  const context = contextOf(surface);
  const lines = Math.max(1, Math.floor(slabPixels / surface.widthPx));
  for (let line = 0; line < surface.heightPx; line += lines) {
    const image = context.getImageData(0, line, surface.widthPx, Math.min(lines, surface.heightPx - line));
    if (!onSlab(image, line)) return;
  }
}

import type { KernelMemory } from '../kernel/kernel-memory.ts';
import type { PixelBox, PixelImage } from './surface.ts';

/** Pixels passed to the kernel per call. */
const pixelsAtOnce = 1 << 18;

/** Return true for an upright image whose pixels match those of the surface. */
export const isPixelForPixel = (
  { columns, lines }: PixelImage,
  { xPx, yPx, widthPx, heightPx }: PixelBox,
  angleDeg: number,
): boolean =>
  angleDeg === 0 && columns === widthPx && lines === heightPx && Number.isInteger(xPx) && Number.isInteger(yPx);

/** Blend pixels over the kernel's target. @param rgba not premultiplied, row by row */
export function putPixels(
  memory: KernelMemory,
  rgba: Uint8ClampedArray,
  [widthPx, heightPx]: readonly [number, number],
  left: number,
  top: number,
): void {
  const linesAtOnce = Math.max(1, Math.floor(pixelsAtOnce / widthPx));
  for (let line = 0; line < heightPx; line += linesAtOnce) {
    const lines = Math.min(linesAtOnce, heightPx - line);
    const [address] = memory.pass(rgba.subarray(4 * widthPx * line, 4 * widthPx * (line + lines)));
    memory.kernel.multiplyAlpha(address!, widthPx * lines);
    memory.kernel.putImage(address!, widthPx, lines, left, top + line);
  }
}

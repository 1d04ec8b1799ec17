import type { KernelMemory } from '../kernel/kernel-memory.ts';
import type { PixelBox } from './surface.ts';

/** What is under a drawing when its pixels are read. */
export type Background = 'white' | 'nothing';

/** A part of a picture. */
export interface PixelPart {
  /** RGBA, not premultiplied, line by line. */
  readonly rgba: Uint8ClampedArray<ArrayBuffer>;
  /** True when all pixels have one colour. */
  readonly isPlain: boolean;
}

/** Reads what is drawn. */
export interface PixelReader {
  /**
   * End the drawing.
   *
   * @param ground what is under it, as it is when it is read first
   * @returns RGBA, not premultiplied; valid until `release`
   */
  readPixels(background: Background): Uint8ClampedArray<ArrayBuffer>;
  /** End the drawing, and read a part that lies inside; not after `readPixels`. The next part overwrites it. */
  readPart(box: PixelBox, background: Background): PixelPart;
}

/**
 * Make a reader of the memory of a kernel.
 *
 * @param finish ends the drawing, any number of times. Returns the address of its pixels, and true when none is translucent for
 *   sure
 */
export function createPixelReader(
  memory: KernelMemory,
  widthPx: number,
  heightPx: number,
  finish: () => { readonly at: number; readonly isOpaque: boolean },
): PixelReader {
  const { kernel } = memory;
  let isRead = false;
  let part = { at: 0, bytes: 0 };

  const fillBackground = (background: Background, at: number, pixels: number): void =>
    kernel[background === 'white' ? 'putOnWhite' : 'divideAlpha'](at, pixels);
  const bytesAt = (at: number, pixels: number) =>
    new Uint8ClampedArray(kernel.memory.buffer as ArrayBuffer, at, 4 * pixels);

  return {
    readPixels(background) {
      const { at, isOpaque } = finish();
      if (!isRead && !isOpaque) fillBackground(background, at, widthPx * heightPx);
      isRead = true;
      return bytesAt(at, widthPx * heightPx);
    },
    readPart({ xPx, yPx, widthPx: wide, heightPx: high }, background) {
      const { at, isOpaque } = finish();
      const from = at + 4 * (yPx * widthPx + xPx);
      const bytes = 4 * wide * high;
      // Vectors may be written past the last pixel.
      if (bytes > part.bytes) part = { at: memory.take(bytes + 16), bytes };
      const isPlain = kernel.cutPixels(from, widthPx, wide, high, part.at) !== 0;
      if (!isOpaque) fillBackground(background, part.at, wide * high);
      return { rgba: bytesAt(part.at, wide * high), isPlain };
    },
  };
}

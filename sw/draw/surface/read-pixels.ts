import type { KernelMemory } from '../kernel/kernel-memory.ts';
import type { PixelBox } from './surface.ts';

/** Background under a drawing when its pixels are read. */
export type Background = 'white' | 'nothing';

/** Part of an image. */
export interface PixelPart {
  /** RGBA, not premultiplied, row by row. */
  readonly rgba: Uint8ClampedArray<ArrayBuffer>;
  /** True if all pixels have the same color. */
  readonly isPlain: boolean;
}

/** Reads the pixels of a drawing. */
export interface PixelReader {
  /**
   * End the drawing and read all its pixels.
   *
   * @param background background under the drawing; later calls use the background of the first call
   * @returns RGBA, not premultiplied; valid until `release`
   */
  readPixels(background: Background): Uint8ClampedArray<ArrayBuffer>;
  /**
   * End the drawing and read a part inside it. The next part overwrites the result. Can't be used after `readPixels`.
   */
  readPart(box: PixelBox, background: Background): PixelPart;
}

/**
 * Make a reader of the kernel's memory.
 *
 * @param finish ends the drawing, and may be called repeatedly. Returns the address of the pixels; `isOpaque` is true
 *   only if none can be translucent.
 */
export function createPixelReader(
  memory: KernelMemory,
  widthPx: number,
  heightPx: number,
  finish: () => { readonly address: number; readonly isOpaque: boolean },
): PixelReader {
  const { kernel } = memory;
  let isRead = false;
  let part = { at: 0, bytes: 0 };

  const fillBackground = (background: Background, address: number, pixels: number): void =>
    kernel[background === 'white' ? 'putOnWhite' : 'divideAlpha'](address, pixels);
  const viewBytes = (address: number, pixels: number) =>
    new Uint8ClampedArray(kernel.memory.buffer as ArrayBuffer, address, 4 * pixels);

  return {
    readPixels(background) {
      const { address: finishedAddress, isOpaque } = finish();
      if (!isRead && !isOpaque) fillBackground(background, finishedAddress, widthPx * heightPx);
      isRead = true;
      return viewBytes(finishedAddress, widthPx * heightPx);
    },
    readPart({ xPx, yPx, widthPx: wide, heightPx: high }, background) {
      const { address: finishedAddress, isOpaque } = finish();
      const from = finishedAddress + 4 * (yPx * widthPx + xPx);
      const bytes = 4 * wide * high;
      // Vector writes may exceed the last pixel.
      if (bytes > part.bytes) part = { at: memory.take(bytes + 16), bytes };
      const isPlain = kernel.cutPixels(from, widthPx, wide, high, part.at) !== 0;
      if (!isOpaque) fillBackground(background, part.at, wide * high);
      return { rgba: viewBytes(part.at, wide * high), isPlain };
    },
  };
}

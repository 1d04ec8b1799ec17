/// <reference path="./gifenc.d.ts" />
import { GIFEncoder } from 'gifenc';
import { paletteImage } from './palette.ts';

/**
 * Write a GIF. Pixels less than half opaque become transparent, others are blended with white.
 *
 * @param rgba not premultiplied; changed
 */
export function encodeGif(rgba: Uint8ClampedArray, widthPx: number, heightPx: number): Uint8Array<ArrayBuffer> {
  const isTransparent = cutAlpha(rgba);
  const { colors, index } = paletteImage(rgba);
  const gif = GIFEncoder();
  gif.writeFrame(index, widthPx, heightPx, {
    palette: colors.map(([red, green, blue]) => [red, green, blue]),
    transparent: isTransparent,
    transparentIndex: 0,
  });
  gif.finish();
  return gif.bytes();
}

/** Return whether any pixel is transparent. */
function cutAlpha(rgba: Uint8ClampedArray): boolean {
  let isTransparent = false;
  for (let i = 0; i < rgba.length; i += 4) {
    const alpha = rgba[i + 3]!;
    if (alpha === 255) continue;
    if (alpha < 128) {
      rgba.fill(0, i, i + 4);
      isTransparent = true;
    } else {
      for (let c = 0; c < 3; c++) rgba[i + c] = 255 + ((rgba[i + c]! - 255) * alpha) / 255;
      rgba[i + 3] = 255;
    }
  }
  return isTransparent;
}

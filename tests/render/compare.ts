import pixelmatch from 'pixelmatch';
import { expect } from 'vitest';
import { commands, server } from 'vitest/browser';
import { encodeImage } from '../../sw/draw/image/encode.ts';
import type { RasterSurface } from '../../sw/draw/image/rgba-pixels.ts';
import { forcedSurface } from './draw-plan.ts';

/** `vitest -u` writes the pictures anew; then look at them. */
const isUpdate = server.config.snapshotOptions.updateSnapshot === 'all';

/** Share of pixels that may differ a little: browsers of other builds round edges differently. */
const tolerance = forcedSurface ? 0.03 : 0.0005;

/**
 * Compare a picture with `tests/render/<name>/expected.png`, through the encoder and back. A picture that differs is left
 * in `node_modules/.cache/render/`.
 */
export async function expectPicture(surface: RasterSurface, name: string): Promise<void> {
  const { bytes } = await encodeImage(surface, 'gisImagePNG32');
  const base64 = btoa(bytes.reduce((text, byte) => text + String.fromCharCode(byte), ''));
  const folder = `tests/render/${name}`;
  if (isUpdate) return commands.writeFile(`${folder}/expected.png`, base64, 'base64');
  const expected = await pixelsOf(await commands.readFile(`${folder}/expected.png`, 'base64'));
  const actual = await pixelsOf(base64);
  expect([actual.width, actual.height], `${name}: size`).toEqual([expected.width, expected.height]);
  const differing = pixelmatch(expected.data, actual.data, undefined, actual.width, actual.height, { threshold: 0.1 });
  if (differing > tolerance * actual.width * actual.height)
    await commands.writeFile(`node_modules/.cache/render/${name}.png`, base64, 'base64');
  expect(differing, `${name}: pixels that differ`).toBeLessThanOrEqual(tolerance * actual.width * actual.height);
}

async function pixelsOf(base64: string): Promise<ImageData> {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
  context.drawImage(bitmap, 0, 0);
  return context.getImageData(0, 0, bitmap.width, bitmap.height);
}

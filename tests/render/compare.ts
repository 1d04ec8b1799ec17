import pixelmatch from 'pixelmatch';
import { expect, TestRunner } from 'vitest';
import { commands, server } from 'vitest/browser';
import { encodeImage } from '../../sw/draw/image/encode.ts';
import type { RasterSurface } from '../../sw/draw/image/rgba-pixels.ts';
import { forcedSurface } from '../unit/forced-surface.ts';

/** Whether `vitest -u` writes the expected images again. Look at them before you commit. */
const isUpdate = server.config.snapshotOptions.updateSnapshot === 'all';

/**
 * Cases that the browser draws partly, with that part: edges differ between browser builds.
 * The kernel draws all other cases, so their pixels must be equal.
 */
const drawnByBrowser: Readonly<Record<string, string>> = {
  clusters: 'text',
  'graphics-frames': 'text',
  'graphics-paragraphs': 'text',
  'graphics-shapes': 'text',
  'graphics-texts': 'text',
  'graphics-turned': 'text',
  'graphics-typography': 'text',
  'label-alignment': 'text',
  'label-areas': 'text',
  'label-curves': 'text',
  'label-dialects': 'text',
  'label-lines': 'text',
  'label-lines-cut': 'text',
  'label-points': 'text',
  'image-fills': 'areas filled with a picture',
  'image-markers': 'turned and scaled pictures, and markers that are letters',
  'renderer-rotation': 'markers that are letters',
  'request-selection': 'the mask of a buffer',
  'request-selection-symbol': 'the mask of a buffer',
  'request-sources': 'text',
  'scale-bar-numbers': 'text',
  'scale-bars': 'text',
  'text-styles': 'text',
  'text-styles-simple': 'text',
};

/**
 * Cases with semitransparent colors that the browser decodes, for the map or for the test.
 * The canvas multiplies them by their alpha and divides them again, and engines round differently.
 */
const decodedByBrowser: readonly string[] = ['graphics-projected', 'raster-opacity'];

const isNode = (server.browser as string) === 'node';

/**
 * Fraction of pixels that may differ slightly if the browser draws: all of the drawing with `canvas`, the edges of
 * letters in Node.
 */
const tolerance = forcedSurface === 'canvas' || isNode ? 0.03 : 0.0005;

/**
 * Compare an image with `tests/render/<name>/expected.png`, after encoding and decoding it. All pixels must be equal,
 * except in `drawnByBrowser`. An image that differs is written to `node_modules/.cache/render/`.
 *
 * In engines other than Chromium, a test ends here as skipped if its image is in one of the lists above.
 */
export async function expectImage(surface: RasterSurface, name: string): Promise<void> {
  const others = server.browser !== 'chromium' && !isNode;
  if (others && (name in drawnByBrowser || decodedByBrowser.includes(name)))
    return TestRunner.getCurrentTest()!.context.skip(`${name}: drawn or decoded by the browser`);
  const { bytes } = await encodeImage(surface, 'gisImagePNG32');
  const base64 = btoa(bytes.reduce((text, byte) => text + String.fromCharCode(byte), ''));
  const folder = `tests/render/${name}`;
  if (isUpdate) return commands.writeFile(`${folder}/expected.png`, base64, 'base64');
  const expected = await readPixels(await commands.readFile(`${folder}/expected.png`, 'base64'));
  const actual = await readPixels(base64);
  expect([actual.width, actual.height], `${name}: size`).toEqual([expected.width, expected.height]);
  const isExact = forcedSurface !== 'canvas' && !(name in drawnByBrowser);
  const differing = isExact
    ? countDiffering(expected, actual)
    : pixelmatch(expected.data, actual.data, undefined, actual.width, actual.height, { threshold: 0.1 });
  const allowed = isExact ? 0 : tolerance * actual.width * actual.height;
  if (differing > allowed) await commands.writeFile(`node_modules/.cache/render/${name}.png`, base64, 'base64');
  expect(differing, `${name}: pixels that differ`).toBeLessThanOrEqual(allowed);
}

function countDiffering(expected: ImageData, actual: ImageData): number {
  const pixels = new Uint32Array(expected.data.buffer);
  return new Uint32Array(actual.data.buffer).reduce(
    (sum, pixel, offset) => sum + (pixel === pixels[offset] ? 0 : 1),
    0,
  );
}

async function readPixels(base64: string): Promise<ImageData> {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
  context.drawImage(bitmap, 0, 0);
  return context.getImageData(0, 0, bitmap.width, bitmap.height);
}

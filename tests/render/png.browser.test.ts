import { expect, test } from 'vitest';
import { encodePng8, encodePng24, encodePng32 } from '../../sw/draw/image/png.ts';
import { createScheduler } from '../../sw/scheduler.ts';
import { livelyContext } from '../contract/bad-input/lively-context.ts';
import { withTurns } from '../contract/bad-input/turns.ts';

/** Decode the pixels of a PNG with the browser. */
async function readPixels(bytes: Uint8Array<ArrayBuffer>): Promise<Uint32Array> {
  const options = { premultiplyAlpha: 'none', colorSpaceConversion: 'none' } as const;
  const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }), options);
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
  context.drawImage(bitmap, 0, 0);
  return new Uint32Array(context.getImageData(0, 0, bitmap.width, bitmap.height).data.buffer);
}

/** Return a generator of numbers from 0 to 2^32 - 1, the same in each run. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) ^ (state >>> 7)) >>> 0;
  };
}

/** Return a pixel with each channel changed by at most 3, modulo 256. */
const near = (next: () => number, pixel: number): number =>
  [0, 8, 16].reduce((sum, shift) => sum | (((((pixel >>> shift) & 255) + (next() % 7) - 3) & 255) << shift), 0);

/** Return the index of the first difference, -1 for none. `toEqual` takes seconds for an image. */
function firstDifference(a: Uint32Array, b: Uint32Array): number {
  return a.length === b.length ? a.findIndex((pixel, i) => pixel !== b[i]) : Math.min(a.length, b.length);
}

const shapes = {
  plain: () => 0x11223344,
  noise: (next: () => number) => next(),
  'colours that run smoothly along lines': near,
  'colours that run smoothly down columns': (next: () => number, _before: number, above: number) => near(next, above),
  'few colours': (next: () => number) => (next() % 3) * 0x00335577,
  'runs and lines that repeat': (next: () => number, before: number, above: number) =>
    next() % 16 > 0 ? (next() % 2 > 0 ? before : above) : next(),
};

test.each(Object.entries(shapes))('PNG24, PNG32 and PNG8 hold every pixel: %s', async (_, readPixel) => {
  // Include lines longer than deflate's window of 32,768 bytes, and images large enough to be compressed in parts.
  for (const [width, height] of [
    [1, 1],
    [2, 300],
    [257, 66],
    [1030, 140],
    [11_000, 13],
  ] as const) {
    const next = random(width);
    const pixels = new Uint32Array(width * height);
    for (let i = 0; i < pixels.length; i++)
      pixels[i] = (readPixel(next, pixels[i - 1] ?? 0, pixels[i - width] ?? 0) | 0xff000000) >>> 0;
    const rgba = new Uint8ClampedArray(pixels.buffer);
    const size = `${width} x ${height}`;
    const png24 = await readPixels(await encodePng24(rgba, width, height, 96));
    expect(firstDifference(png24, pixels), `${size}, PNG24`).toBe(-1);
    // A canvas loses the colors of translucent pixels, so only opaque and transparent ones are compared.
    const clear = pixels.map((pixel) => (pixel % 7 === 0 ? 0 : pixel));
    const png32 = await encodePng32(new Uint8ClampedArray(clear.buffer), width, height, 96);
    expect(firstDifference(await readPixels(png32), clear), `${size}, PNG32`).toBe(-1);
    const index = new Uint8Array(pixels.length).map((_, i) => pixels[i]! & 255);
    const colors = Array.from({ length: 256 }, (_, i) => [i, 255 - i, i ^ 85, 255] as const);
    const png8 = await readPixels(await encodePng8({ colors, index }, width, height, 96));
    const indexes = png8.map((pixel) => pixel & 255);
    expect(firstDifference(indexes, new Uint32Array(index)), `${size}, PNG8`).toBe(-1);
  }
});

test('others are answered while a PNG of two megapixels is encoded', async () => {
  const pixels = new Uint32Array(1632 * 1224).map((_, i) => Math.imul(i >>> 3, 0x9e3779b1));
  const { result, reads, pauses } = await withTurns(await livelyContext(), ({ now, yieldNow }) =>
    encodePng24(new Uint8ClampedArray(pixels.buffer), 1632, 1224, 96, undefined, createScheduler(now, yieldNow)),
  );
  expect(reads).toBeGreaterThan(15);
  expect(pauses).toBeGreaterThan(0);
  expect(result.length).toBeGreaterThan(2.5e5);
});

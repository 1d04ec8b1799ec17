import { PNG } from 'pngjs';
import { expect, test } from 'vitest';
import { decodeImage, encodeImage } from '../../../../serve/host/publish/image-codec.ts';

const pixels = Uint8ClampedArray.from({ length: 4 * 256 }, (_, i) => (i % 4 === 3 ? i >> 2 : (i * 89) % 256));

test('a PNG tile keeps the colors of half-transparent pixels', async () => {
  const png = await encodeImage(pixels, 16, 16, 'png');
  expect(new Uint8ClampedArray(PNG.sync.read(Buffer.from(png)).data)).toEqual(pixels);
  const decoded = await decodeImage(new Blob([png as Uint8Array<ArrayBuffer>]));
  expect(decoded).toEqual({ widthPx: 16, heightPx: 16, rgba: pixels });
});

test('a JPEG tile is close to its pixels', async () => {
  const gray = Uint8ClampedArray.from({ length: 4 * 256 }, (_, i) => (i % 4 === 3 ? 255 : 8 * ((i >> 2) % 16)));
  const jpeg = await encodeImage(gray, 16, 16, 'jpeg');
  expect([...jpeg.subarray(0, 2)]).toEqual([0xff, 0xd8]);
  const { rgba } = await decodeImage(new Blob([jpeg as Uint8Array<ArrayBuffer>]));
  expect(Math.max(...rgba.map((value, i) => Math.abs(value - gray[i]!)))).toBeLessThan(12);
});

import { expect, test } from 'vitest';
import { checkImage, imageSize } from '../../../sw/service/checks/check-image.ts';

const readBytes = (text: string) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

/** The first bytes of images of 37 x 21 pixels as written by GDAL. */
const heads = {
  png: ['iVBORw0KGgoAAAANSUhEUgAAACUAAAAVCAIAAABOhrD5AAAAJ0lEQVRIiWM8ceIEAx0BEz0tG7Vv1L5R+0btGw=='],
  webp: [
    'UklGRjQAAABXRUJQVlA4ICgAAADwAgCdASolABUAPpFGnkslo6KhpWgAsBIJaQAAKUNt8AD+8HYAAAAA',
    'UklGRh4AAABXRUJQVlA4TBEAAAAvJAAFAAdQ5CIXuf+BiOh/AAA=',
    'UklGRlgAAABXRUJQVlA4WAoAAAAQAAAAJAAAFAAAQUxQSAoAAAABB1CyiAhERP8DVlA4ICgAAADwAgCdASolAA==',
  ],
  bmp: ['Qk1mCQAAAAAAADYAAAAoAAAAJQAAABUAAAABABgAAAAAADAJAAAAAAAAAAAAAAAAAAAAAAAAyMjIyMjIyMjIyA=='],
};

test.each(Object.entries(heads).flatMap(([type, all]) => all.map((head) => [type, head] as const)))(
  'the size of a %s is read from its head',
  (type, head) => {
    expect(imageSize(readBytes(head))).toEqual({ type, widthPx: 37, heightPx: 21 });
  },
);

/** Make a GIF with a separate screen size, an extension, and a first frame. */
function gif(screen: readonly [number, number], frame: readonly [number, number]): Uint8Array<ArrayBuffer> {
  const word = (value: number) => [value & 255, value >> 8];
  const head = [...new TextEncoder().encode('GIF89a'), ...word(screen[0]), ...word(screen[1]), 0x80, 0, 0];
  const extension = [0x21, 0xf9, 4, 0, 0, 0, 0, 0];
  return Uint8Array.of(
    ...head,
    0,
    0,
    0,
    9,
    9,
    9,
    ...extension,
    0x2c,
    0,
    0,
    0,
    0,
    ...word(frame[0]),
    ...word(frame[1]),
    0,
  );
}

test('a frame of a GIF that is larger than its screen counts', () => {
  expect(imageSize(gif([37, 21], [37, 21]))).toEqual({ type: 'gif', widthPx: 37, heightPx: 21 });
  expect(imageSize(gif([1, 1], [60_000, 50_000]))).toEqual({ type: 'gif', widthPx: 60_000, heightPx: 50_000 });
});

test('a picture that few bytes make large is refused before it is decoded, with limit and found', async () => {
  const image = new Blob([gif([1, 1], [60_000, 50_000])]);
  await expect(checkImage(image, { path: 'Symbol.Picture', pixels: 4_194_304 })).rejects.toMatchObject({
    code: 'too-large',
    message: 'Symbol.Picture: expected at most 4194304 pixels, found 3000000000.',
  });
  await expect(checkImage(new Blob(['II*\0 no picture of the web']))).rejects.toMatchObject({
    code: 'bad-value',
    message: 'Picture: expected a PNG, JPEG, GIF, BMP or WebP image, found an unknown file type.',
  });
});

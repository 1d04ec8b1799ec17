import { expect, test } from 'vitest';
import { checkFormat, createImageSurface, encodeImage, withJpegResolution } from '../../sw/draw/image/encode.ts';
import { encodeGif } from '../../sw/draw/image/gif.ts';
import { createCanvasSurface } from '../../sw/draw/surface/canvas.ts';
import { createCanvas, rgb } from './draw-plan.ts';

/** Return a transparent surface of four pixels, with two of them painted. */
function surface() {
  const made = createCanvasSurface(4, 1, createCanvas);
  const square = (xPx: number) => ({ xPx, yPx: 0, widthPx: 1, heightPx: 1 });
  made.fillBox(square(0), { kind: 'solid', color: [255, 0, 255, 1] });
  made.fillBox(square(1), { kind: 'solid', color: [255, 0, 254, 1] });
  return made;
}

interface Image {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly mimeType: string;
}

/** Decode an image with the browser to RGBA. */
async function pixelBytes({ bytes, mimeType }: Image): Promise<Uint8ClampedArray> {
  const bitmap = await createImageBitmap(new Blob([bytes], { type: mimeType }));
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
  context.drawImage(bitmap, 0, 0);
  return context.getImageData(0, 0, bitmap.width, bitmap.height).data;
}

/** Decode an image to a list of pixels, line by line. */
async function pixels(image: Image): Promise<number[][]> {
  const data = await pixelBytes(image);
  return Array.from({ length: data.length / 4 }, (_, i) => [...data.slice(4 * i, 4 * i + 4)]);
}

const magenta = rgb(255, 0, 255);

test('PNG32 keeps transparency and clears the transparent colour exactly', async () => {
  const image = await encodeImage(surface(), 'gisImagePNG32', { transparentColor: magenta });
  expect(image.mimeType).toBe('image/png');
  expect(await pixels(image)).toEqual([
    [0, 0, 0, 0],
    [255, 0, 254, 255],
    [0, 0, 0, 0],
    [0, 0, 0, 0],
  ]);
});

test('PNG24 is opaque but for the transparent colour', async () => {
  const white = [255, 255, 255, 255];
  expect(await pixels(await encodeImage(surface(), 'gisImagePNG24'))).toEqual([
    [255, 0, 255, 255],
    [255, 0, 254, 255],
    white,
    white,
  ]);
  const cleared = await pixels(await encodeImage(surface(), 'gisImagePNG24', { transparentColor: magenta }));
  expect(cleared).toEqual([[0, 0, 0, 0], [255, 0, 254, 255], white, white]);
});

test('JPG stands on white and says what it is', async () => {
  const image = await encodeImage(surface(), 'gisImageJPG', { transparentColor: magenta });
  expect(image.mimeType).toBe('image/jpeg');
  expect([...image.bytes.subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff]);
  for (const channel of (await pixels(image))[3]!) expect(channel).toBeGreaterThan(225);
});

test('PNG of 256 colours keeps them all, exactly, with their transparency', async () => {
  const made = createCanvasSurface(256, 1, createCanvas);
  for (let x = 0; x < 256; x++)
    made.fillBox(
      { xPx: x, yPx: 0, widthPx: 1, heightPx: 1 },
      { kind: 'solid', color: [x, 255 - x, (x * 7) % 256, x % 2] },
    );
  const before = await pixels(await encodeImage(made, 'gisImagePNG32'));
  const image = await encodeImage(made, 'gisImagePNG');
  // Bit depth 8, color type 3: a palette.
  expect([...image.bytes.subarray(24, 26)]).toEqual([8, 3]);
  expect(await pixels(image)).toEqual(before);
});

test('GIF cuts transparency at one half', async () => {
  const made = createCanvasSurface(3, 1, createCanvas);
  const square = (xPx: number) => ({ xPx, yPx: 0, widthPx: 1, heightPx: 1 });
  made.fillBox(square(0), { kind: 'solid', color: [200, 0, 0, 0.25] });
  made.fillBox(square(1), { kind: 'solid', color: [0, 0, 0, 0.8] });
  made.fillBox(square(2), { kind: 'solid', color: [0, 0, 200, 1] });
  const image = await encodeImage(made, 'gisImageGIF');
  expect(image.mimeType).toBe('image/gif');
  expect(await pixels(image)).toEqual([
    [0, 0, 0, 0],
    [51, 51, 51, 255],
    [0, 0, 200, 255],
  ]);
});

test('BMP keeps transparency', async () => {
  const image = await encodeImage(surface(), 'gisImageBMP', { transparentColor: magenta });
  expect(image.mimeType).toBe('image/bmp');
  expect(await pixels(image)).toEqual([
    [0, 0, 0, 0],
    [255, 0, 254, 255],
    [0, 0, 0, 0],
    [0, 0, 0, 0],
  ]);
});

test('JPGPNG is PNG where a pixel is transparent, else JPEG', async () => {
  expect((await encodeImage(surface(), 'gisImageJPGPNG')).mimeType).toBe('image/png');
  const full = surface();
  full.fillBox({ xPx: 2, yPx: 0, widthPx: 2, heightPx: 1 }, { kind: 'solid', color: [9, 9, 9, 1] });
  expect((await encodeImage(full, 'gisImageJPGPNG')).mimeType).toBe('image/jpeg');
});

test('a picture of pixels goes into a vector format as one image', async () => {
  const { bytes } = await encodeImage(surface(), 'gisImageSVG');
  expect(new TextDecoder().decode(bytes)).toMatch(/<image [^>]*xlink:href="data:image\/png;base64,/);
});

test('in vector formats a ground of the transparent colour is left out', async () => {
  const rectangles = async (transparentColor?: typeof magenta) => {
    const recording = await createImageSurface('gisImageSVG', 4, 4, createCanvas);
    const color = [255, 0, 255, 1] as const;
    recording.fillBox({ xPx: 0, yPx: 0, widthPx: 4, heightPx: 4 }, { kind: 'solid', color });
    recording.fillBox({ xPx: 1, yPx: 1, widthPx: 1, heightPx: 1 }, { kind: 'solid', color });
    const { bytes } = await encodeImage(recording, 'gisImageSVG', transparentColor ? { transparentColor } : {});
    return new TextDecoder().decode(bytes).match(/<rect/g)?.length;
  };
  expect(await rectangles()).toBe(2);
  expect(await rectangles(magenta)).toBe(1);
});

test('a format without a picture is refused', async () => {
  expect(() => checkFormat('gisImageNone')).toThrow(/found "gisImageNone"/);
  await expect(encodeImage(surface(), 'gisImageNone')).rejects.toThrow(/gisImageNone/);
});

/** Read the chunks of a PNG as its specification defines them: data by name. */
function listChunks(bytes: Uint8Array): Map<string, number[]> {
  const chunks = new Map<string, number[]>();
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  for (let offset = 8; offset < bytes.length; offset += view.getUint32(offset) + 12) {
    const data = bytes.subarray(offset + 4, offset + 8 + view.getUint32(offset));
    chunks.set(String.fromCharCode(...data.subarray(0, 4)), [...data.subarray(4)]);
  }
  return chunks;
}

test('PNG24 has no channel of opacity, and names the transparent colour', async () => {
  const plain = listChunks((await encodeImage(surface(), 'gisImagePNG24')).bytes);
  // Bit depth 8, color type 2: red, green and blue.
  expect(plain.get('IHDR')!.slice(8, 10)).toEqual([8, 2]);
  expect(plain.has('tRNS')).toBe(false);
  const cleared = listChunks((await encodeImage(surface(), 'gisImagePNG24', { transparentColor: magenta })).bytes);
  expect(cleared.get('IHDR')!.slice(8, 10)).toEqual([8, 2]);
  expect(cleared.get('tRNS')).toEqual([0, 255, 0, 0, 0, 255]);
});

test.each(['gisImagePNG', 'gisImagePNG24', 'gisImagePNG32', 'gisImageJPGPNG'] as const)(
  '%s states its resolution',
  async (format) => {
    const chunks = listChunks((await encodeImage(surface(), format, { dotsPerInch: 254 })).bytes);
    // 10,000 = 0x2710 pixels per meter.
    expect(chunks.get('pHYs')).toEqual([0, 0, 0x27, 0x10, 0, 0, 0x27, 0x10, 1]);
    expect([...chunks.keys()].indexOf('pHYs')).toBeLessThan([...chunks.keys()].indexOf('IDAT'));
  },
);

test('JPG states its resolution', async () => {
  const { bytes } = await encodeImage(surface(), 'gisImageJPG', { dotsPerInch: 300 });
  expect(new TextDecoder().decode(bytes.subarray(6, 10))).toBe('JFIF');
  expect([...bytes.subarray(13, 18)]).toEqual([1, 1, 44, 1, 44]);
  const bare = Uint8Array.of(0xff, 0xd8, ...bytes.subarray(20));
  expect(withJpegResolution(bare, 300)).toEqual(bytes.with(12, 2));
});

test.each([
  ['two colours', 2, 5000],
  ['runs of five colours', 5, 2_000_000],
  ['noise of 256 colours', 256, 300_000],
])('GIF of %s is read as it was written, through every width of its codes', async (_, colorCount, count) => {
  const widthPx = 1000;
  const heightPx = count / widthPx;
  let state = 9;
  const random = () => {
    state = (state * 16807) % 2147483647;
    return state / 2147483647;
  };
  let color = 0;
  const rgba = new Uint8ClampedArray(4 * count);
  for (let i = 0; i < count; i++) {
    if (colorCount === 256 || random() < 0.2) color = Math.floor(colorCount * random());
    rgba.set([color, 255 - color, 7 * color, 255], 4 * i);
  }
  let steps = 0;
  const writing = encodeGif(rgba, widthPx, heightPx);
  let step = writing.next();
  for (; !step.done; step = writing.next()) steps++;
  const read = await pixelBytes({ bytes: step.value, mimeType: 'image/gif' });
  expect(read.every((byte, index) => byte === rgba[index])).toBe(true);
  // Counting colors, looking them up and compressing all yield.
  expect(steps).toBeGreaterThanOrEqual(3 * Math.ceil(count / 65_536));
});

test('GIF with more than 256 colours keeps the transparent colour transparent', async () => {
  const made = createCanvasSurface(64, 32, createCanvas);
  for (let i = 0; i < 2048; i++)
    made.fillBox(
      { xPx: i % 64, yPx: i >> 6, widthPx: 1, heightPx: 1 },
      { kind: 'solid', color: i % 3 === 0 ? [255, 0, 255, 1] : [i & 255, i >> 3, (i * 7) & 255, 1] },
    );
  const image = await encodeImage(made, 'gisImageGIF', { transparentColor: magenta });
  const actual = await pixels(image);
  expect(actual.map((pixel) => pixel[3])).toEqual(actual.map((_, i) => (i % 3 === 0 ? 0 : 255)));
});

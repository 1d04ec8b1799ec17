import { deflateSync } from 'node:zlib';
import jpeg from 'jpeg-js';
import { PNG } from 'pngjs';
import { expect, test } from 'vitest';
import { decodeImage } from '../../../../serve/host/canvas.ts';
import { decodePng } from '../../../../serve/host/png.ts';

/** Make pseudo-random bytes, the same in every run. */
function noise(count: number): Buffer {
  let state = 7;
  const next = () => {
    state = (state * 1103515245 + 12345) & 0x7fffffff;
    return state >> 16;
  };
  return Buffer.from(Array.from({ length: count }, next));
}

function chunk(type: string, content: Uint8Array): Buffer {
  const bytes = Buffer.alloc(12 + content.length);
  bytes.writeUInt32BE(content.length);
  bytes.write(type, 4, 'latin1');
  bytes.set(content, 8);
  return bytes;
}

interface Form {
  readonly bitDepth: number;
  readonly colorType: number;
  readonly isInterlaced?: boolean;
}

const adam7 = ['0 0 8 8', '4 0 8 8', '0 4 4 8', '2 0 4 4', '0 2 2 4', '1 0 2 2', '0 1 1 2'].map((pass) =>
  pass.split(' ').map(Number),
);

/** Write a PNG of random samples without filters. */
function pngOf(width: number, height: number, form: Form, more: readonly Buffer[] = [], limit = 255): Buffer {
  const channels = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }[form.colorType]!;
  const rows: Buffer[] = [];
  for (const [left, top, dx, dy] of form.isInterlaced ? adam7 : [[0, 0, 1, 1]]) {
    const columns = Math.ceil((width - left!) / dx!);
    if (columns <= 0) continue;
    for (let y = top!; y < height; y += dy!) {
      const bytes = noise(Math.ceil((columns * channels * form.bitDepth) / 8) + y).subarray(y);
      rows.push(Buffer.from([0]), Buffer.from(bytes.map((byte) => Math.min(byte, limit))));
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  header.set([form.bitDepth, form.colorType, 0, 0, form.isInterlaced ? 1 : 0], 8);
  const data = deflateSync(Buffer.concat(rows));
  const parts = [chunk('IHDR', header), ...more, chunk('IDAT', data.subarray(0, 9)), chunk('IDAT', data.subarray(9))];
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts, chunk('IEND', Buffer.alloc(0))]);
}

const expectSame = async (bytes: Buffer, hasClearColor = false) => {
  const { widthPx, heightPx, rgba } = await decodePng(bytes);
  const expected = PNG.sync.read(bytes, { checkCRC: false } as object);
  expect([widthPx, heightPx]).toEqual([expected.width, expected.height]);
  // pngjs also makes transparent pixels black.
  const pixels = Buffer.from(rgba);
  for (let offset = 0; hasClearColor && offset < pixels.length; offset += 4)
    if (pixels[offset + 3] === 0) pixels.fill(0, offset, offset + 3);
  expect(pixels.equals(expected.data)).toBe(true);
};

const depths: Readonly<Record<number, readonly number[]>> = { 0: [1, 2, 4, 8, 16], 2: [8, 16], 4: [8, 16], 6: [8, 16] };

for (const [colorType, bitDepths] of Object.entries(depths))
  test.each(bitDepths)(`PNG of color type ${colorType} with %i bits is decoded like pngjs does`, async (bitDepth) => {
    for (const isInterlaced of [false, true])
      for (const [width, height] of [
        [1, 1],
        [13, 9],
        [64, 3],
      ])
        await expectSame(pngOf(width!, height!, { bitDepth, colorType: Number(colorType), isInterlaced }));
  });

test.each([1, 2, 4, 8])('PNG with a palette and %i bits is decoded like pngjs does', async (bitDepth) => {
  const colors = 2 ** bitDepth;
  const more = [chunk('PLTE', noise(3 * colors)), chunk('tRNS', noise(colors - 1))];
  for (const isInterlaced of [false, true])
    await expectSame(pngOf(21, 17, { bitDepth, colorType: 3, isInterlaced }, more));
});

test('a transparent color of a PNG without alpha is decoded like pngjs does', async () => {
  await expectSame(pngOf(16, 16, { bitDepth: 8, colorType: 0 }, [chunk('tRNS', Buffer.from([0, 1]))], 2), true);
  await expectSame(
    pngOf(16, 16, { bitDepth: 8, colorType: 2 }, [chunk('tRNS', Buffer.from([0, 1, 0, 1, 0, 1]))], 1),
    true,
  );
});

test('a half-transparent PNG keeps every byte, with any filter', async () => {
  for (const filterType of [0, 1, 2, 3, 4]) {
    const png = new PNG({ width: 50, height: 40, filterType });
    png.data = noise(4 * 50 * 40);
    const { rgba } = await decodeImage(new Blob([new Uint8Array(PNG.sync.write(png))]));
    expect(Buffer.from(rgba).equals(png.data)).toBe(true);
  }
});

test('a damaged PNG and one that expands beyond its size are refused', async () => {
  const whole = pngOf(16, 16, { bitDepth: 8, colorType: 6 });
  await expect(decodePng(whole.subarray(0, whole.length - 40))).rejects.toThrow();
  await expect(decodePng(Buffer.from(whole.toString('latin1').replace('IHDR', 'IHDX'), 'latin1'))).rejects.toThrow(
    'no header',
  );
  const bomb = chunk('IDAT', deflateSync(Buffer.alloc(1 << 20)));
  const small = pngOf(4, 4, { bitDepth: 8, colorType: 0 }).subarray(0, 33);
  await expect(decodePng(Buffer.concat([small, bomb]))).rejects.toThrow(/larger than|ERR_BUFFER_TOO_LARGE/);
});

test('the color profile of a JPEG changes no sample', async () => {
  const data = Buffer.alloc(4 * 8 * 8, 200);
  const plain = jpeg.encode({ width: 8, height: 8, data }, 95).data;
  const content = Buffer.concat([Buffer.from('ICC_PROFILE\0\x01\x01', 'latin1'), Buffer.alloc(300)]);
  const segment = Buffer.concat([
    Buffer.from([0xff, 0xe2, (content.length + 2) >> 8, (content.length + 2) & 255]),
    content,
  ]);
  const tagged = Buffer.concat([plain.subarray(0, 2), segment, plain.subarray(2)]);
  const [a, b] = await Promise.all([plain, tagged].map((bytes) => decodeImage(new Blob([new Uint8Array(bytes)]))));
  expect(b).toEqual(a);
  expect(a!.rgba.subarray(0, 4)).toEqual(Uint8ClampedArray.of(200, 200, 200, 255));
});

test('an image that is none is refused', async () => {
  await expect(decodeImage(new Blob(['text']))).rejects.toThrow('expected a PNG, JPEG');
});

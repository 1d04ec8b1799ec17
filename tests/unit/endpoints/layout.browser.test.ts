import { expect, test } from 'vitest';
import type { Context } from '../../../sw/context.ts';
import { referenceFromWkid } from '../../../sw/geometry/spatial-reference.ts';
import { sampleContext } from '../../contract/sample-context.ts';
import { askLayout, nothingAround, sampleLayout } from './sample-layout.ts';

const bare = {
  ...sampleLayout,
  sheet: undefined,
  format: 'gisImagePNG32',
  dpi: 127,
  widthMm: 200,
  heightMm: 100,
} as const;

async function pixels(response: Response): Promise<ImageData> {
  expect(response.headers.get('content-type')).toBe('image/png');
  const bitmap = await createImageBitmap(await response.blob());
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
  context.drawImage(bitmap, 0, 0);
  return context.getImageData(0, 0, bitmap.width, bitmap.height);
}

const colorAt = ({ data, width }: ImageData, x: number, y: number): number[] => [
  ...data.slice(4 * (y * width + x), 4 * (y * width + x) + 3),
];

test('an image has the background below the map and is larger than the limit of the service', async () => {
  const image = await pixels(await askLayout(await sampleContext(), bare));
  // The sample's maximum is 800 x 600 pixels; here 1,000 pixels are 360°.
  expect([image.width, image.height]).toEqual([1000, 500]);
  expect(colorAt(image, 500, 50)).toEqual([0, 0, 255]);
  // In the ring of the second square: half of (180, 200, 160) over blue.
  expect(colorAt(image, 500, 194)).toEqual([90, 100, 207]);
  expect(colorAt(image, 556, 250)).toEqual([0, 0, 255]);
});

test.each([
  [{ dpi: 5 }, 'layout.dpi: expected a number from 10 to 1200, found 5.'],
  [{ dpi: 1200 }, 'layout.dpi: expected at most 40000000 pixels in total'],
  [{ format: 'gisImageNone' }, 'layout.format: expected an image format, found "gisImageNone".'],
  [{ maps: [] }, 'layout.maps: expected 1 to 4 maps, found a list of 0.'],
  [{ sheet: { ...nothingAround, grid: 'both' } }, 'layout.sheet.grid: expected one of none, degrees, units'],
  [{ tiles: { url: 'file:///x', credit: '' } }, 'layout.tiles.url: expected an http or https URL'],
  [{ locale: '*' }, 'layout.locale: expected a language tag, found "*".'],
  [{ extent: [1, 1, 1, 1] }, 'layout.extent'],
  [{ maps: [{ ...sampleLayout.maps[0], service: 'Nowhere' }] }, 'Service "Nowhere" not found.'],
] as const)('what is wrong with a layout is said: %o', async (part, message) => {
  const response = await askLayout(await sampleContext(), { ...sampleLayout, ...part });
  expect(response.ok).toBe(false);
  expect((await response.json()).error.message).toContain(message);
});

test('the scale is that at the middle of the map', async () => {
  const scaled = { ...bare, sheet: { ...nothingAround, scale: 25_000 }, reference: referenceFromWkid(3857) };
  const response = await askLayout(await sampleContext(), { ...scaled, extent: [1.4e6, 6.8e6, 1.5e6, 6.9e6] });
  expect(Number(response.headers.get('x-map-scale'))).toBeCloseTo(25_000, 3);
});

/** Make a context whose network serves tiles colored by their column and row. */
async function withTiles(isThere: boolean): Promise<Context & { readonly addresses: string[] }> {
  const addresses: string[] = [];
  return {
    ...(await sampleContext()),
    addresses,
    async fetch(url) {
      addresses.push(url);
      if (!isThere) throw new TypeError('Failed to fetch');
      return new Response(url);
    },
    async decodeImage(blob) {
      const [x, y] = /(\d+)\/(\d+)\.png/
        .exec(await blob.text())!
        .slice(1)
        .map(Number);
      const color = [x! * 20, y! * 20, 100, 255];
      return { widthPx: 2, heightPx: 2, rgba: Uint8ClampedArray.from([color, color, color, color].flat()) };
    },
  };
}

const overTiles = {
  ...bare,
  widthMm: 100,
  maps: [sampleLayout.maps[1]],
  tiles: { url: 'https://tiles.example/{z}/{x}/{y}.png', credit: 'Tiles by nobody' },
  reference: referenceFromWkid(3857),
  extent: [-20_037_508, -20_037_508, 20_037_508, 20_037_508],
};

test('tiles of an address lie where Web Mercator has them', async () => {
  const context = await withTiles(true);
  const image = await pixels(await askLayout(context, overTiles));
  // 500 pixels cover the world at a level of 2 x 2 tiles of 256 pixels.
  expect(context.addresses).toHaveLength(4);
  expect([colorAt(image, 30, 30), colorAt(image, 470, 30), colorAt(image, 30, 400)]).toEqual([
    [0, 0, 100],
    [20, 0, 100],
    [0, 20, 100],
  ]);
});

test('tiles that cannot be read are a fault, and none are requested in other projections', async () => {
  const response = await askLayout(await withTiles(false), overTiles);
  expect((await response.json()).error.message).toContain(
    'layout.tiles.url: expected tiles that pages of other origins can read',
  );
  const context = await withTiles(true);
  await askLayout(context, { ...overTiles, reference: sampleLayout.reference, extent: sampleLayout.extent });
  expect(context.addresses).toEqual([]);
});

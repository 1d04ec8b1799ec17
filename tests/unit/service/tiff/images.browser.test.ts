import { expect, test } from 'vitest';
import { decodeImage } from '../../../../src/publish/import/raster/image-codec.ts';
import { type LevelValues, openFile, readRasterPixel } from './raster-of-file.ts';

const makeFile = async (name: string) => (await fetch(new URL(`./files/${name}`, import.meta.url))).bytes();
const values = (await (await fetch(new URL('./files/values.json', import.meta.url))).json()) as Record<
  string,
  LevelValues[]
>;
const colors = ['Red', 'Green', 'Blue'];

test.each([
  ['rgb-webp', colors, 0],
  // Decoders round differently.
  ['rgb-jpeg', [...colors, 'Alpha'], 2],
  ['rgb-jpeg-plain', colors, 1],
] as const)('pictures in the tiles of %s are decoded as GDAL decodes them', async (name, bandNames, tolerance) => {
  const levels = values[name]!;
  const raster = await openFile(await makeFile(`${name}.tif`), levels, { sampleType: 'u8', bandNames });
  for (const [level, { pixels }] of levels.entries())
    for (const [column, row, ...all] of pixels) {
      const actual = await readRasterPixel(raster, level, [column!, row!], decodeImage);
      const expected = all.slice(0, actual.length);
      const difference = Math.max(...actual.map((value, i) => Math.abs(value - expected[i]!)));
      expect(difference, `${level}: ${column}, ${row}: ${actual} for ${expected}`).toBeLessThanOrEqual(tolerance);
    }
});

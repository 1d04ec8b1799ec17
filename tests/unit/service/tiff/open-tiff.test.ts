import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readTiff } from '../../../../sw/formats/tiff/tiff-file.ts';
import { tiffLevels } from '../../../../sw/formats/tiff/tiff-image.ts';
import { type LevelValues, makeRangeReader, openFile, readRasterPixel } from './raster-of-file.ts';

const readBytes = (name: string) => new Uint8Array(readFileSync(new URL(`./files/${name}`, import.meta.url)));
const values = JSON.parse(new TextDecoder().decode(readBytes('values.json'))) as Record<string, LevelValues[]>;
const colors = ['Red', 'Green', 'Blue'];

/** Value of masked pixels if the bands have no opacity. */
const empty = { f64: Number.NaN } as const;

test.each([
  ['rgb-deflate', 'u8', colors],
  ['rgba-lzw', 'u8', [...colors, 'Alpha']],
  ['heights-lzw', 'f32', ['Value'], -9999],
  ['heights-zstd-big', 'i16', ['Value'], -9999],
  ['bands-packbits-motorola', 'u16', colors],
  ['doubles-motorola', 'f64', ['Value']],
  ['classes', 'u8', ['Value']],
  ['plain-without-overviews', 'u8', ['Value']],
] as const)('all levels of %s have the pixels that GDAL reads', async (name, sampleType, bandNames, noData?) => {
  const levels = values[name]!;
  const raster = await openFile(readBytes(`${name}.tif`), levels, {
    sampleType,
    bandNames,
    ...(noData === undefined ? {} : { noData }),
  });
  for (const [level, { pixels }] of levels.entries()) {
    for (const [column, row, ...expected] of pixels) {
      const mask = expected.pop();
      const actual = await readRasterPixel(raster, level, [column!, row!]);
      const isHidden = mask === 0 && sampleType in empty;
      expect([level, column, row, ...actual]).toEqual([level, column, row, ...(isHidden ? [Number.NaN] : expected)]);
    }
  }
});

const opened = async (bytes: Uint8Array) => {
  const reader = makeRangeReader(bytes);
  return tiffLevels(await readTiff(reader), reader.address);
};

test('the overviews of a file are its levels, with their masks', async () => {
  const sizes = (await opened(readBytes('rgb-jpeg.tif'))).map(({ image, mask }) => [image.widthPx, mask?.widthPx]);
  expect(sizes).toEqual(values['rgb-jpeg']!.map(({ widthPx }) => [widthPx, widthPx]));
  expect(sizes.length).toBeGreaterThan(1);
});

test('files that cannot be read in parts are refused with the reason', async () => {
  await expect(opened(readBytes('strips.tif'))).rejects.toThrow('expected tiles, found strips');
  await expect(opened(readBytes('lerc.tif'))).rejects.toThrow(
    /expected none, LZW, JPEG, deflate.* compression, found LERC/,
  );
  await expect(opened(readBytes('values.json'))).rejects.toThrow('expected a TIFF file, found another file type');
  await expect(opened(new Uint8Array(3))).rejects.toThrow('expected a TIFF file');
  await expect(opened(readBytes('rgb-deflate.tif').subarray(0, 300))).rejects.toThrow('cut off');
  await expect(opened(Uint8Array.of(0x1f, 0x8b, ...new Uint8Array(30)))).rejects.toThrow('compressed');
});

test('directories that follow themselves end', async () => {
  const bytes = readBytes('plain-without-overviews.tif');
  const view = new DataView(bytes.buffer);
  const first = view.getUint32(4, true);
  view.setUint32(first + 2 + 12 * view.getUint16(first, true), first, true);
  await expect(opened(bytes)).rejects.toThrow('a list of images, found a loop');
});

test('a tile that lies beyond the end, or is damaged, is a fault of the source', async () => {
  const whole = readBytes('rgb-deflate.tif');
  const levels = values['rgb-deflate']!;
  const manifest = { sampleType: 'u8', bandNames: colors } as const;
  const cut = await openFile(whole.subarray(0, -200), levels, manifest);
  await expect(readRasterPixel(cut, 0, [202, 140])).rejects.toMatchObject({
    code: 'source-failed',
    detail: { host: 'files.example', reason: 'damaged' },
  });
  const spoiled = whole.slice();
  spoiled.fill(0xff, -3000);
  const damaged = await openFile(spoiled, levels, manifest);
  await expect(readRasterPixel(damaged, 0, [202, 140])).rejects.toThrow(/its tile \d+ cannot be read/);
});

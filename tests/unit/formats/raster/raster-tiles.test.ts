import { expect, test } from 'vitest';
import { computeStatistics, halveGrid, writeRaster } from '../../../../src/publish/import/raster/raster-tiles.ts';
import type { SourceRaster } from '../../../../sw/formats/reading/source-raster.ts';
import { createBatchCache } from '../../../../sw/rows/batch-cache.ts';
import { isRaster } from '../../../../sw/service/checks/check-raster.ts';
import { openRaster } from '../../../../sw/service/raster-source.ts';
import { rasterValueAt } from '../../../../sw/service/raster-value.ts';
import { takesValues, withoutValues } from '../../../../sw/service/raster-without-values.ts';
import { makeRaster } from '../../../render/raster-of.ts';

const source = (more: Partial<SourceRaster> = {}): SourceRaster => ({
  name: 'numbers',
  widthPx: 70,
  heightPx: 33,
  extent: [100, 0, 170, 33],
  sampleType: 'i16',
  bands: [1, -1].map((sign, i) => ({
    name: `Band_${i + 1}`,
    samples: Int16Array.from({ length: 70 * 33 }, (_, index) => sign * index),
  })),
  isCategorical: false,
  notes: [],
  ...more,
});

const open = async (raster: SourceRaster) => {
  const { manifest, files } = await writeRaster(raster, { key: 'numbers', tileSizePx: 32 });
  isRaster(manifest, 'raster');
  const read = async (file: string, offset: number, length: number) =>
    files.get(file)!.slice(offset, offset + length).buffer as ArrayBuffer;
  return { manifest, files, raster: openRaster(manifest, read, createBatchCache()) };
};

test('tiles are cut at the edges, levels halve and end with one tile', async () => {
  const { manifest, raster } = await open(source());
  expect(manifest.levels.map(({ widthPx, heightPx, tiles }) => [widthPx, heightPx, tiles.length])).toEqual([
    [70, 33, 6],
    [35, 17, 2],
    [18, 9, 1],
  ]);
  const last = await raster.tile(0, 2, 1, undefined);
  expect([last.widthPx, last.heightPx]).toEqual([6, 1]);
  expect([...last.samples]).toEqual([
    ...[64, 65, 66, 67, 68, 69].map((x) => 32 * 70 + x),
    ...[64, 65, 66, 67, 68, 69].map((x) => -(32 * 70 + x)),
  ]);
});

test('the pixel at a place is found, none outside, and no data told', async () => {
  const { raster } = await open(source({ noData: 0 }));
  expect(await rasterValueAt(raster, 169.5, 0.5, undefined)).toMatchObject({
    column: 69,
    row: 32,
    values: [2309, -2309],
    isNoData: false,
  });
  expect(await rasterValueAt(raster, 100, 32.9, undefined)).toMatchObject({ isNoData: true });
  expect(await rasterValueAt(raster, 170, 10, undefined)).toBeUndefined();
  expect(await rasterValueAt(raster, Number.NaN, 10, undefined)).toBeUndefined();
});

test('overviews average what has data, and take one value of classes', () => {
  const bands = [Int16Array.of(10, 20, 5, 30, -1, -1)];
  const options = { noData: -1, alpha: -1, isWhole: true };
  expect([...halveGrid({ widthPx: 3, heightPx: 2, bands }, { ...options, isCategorical: false }).bands[0]!]).toEqual([
    20, 5,
  ]);
  expect([...halveGrid({ widthPx: 3, heightPx: 2, bands }, { ...options, isCategorical: true }).bands[0]!]).toEqual([
    10, 5,
  ]);
});

test('statistics leave out what is no data', () => {
  expect(computeStatistics(Float32Array.of(2, 4, 4, 4, 5, 5, 7, 9, -9999, Number.NaN), -9999)).toEqual({
    min: 2,
    max: 9,
    mean: 5,
    stdDev: 2,
  });
  expect(computeStatistics(Float32Array.of(-1), -1)).toEqual({ min: 0, max: 0, mean: 0, stdDev: 0 });
});

test('a damaged tile and a manifest that does not fit are refused', async () => {
  const { manifest, files } = await open(source());
  const zeroes = async (_: string, __: number, length: number) => new ArrayBuffer(length);
  await expect(openRaster(manifest, zeroes, createBatchCache()).tile(0, 0, 0, undefined)).rejects.toMatchObject({
    code: 'bad-package',
  });
  const images = openRaster({ ...manifest, encoding: 'jpeg' }, zeroes, createBatchCache());
  await expect(images.tile(0, 0, 0, undefined)).rejects.toMatchObject({ code: 'not-supported' });
  const missing = { ...manifest, levels: [{ ...manifest.levels[0]!, tiles: [] }] };
  expect(() => isRaster(missing, 'raster')).toThrow('raster.levels[0].tiles: expected a list of 6');
  expect(files.size).toBe(3);
});

test('overviews without the values that a style says are none are those of a raster that says so itself', async () => {
  const [widthPx, heightPx] = [150, 90];
  const samples = Float32Array.from({ length: widthPx * heightPx }, (_, i) =>
    i % 7 === 0 || i < 4000 ? -99.9 : i % 500,
  );
  const source = { widthPx, heightPx, extent: [0, 0, widthPx, heightPx] as const, bands: [{ name: 'Value', samples }] };
  const [plain, withNoData] = [await makeRaster(source, 16), await makeRaster({ ...source, noData: -99.9 }, 16)];
  const without = withoutValues(plain, [-99.9]);
  for (const level of [1, 2, 3, 4]) {
    const { widthPx: wide, heightPx: high } = plain.manifest.levels[level]!;
    for (let row = 0; row * 16 < high; row++)
      for (let column = 0; column * 16 < wide; column++) {
        const [ours, expected] = await Promise.all(
          [without, withNoData].map((entry) => entry.tile(level, column, row, undefined)),
        );
        expect(ours!.samples).toEqual(expected!.samples);
      }
  }
  expect(withoutValues(withNoData, [-99.9])).toBe(withNoData);
});

test('a raster of too many tiles says that its overviews contain values without data', async () => {
  const levels = [
    { widthPx: 33 * 64, heightPx: 33 * 64, tiles: Array.from({ length: 33 * 33 }, () => [0, 0]) },
    { widthPx: 33 * 32, heightPx: 33 * 32, tiles: Array.from({ length: 17 * 17 }, () => [0, 0]) },
  ];
  const manifest = { levels, tileSizePx: 64, bandNames: ['Value'], sampleType: 'f32', widthPx: 2112, heightPx: 2112 };
  const tile = async () => ({ samples: new Float32Array(1) });
  const raster = { manifest, tile } as unknown as Parameters<typeof withoutValues>[0];
  const without = withoutValues(raster, [-5]);
  expect((await without.tile(0, 0, 0, undefined)).samples).toHaveLength(1);
  expect(() => without.tile(1, 0, 0, undefined)).toThrow(
    /NoDataValue: .*found values that its overviews include\. Zoom in/,
  );
  expect(takesValues(raster.manifest)).toBe(false);
});

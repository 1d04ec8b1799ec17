import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { shareRaster } from '../../../../src/extensions/share/make/shared-raster.ts';
import { writeRaster } from '../../../../src/publish/import/raster/raster-tiles.ts';
import type { Value } from '../../../../sw/contract/index.ts';
import type { SourceRaster } from '../../../../sw/formats/reading/source-raster.ts';
import { transformation } from '../../../../sw/geometry/project.ts';
import { defineTable } from '../../../../sw/geometry/projection-table.ts';
import { referenceFromWkid } from '../../../../sw/geometry/spatial-reference.ts';
import { createBatchCache } from '../../../../sw/rows/batch-cache.ts';
import { isRaster } from '../../../../sw/service/checks/check-raster.ts';
import { openRaster } from '../../../../sw/service/raster-source.ts';
import { rasterValueAt } from '../../../../sw/service/raster-value.ts';

const world = referenceFromWkid(4326);
const europe = referenceFromWkid(3035);
const stretch = {
  type: 'RasterLayerDrawingDescription',
  RasterRenderer: { type: 'RasterStretchRenderer', StretchType: 'esriRasterStretch_PercentMinimumMaximum' },
  Transparency: 0,
} as Value<'RasterLayerDrawingDescription'>;

beforeAll(() => defineTable(readFileSync(new URL('../../../../public/epsg.json', import.meta.url), 'utf8')));

/** Make a raster of 40 x 40 pixels of 1° from 40° N 0° E, each with a different value. */
const makeNumberedRaster = (more: Partial<SourceRaster> = {}): SourceRaster => ({
  ...{ name: 'numbers', widthPx: 40, heightPx: 40, extent: [0, 30, 40, 70], spatialReference: world, notes: [] },
  ...{ sampleType: 'i16', isCategorical: false },
  bands: [{ name: 'Band_1', samples: Int16Array.from({ length: 1600 }, (_, index) => index) }],
  ...more,
});

async function sharePart(source: SourceRaster, extent: readonly [number, number, number, number], reference = world) {
  const written = await writeRaster(source, { key: 'numbers', tileSizePx: 16 });
  const files = new Map(
    [...written.files].map(([file, bytes]) => [file, new Blob([bytes as Uint8Array<ArrayBuffer>])]),
  );
  const choices = { isViewOnly: true, extent, reference };
  const options = { name: 'layer-1', drawing: stretch, maximumBytes: 1e6 };
  const part = await shareRaster(written.manifest, files, choices, options);
  if (!part) return undefined;
  isRaster(part.manifest, 'raster');
  const read = async (file: string, offset: number, length: number) =>
    part.files
      .get(file)!
      .slice(offset, offset + length)
      .arrayBuffer();
  const raster = openRaster(part.manifest, read, createBatchCache());
  const values: number[] = [];
  const { tileSizePx: side } = part.manifest;
  for (const [level, { widthPx, heightPx }] of part.manifest.levels.entries())
    for (let y = 0; y * side < heightPx; y++)
      for (let x = 0; x * side < widthPx; x++) values.push(...(await raster.tile(level, x, y, undefined)).samples);
  return { ...part, raster, values };
}

const numberAt = (x: number, y: number) => Math.floor(x) + 40 * Math.floor(70 - y);

test('of a raster only the pixels in the view are shared, where they were and in the same colours', async () => {
  const whole = await writeRaster(makeNumberedRaster(), { key: 'whole' });
  const part = (await sharePart(makeNumberedRaster(), [10.5, 55.5, 31.2, 58]))!;
  expect(part.manifest).toMatchObject({ widthPx: 22, heightPx: 3, extent: [10, 55, 32, 58] });
  expect((await rasterValueAt(part.raster, 10.2, 55.1, undefined))!.values).toEqual([numberAt(10.5, 55.5)]);
  expect((await rasterValueAt(part.raster, 31.9, 57.9, undefined))!.values).toEqual([numberAt(31.5, 57.5)]);
  // The minimum and maximum are over the shared part, including the overviews, which are averages.
  expect(Math.min(...part.values)).toBe(numberAt(10.5, 57.5));
  expect(Math.max(...part.values)).toBe(numberAt(31.5, 55.5));
  expect(part.manifest.statistics).toEqual(whole.manifest.statistics);
});

test('in a view of another reference pixels beside it have no value', async () => {
  const toWorld = transformation(europe, world)!;
  const toEurope = transformation(world, europe)!;
  const extent = [4_600_000, 3_000_000, 5_600_000, 3_900_000] as const;
  const part = (await sharePart(makeNumberedRaster(), extent, europe))!;
  const isIn = (x: number, y: number) => {
    const xy = Float64Array.of(x, y);
    toEurope.forward(xy);
    return xy[0]! > extent[0] && xy[0]! < extent[2] && xy[1]! > extent[1] && xy[1]! < extent[3];
  };
  let [inside, blank] = [0, 0];
  for (let x = 0.5; x < 40; x++)
    for (let y = 30.5; y < 70; y++) {
      const actual = await rasterValueAt(part.raster, x, y, undefined);
      if (isIn(x, y)) {
        inside++;
        expect(actual!.values).toEqual([numberAt(x, y)]);
      } else if (actual?.isNoData) blank++;
    }
  const middle = Float64Array.of(5_100_000, 3_450_000);
  toWorld.forward(middle);
  expect((await rasterValueAt(part.raster, middle[0]!, middle[1]!, undefined))!.isNoData).toBe(false);
  expect(inside).toBeGreaterThan(50);
  expect(blank).toBeGreaterThan(10);
});

test('of a raster beside the view nothing is shared, and a level less where it would be too large', async () => {
  expect(await sharePart(makeNumberedRaster(), [50, 30, 60, 40])).toBeUndefined();
  const written = await writeRaster(makeNumberedRaster(), { key: 'numbers', tileSizePx: 16 });
  const files = new Map(
    [...written.files].map(([file, bytes]) => [file, new Blob([bytes as Uint8Array<ArrayBuffer>])]),
  );
  const choices = { isViewOnly: true, extent: [0, 30, 40, 70], reference: world } as const;
  const part = (await shareRaster(written.manifest, files, choices, {
    ...{ name: 'layer-1', drawing: undefined },
    maximumBytes: 1000,
  }))!;
  expect([part.manifest.widthPx, part.manifest.extent]).toEqual([20, [0, 30, 40, 70]]);
});

test('a raster whose pixels are elsewhere is not shared', async () => {
  const { manifest } = await writeRaster(makeNumberedRaster(), { key: 'numbers', tileSizePx: 16 });
  const remote = {
    format: 'geotiff',
    address: 'https://files.example/a.tif',
    sizeBytes: 9,
    version: 'etag:"1"',
  } as const;
  const choices = { isViewOnly: false, extent: [0, 30, 40, 70], reference: world } as const;
  const options = { name: 'layer-1', drawing: undefined, maximumBytes: 1000 };
  const shared = shareRaster({ ...manifest, remote }, new Map(), choices, options);
  await expect(shared).rejects.toThrow("https://files.example/a.tif: remote data can't be read outside the service");
});

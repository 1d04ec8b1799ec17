import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describeTiff } from '../../../../src/extensions/remote/import/describe-tiff.ts';
import { readWorldFile } from '../../../../sw/formats/image/world-file.ts';
import { readGeoTiff } from '../../../../sw/formats/tiff/geotiff.ts';
import { emptySamples } from '../../../../sw/service/no-data.ts';
import { makeRangeReader } from '../../service/tiff/raster-of-file.ts';
import { packFiles } from '../pack-files.ts';

// Extents, values and statistics come from gdalinfo and numpy with GDAL 3.6, which also wrote the files with `tiled`
// and `bit` in their names.
const file = (name: string) => ({
  name: `${name}.tif`,
  bytes: new Uint8Array(readFileSync(new URL(`files/${name}.tif`, import.meta.url))),
});
const byRange = (name: string) => {
  const reader = makeRangeReader(file(name).bytes);
  const described = { address: reader.address, sizeBytes: reader.sizeBytes, version: '1' };
  return describeTiff({ file: described, head: new Uint8Array(), reader, beside: async () => undefined } as never);
};

test.each([
  ['transform-plain', [10, 46, 14, 50], 0, 1],
  ['transform-southup', [10, 46, 14, 50], 12, 13],
  ['gdal-southup', [10, 46, 14, 50], 12, 13],
  ['area', [10, 46, 14, 50], 0, 1],
  ['point', [9.5, 46.5, 13.5, 50.5], 0, 1],
  ['tie-inside', [10, 46, 14, 50], 0, 1],
])('%s lies where GDAL has it', async (name, extent, first, second) => {
  const raster = await readGeoTiff(file(name));
  expect(raster.extent).toEqual(extent);
  expect([...raster.bands[0]!.samples.subarray(0, 2)]).toEqual([first, second]);
});

test.each([
  ['transform-rotated', /found a rotated one\. Rectify it/],
  ['control-points', /found 4 control points\. Rectify it: gdalwarp/],
  ['transform-nogeo', /expected a GeoTIFF or a world file \(transform-nogeo\.tfw\), found neither/],
])('%s is refused with the reason', async (name, message) => {
  await expect(readGeoTiff(file(name))).rejects.toThrow(message);
});

test('a file beside it says where an image with control points lies', async () => {
  const placement = readWorldFile('1\n0\n0\n-1\n10.5\n49.5\n', 'control-points.tfw');
  expect((await readGeoTiff(file('control-points'), { placement })).extent).toEqual([10, 46, 14, 50]);
});

test.each([
  ['tiled-southup', /gdalwarp -of COG/],
  ['tiled-rotated', /found a rotated one/],
  ['tiled-control-points', /found \d+ control points/],
])('%s is not read in place, and it is said why', async (name, message) => {
  await expect(byRange(name)).rejects.toThrow(message);
});

test.each(['bigendian', 'int16-text', 'lowest', 'nan', 'nan-untold', 'rounded', 'signed8'])(
  'two pixels of %s have no data',
  async (name) => {
    const { definition } = await packFiles([file(name)]);
    const [raster] = Object.values(definition.rasters!);
    expect(raster!.extent).toEqual([10, 47, 14, 50]);
    expect(raster!.statistics[0]).toMatchObject({ min: 0, max: 100, mean: 46 });
  },
);

test('the lowest number as text stands for no data in place, and among numbers of 64 bits', async () => {
  const { manifest } = await byRange('tiled-lowest');
  expect(manifest.statistics[0]).toMatchObject({ min: 0, max: 100, mean: expect.closeTo(37.333333333) });
  const { definition } = await packFiles([file('double-floor')]);
  expect(Object.values(definition.rasters!)[0]!.statistics[0]).toMatchObject({ min: 0, max: 100 });
});

test('texts for no data mean what samples of their type can be', () => {
  const lowest = -(2 ** 128 - 2 ** 104);
  expect([...emptySamples({ sampleType: 'f32', noData: -3.40282e38 })]).toEqual([lowest]);
  expect([...emptySamples({ sampleType: 'f32', noData: -1.79769e308 })]).toEqual([lowest]);
  expect([...emptySamples({ sampleType: 'f32', noData: 0.1 })]).toEqual([Math.fround(0.1)]);
  expect([...emptySamples({ sampleType: 'f64', noData: 0.1 }, [-3.40282e38])]).toEqual([0.1, -3.40282e38, lowest]);
  expect([...emptySamples({ sampleType: 'i16', noData: -9999 }, [-3.40282e38])]).toEqual([-9999, -3.40282e38]);
});

const ramp = (count: number, step = 1) => Array.from({ length: 16 }, (_, i) => (i % count) * step);

test.each([
  ['bit2', ramp(4), 'MinimumMaximum'],
  ['bit4', ramp(16), 'MinimumMaximum'],
  ['bit12', ramp(16, 273), 'PercentMinimumMaximum'],
  // 0 is white.
  ['miniswhite1', [1, 0, 1, 0], 'MinimumMaximum'],
])('%s is drawn over its own range', async (name, values, stretch) => {
  const raster = await readGeoTiff(file(name));
  expect([...raster.bands[0]!.samples].slice(0, values.length)).toEqual(values);
  const { definition } = await packFiles([file(name)]);
  expect(definition.maps[0]!.layers[0]!.rasterDrawing!.RasterRenderer).toMatchObject({
    type: 'RasterStretchRenderer',
    StretchType: `esriRasterStretch_${stretch}`,
  });
});

test.each(['tiled1', 'tiled2', 'tiled4'])('%s is drawn over its own range in place', async (name) => {
  expect((await byRange(name)).drawing!.RasterRenderer).toMatchObject({
    StretchType: 'esriRasterStretch_MinimumMaximum',
  });
});

test('a palette of four bits keeps its colours', async () => {
  const { palette } = await readGeoTiff(file('bit4-palette'));
  expect(palette!.slice(0, 4).map(({ red, green, blue }) => [red, green, blue])).toEqual([
    [255, 0, 0],
    [0, 255, 0],
    [0, 0, 255],
    [255, 255, 0],
  ]);
});

test('what stands for no data is turned with the other values where 0 is white', async () => {
  const { noData, bands } = await readGeoTiff(file('bit1-nodata-white'));
  expect([noData, ...bands[0]!.samples.subarray(0, 2)]).toEqual([0, 1, 0]);
});

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeArrayBuffer } from 'geotiff';
import { afterAll, expect, type TestContext, test } from 'vitest';
import { valueRamps } from '../../../../src/map/style/raster/raster-ramp.ts';
import { writeRaster } from '../../../../src/publish/import/raster/raster-tiles.ts';
import type { Value } from '../../../../sw/contract/index.ts';
import { drawRasterLayer } from '../../../../sw/draw/raster/draw-raster.ts';
import type { PixelImage, Surface } from '../../../../sw/draw/surface/surface.ts';
import type { SourceRaster } from '../../../../sw/formats/reading/source-raster.ts';
import { color } from '../../../../sw/formats/reading/symbols.ts';
import { readGeoTiff } from '../../../../sw/formats/tiff/geotiff.ts';
import { createScheduler } from '../../../../sw/scheduler.ts';
import { exactHistogram } from '../../../../sw/service/raster-histogram.ts';
import type { Raster } from '../../../../sw/service/raster-source.ts';
import { rasterValueAt } from '../../../../sw/service/raster-value.ts';
import { makeMapView } from '../../../render/draw-plan.ts';
import { makeRaster, rasterLayer } from '../../../render/raster-of.ts';
import { gdal } from '../../../serve/in-gdal.ts';

/* Compares rasters with the output of GDAL's programs for the same file. Tests are skipped if GDAL isn't installed. */

const folder = mkdtempSync(join(tmpdir(), 'soapstone-gdal-'));
afterAll(() => rmSync(folder, { recursive: true }));

const side = 96;
const noData = -9999;

/** Hills at 25 meters per pixel, with a corner of no data. */
const heights = Float32Array.from({ length: side * side }, (_, i) => {
  const [x, y] = [i % side, Math.floor(i / side)];
  return x + y > 170 ? noData : 900 + 500 * Math.sin(x / 9) * Math.cos(y / 13) + 120 * Math.sin((x * y) / 90);
});

async function makeFile(
  samples: ArrayLike<number>,
  tags: object = {},
): Promise<{ path: string; source: SourceRaster }> {
  const all = {
    width: side,
    height: side,
    ModelPixelScale: [25, 25, 0],
    ModelTiepoint: [0, 0, 0, 500000, 5200000, 0],
    GTModelTypeGeoKey: 1,
    GTRasterTypeGeoKey: 1,
    ProjectedCSTypeGeoKey: 32632,
    GDAL_NODATA: String(noData),
    SampleFormat: [3],
    BitsPerSample: [32],
    ...tags,
  };
  const metadata = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
  const bytes = writeArrayBuffer(samples as never, metadata) as ArrayBuffer;
  const path = join(folder, `${crypto.randomUUID()}.tif`);
  writeFileSync(path, new Uint8Array(bytes));
  return { path, source: await readGeoTiff({ name: 'hills.tif', bytes: new Uint8Array(bytes) }) };
}

/** Draw a raster pixel by pixel. */
async function drawRaster(raster: Raster, renderer: Value<'RasterRenderer'>): Promise<Uint8ClampedArray> {
  let image: PixelImage | undefined;
  const surface = {
    widthPx: side,
    heightPx: side,
    beginGroup: () => undefined,
    endGroup: () => undefined,
    drawImage: (parameters: PixelImage) => {
      image = parameters;
    },
  } as unknown as Surface;
  const scheduler = createScheduler(
    () => 0,
    async () => undefined,
  );
  await drawRasterLayer(
    surface,
    rasterLayer(raster, renderer),
    makeMapView(raster.manifest.extent, side, side),
    scheduler,
  );
  return image!.rgba;
}

/** Run a GDAL program and return the bands of its output. */
async function made(test: TestContext, program: string, ...parameters: string[]) {
  const path = join(folder, `${crypto.randomUUID()}.tif`);
  await gdal(test, program, ...parameters, path);
  return (await readGeoTiff({ name: 'made.tif', bytes: new Uint8Array(readFileSync(path)) })).bands.map(
    ({ samples }) => samples,
  );
}

/** The maximum difference of a channel over the pixels that count. */
function findMaxDifference(rgba: Uint8ClampedArray, channel: number, expected: ArrayLike<number>, counts = isInside) {
  let largest = 0;
  for (let i = 0; i < side * side; i++)
    if (counts(i)) largest = Math.max(largest, Math.abs(rgba[4 * i + channel]! - expected[i]!));
  return largest;
}

const isInside = (i: number): boolean => {
  const [x, y] = [i % side, Math.floor(i / side)];
  // GDAL doesn't shade pixels at the edge or next to one without data.
  return x > 0 && y > 0 && x < side - 1 && y < side - 1 && x + y < 168;
};
const hasData = (i: number): boolean => heights[i] !== noData;

test.for([
  [315, 45, 1],
  [225, 30, 3],
  [70, 60, 0.5],
] as const)('hillshade of a sun at %i°, %i° high, heights times %f', async ([Azimuth, Altitude, ZScale], test) => {
  const { path, source } = await makeFile(heights);
  const sun = ['-az', String(Azimuth), '-alt', String(Altitude), '-z', String(ZScale)];
  const [expected] = await made(test, 'gdaldem', 'hillshade', path, ...sun);
  const renderer = {
    type: 'RasterStretchRenderer',
    UseHillShader: true,
    ShadeOnly: true,
    Azimuth,
    Altitude,
    ZScale,
  } as const;
  const rgba = await drawRaster(await makeRaster(source), renderer);
  expect(findMaxDifference(rgba, 0, expected!)).toBeLessThanOrEqual(1);
  // Pixels without data aren't shaded.
  expect(heights.every((value, i) => (value === noData) === (rgba[4 * i + 3] === 0))).toBe(true);
});

test('hillshade in degrees takes the metres of each latitude', async (test) => {
  const degrees = {
    ModelPixelScale: [0.001, 0.001, 0],
    ModelTiepoint: [0, 0, 0, 10, 60.048, 0],
    GeographicTypeGeoKey: 4326,
  };
  const { source } = await makeFile(heights, { ...degrees, GTModelTypeGeoKey: 2, ProjectedCSTypeGeoKey: undefined });
  // Debian's GDAL has only one scale for both axes, so use the same grid in meters, measured at its center.
  const metres = 111319.49;
  const flat = await makeFile(heights, {
    ModelPixelScale: [0.001 * metres * Math.cos(Math.PI / 3), 0.001 * metres, 0],
  });
  const [expected] = await made(test, 'gdaldem', 'hillshade', flat.path);
  const renderer = { type: 'RasterStretchRenderer', UseHillShader: true, ShadeOnly: true } as const;
  expect(findMaxDifference(await drawRaster(await makeRaster(source), renderer), 0, expected!)).toBeLessThanOrEqual(2);
});

test.for(valueRamps.filter(({ name }) => /Grey|Sea and land|Viridis|Magma/.test(name)))(
  'the ramp $name over a range',
  async ({ colors }, test) => {
    const { path, source } = await makeFile(heights);
    const [low, high] = [600, 1300];
    const table = join(folder, 'ramp.txt');
    const stops = colors.map((hex, i) => {
      const { Red, Green, Blue } = color(hex);
      return `${low + (i * (high - low)) / (colors.length - 1)} ${Red} ${Green} ${Blue} 255`;
    });
    writeFileSync(table, [...stops, 'nv 0 0 0 0'].join('\n'));
    const expected = await made(test, 'gdaldem', 'color-relief', path, table, '-alpha');
    const rgba = await drawRaster(await makeRaster(source), {
      type: 'RasterStretchRenderer',
      ColorRamp: { type: 'PresetColorRamp', Colors: colors.map((hex) => color(hex)) },
      UseCustomMinMax: true,
      CustomMin: low,
      CustomMax: high,
    });
    // GDAL's ramp isn't limited to 256 colors; ours is.
    for (const channel of [0, 1, 2])
      expect(findMaxDifference(rgba, channel, expected[channel]!, hasData)).toBeLessThanOrEqual(3);
    expect(findMaxDifference(rgba, 3, expected[3]!, () => true)).toBe(0);
  },
);

test('a stretch from black to white', async (test) => {
  const { path, source } = await makeFile(heights);
  const scale = ['-ot', 'Byte', '-scale', '500', '1200', '0', '255', '-a_nodata', 'none'];
  const [expected] = await made(test, 'gdal_translate', '-q', ...scale, path);
  const renderer = { type: 'RasterStretchRenderer', UseCustomMinMax: true, CustomMin: 500, CustomMax: 1200 } as const;
  const rgba = await drawRaster(await makeRaster(source), { ...renderer, ResamplingType: 'RSP_NearestNeighbor' });
  expect(findMaxDifference(rgba, 1, expected!, hasData)).toBeLessThanOrEqual(1);
});

test('classes between breaks', async (test) => {
  const { path, source } = await makeFile(heights);
  const breaks = [0, 700, 950, 1200, 2000];
  const colors = ['#206040', '#90b060', '#c09060', '#f0f0f0'];
  const rows = colors.flatMap((hex, i) => {
    const { Red, Green, Blue } = color(hex);
    return [breaks[i]! + 0.0001, breaks[i + 1]!].map((value) => `${value} ${Red} ${Green} ${Blue}`);
  });
  const table = join(folder, 'classes.txt');
  writeFileSync(table, rows.join('\n'));
  const expected = await made(test, 'gdaldem', 'color-relief', path, table);
  const LegendClasses = colors.map((hex) => ({
    Symbol: { type: 'SimpleFillSymbol', Color: color(hex), Style: 'gisSFSSolid' } as const,
    Label: '',
    Description: '',
  }));
  const LegendGroups = [{ Visible: true, Editable: true, Heading: '', LegendClasses }];
  const rgba = await drawRaster(await makeRaster(source), {
    type: 'RasterClassifyRenderer',
    ArrayOfBreak: breaks,
    LegendGroups,
  });
  for (const channel of [0, 1, 2]) expect(findMaxDifference(rgba, channel, expected[channel]!, hasData)).toBe(0);
});

const counting = { decode: undefined, enoughPixels: 4_000_000 };

test('statistics and histogram of bytes and of heights', async (test) => {
  const bytes = Uint8Array.from({ length: side * side }, (_, i) => (i * i) % 200);
  const tags = { SampleFormat: [1], BitsPerSample: [8], GDAL_NODATA: '7' };
  for (const { path, source } of [await makeFile(heights), await makeFile(bytes, tags)]) {
    const { bands } = JSON.parse(await gdal(test, 'gdalinfo', '-json', '-stats', '-hist', path));
    const [{ minimum, maximum, mean, stdDev, histogram }] = bands;
    const ours = await exactHistogram(await makeRaster(source), 0, counting);
    expect(ours.statistics.min).toBeCloseTo(minimum, 2);
    expect(ours.statistics.max).toBeCloseTo(maximum, 2);
    expect(ours.statistics.mean).toBeCloseTo(mean, 2);
    expect(ours.statistics.stdDev).toBeCloseTo(stdDev, 2);
    expect(ours.histogram.total).toBe(histogram.buckets.reduce((sum: number, count: number) => sum + count, 0));
    if (source.sampleType === 'u8') expect([...ours.histogram.counts]).toEqual(histogram.buckets);
  }
});

test('values of several bands by their pixel', async (test) => {
  const bands = 4;
  const values = Uint16Array.from({ length: side * side * bands }, (_, i) => (i * 37) % 60000);
  const tags = {
    SampleFormat: [1, 1, 1, 1],
    BitsPerSample: [16, 16, 16, 16],
    SamplesPerPixel: bands,
    GDAL_NODATA: '0',
  };
  const { path, source } = await makeFile(values, { ...tags, PhotometricInterpretation: 1, ExtraSamples: [0, 0, 0] });
  const raster = await makeRaster(source);
  const { extent } = raster.manifest;
  for (const [column, row] of [
    [0, 0],
    [95, 0],
    [31, 64],
    [80, 95],
  ] as const) {
    const message = await gdal(test, 'gdallocationinfo', '-valonly', path, String(column), String(row));
    const actual = await rasterValueAt(
      raster,
      extent[0] + (column + 0.5) * 25,
      extent[3] - (row + 0.5) * 25,
      undefined,
    );
    expect(actual?.values).toEqual(message.trim().split('\n').map(Number));
  }
});

test('overviews are means of values, into which what has no data does not bleed', async (test) => {
  const { path, source } = await makeFile(heights);
  const [expected] = await made(test, 'gdal_translate', '-q', '-r', 'average', '-outsize', '50%', '50%', path);
  const { manifest, files } = await writeRaster(source, { key: 'half', tileSizePx: side / 2 });
  const raster = await makeRaster(source, side / 2);
  const { samples } = await raster.tile(1, 0, 0, undefined);
  expect([manifest.levels[1]!.widthPx, files.size]).toEqual([side / 2, 2]);
  const away = Array.from(samples, (value, i) => Math.abs(value - expected![i]!));
  expect(Math.max(...away)).toBeLessThan(0.001);
});

test('a mask that is stored beside the bands', async (test) => {
  const isSeen = (i: number): boolean => (i % side) + Math.floor(i / side) > 40;
  const samples = Uint8Array.from({ length: side * side * 4 }, (_, index) => {
    const [i, band] = [Math.floor(index / 4), index % 4];
    return band === 3 ? (isSeen(i) ? 255 : 0) : (i * (band + 3)) % 256;
  });
  const tags = { SampleFormat: [1, 1, 1, 1], BitsPerSample: [8, 8, 8, 8], SamplesPerPixel: 4, ExtraSamples: [2] };
  const { path } = await makeFile(samples, { ...tags, PhotometricInterpretation: 2, GDAL_NODATA: undefined });
  const config = ['-q', '--config', 'GDAL_TIFF_INTERNAL_MASK', 'YES', '-mask', '4', path];
  const masked = join(folder, 'masked.tif');
  await gdal(test, 'gdal_translate', '-b', '1', '-b', '2', '-b', '3', ...config, masked);
  const colors = await readGeoTiff({ name: 'masked.tif', bytes: new Uint8Array(readFileSync(masked)) });
  expect(colors.bands.map(({ name }) => name)).toEqual(['Red', 'Green', 'Blue', 'Alpha']);
  expect(colors.bands[3]!.samples.every((value, i) => value === (isSeen(i) ? 255 : 0))).toBe(true);
  // A band of numbers has no opacity: masked pixels become NaN.
  const [values] = await made(test, 'gdal_translate', '-b', '1', '-ot', 'Float32', ...config);
  expect(values!.every((value, i) => Number.isNaN(value) === !isSeen(i))).toBe(true);
});

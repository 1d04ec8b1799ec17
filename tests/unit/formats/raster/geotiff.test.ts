import { readFileSync } from 'node:fs';
import { strToU8, zipSync } from 'fflate';
import { writeArrayBuffer } from 'geotiff';
import jpegCodec from 'jpeg-js';
import { expect, test } from 'vitest';
import { takeRasters } from '../../../../sw/formats/image/raster-files.ts';
import { readWorldFile } from '../../../../sw/formats/image/world-file.ts';
import { readGeoTiff } from '../../../../sw/formats/tiff/geotiff.ts';
import { imageSize } from '../../../../sw/service/checks/check-image.ts';
import type { DecodeImage } from '../../../../sw/service/raster-source.ts';
import { describeFiles, packFiles } from '../pack-files.ts';

const text = (name: string, content: string) => ({ name, bytes: new TextEncoder().encode(content) });
const noImages = async () => Promise.reject(new Error('no pictures here'));

const decode: DecodeImage = async (image) => {
  const { width, height, data } = jpegCodec.decode(await image.arrayBuffer(), { useTArray: true });
  return { widthPx: width, heightPx: height, rgba: new Uint8ClampedArray(data) };
};

/** Make a GeoTIFF with 3 x 2 pixels of 10 units each and its upper left corner at 500000, 20. */
const heights = (more: object = {}) => ({
  name: 'heights.tif',
  bytes: new Uint8Array(
    writeArrayBuffer(Float32Array.of(1, 2, 3, 4, 5, -9999), {
      width: 3,
      height: 2,
      ModelPixelScale: [10, 10, 0],
      ModelTiepoint: [0, 0, 0, 500000, 20, 0],
      GTModelTypeGeoKey: 1,
      GTRasterTypeGeoKey: 1,
      ProjectedCSTypeGeoKey: 32633,
      GDAL_NODATA: '-9999',
      SampleFormat: [3],
      BitsPerSample: [32],
      ...more,
    }) as ArrayBuffer,
  ),
});

test('a GeoTIFF says its place, reference, samples and what stands for no data', async () => {
  const raster = await readGeoTiff(heights());
  expect(raster).toMatchObject({
    name: 'heights',
    widthPx: 3,
    heightPx: 2,
    extent: [500000, 0, 500030, 20],
    spatialReference: { type: 'ProjectedCoordinateSystem', WKID: 32633 },
    sampleType: 'f32',
    noData: -9999,
  });
  expect(raster.bands.map(({ name, samples }) => [name, [...samples]])).toEqual([['Value', [1, 2, 3, 4, 5, -9999]]]);
});

test('pixels that stand for points have their middle at the tie point', async () => {
  const raster = await readGeoTiff(heights({ GTRasterTypeGeoKey: 2 }));
  expect(raster.extent).toEqual([499995, 5, 500025, 25]);
});

test('a zip gives its rasters and what else can be read in it', async () => {
  const kml = '<kml><Placemark><Point><coordinates>15,0</coordinates></Point></Placemark></kml>';
  const zipped = zipSync({
    'dem/heights.tif': heights().bytes,
    'dem/site.kml': strToU8(kml),
    'README.txt': strToU8('x'),
  });
  expect(await describeFiles([{ name: 'dem.zip', bytes: zipped }])).toMatchObject([
    { name: 'site', format: 'KML' },
    { name: 'heights', format: 'Raster' },
  ]);
});

test('a GeoTIFF becomes a service with a raster layer and its statistics', async () => {
  const { definition, layers } = await packFiles([heights()]);
  expect(layers).toMatchObject([{ name: 'heights', geometry: 'raster', rowCount: 6, notes: [] }]);
  expect(definition.maps[0]!.layers).toMatchObject([{ kind: 'raster', raster: 'heights_1', Name: 'heights' }]);
  expect(definition.rasters!.heights_1).toMatchObject({
    encoding: 'raw-deflate',
    statistics: [{ min: 1, max: 5, mean: 3, stdDev: Math.sqrt(2) }],
  });
});

test.each([
  [text('broken.tif', 'II*\0 and then nothing'), 'bad-package', /^broken\.tif can't be read as a GeoTIFF/],
  [text('empty.tif', 'hello world, this is text'), 'bad-package', /^empty\.tif can't be read as a GeoTIFF/],
  [text('photo.png', 'hello world, this is text'), 'bad-package', /^photo\.png: expected a PNG or JPEG image/],
])('%s is refused with a clear message', async (file, code, message) => {
  await expect(packFiles([file])).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
});

test('a TIFF that says nothing of its place needs a world file, and takes one', async () => {
  const bare = { name: 'bare.tif', bytes: heights().bytes };
  // The writer always georeferences the file, so disable its position tags by changing their IDs.
  const view = new DataView(bare.bytes.buffer);
  const isLittle = bare.bytes[0] === 0x49;
  const start = view.getUint32(4, isLittle);
  for (let i = 0; i < view.getUint16(start, isLittle); i++) {
    const position = start + 2 + 12 * i;
    if ([33550, 33922].includes(view.getUint16(position, isLittle))) view.setUint16(position, 60000 + i, isLittle);
  }
  await expect(readGeoTiff(bare)).rejects.toMatchObject({ message: expect.stringMatching(/world file \(bare\.tfw\)/) });
  const { rasters } = takeRasters([bare, text('bare.tfw', '2\n0\n0\n-2\n101\n49\n')]);
  const raster = await rasters[0]!.read(noImages);
  expect(raster.extent).toEqual([100, 46, 106, 50]);
});

/** Made by GDAL: `gdal_translate -ot Byte -a_srs EPSG:32633 -co COMPRESS=DEFLATE` and so on, 24 x 16 pixels. */
test.each(['deflate', 'lzw', 'jpeg'])(
  'a damaged file is refused by its name and what is wrong, %s',
  async (compression) => {
    const whole = new Uint8Array(readFileSync(new URL(`../files/raster/${compression}.tif`, import.meta.url)));
    const read = (bytes: Uint8Array<ArrayBuffer>) => readGeoTiff({ name: 'a.tif', bytes }, {}, { decode });
    expect((await read(whole)).widthPx).toBe(24);
    for (let bytes = whole.length - 1; bytes >= 0; bytes -= 23)
      await expect(read(whole.slice(0, bytes)), `${bytes} bytes`).rejects.toMatchObject({
        code: 'bad-package',
        message: expect.stringMatching(/^a\.tif can't be read as a GeoTIFF: .*(cut off|damaged|Invalid byte order)/),
      });
    let refused = 0;
    for (let offset = 0; offset < whole.length; offset += 3) {
      const flipped = whole.slice();
      flipped[offset]! ^= 0xff;
      await read(flipped).catch((error: unknown) => {
        expect(error, `byte ${offset}`).toMatchObject({
          name: 'Fault',
          message: expect.stringMatching(/^a\.tif( can't be read as a GeoTIFF|, .*)?: /),
        });
        refused++;
      });
    }
    expect(refused).toBeGreaterThan(10);
  },
  60_000,
);

test('world files: rows that run north are told, turned rasters and other text are refused', () => {
  expect(readWorldFile('1\n0\n0\n1\n0.5\n0.5', 'a.wld')).toMatchObject({ isBottomUp: true, left: 0, top: 0 });
  expect(() => readWorldFile('1\n0.2\n0.1\n-1\n0\n0', 'a.wld')).toThrow(/a\.wld: expected a north-up raster/);
  expect(() => readWorldFile('1\n0\nx\n-1\n0\n0', 'a.wld')).toThrow('found "x" in line 3');
  expect(() => readWorldFile('1\n0\n0', 'a.wld')).toThrow('found 3 lines');
});

test('pictures are measured by their heads, and bombs refused before they are decoded', async () => {
  const head = new Uint8Array(32);
  const view = new DataView(head.buffer);
  view.setUint32(0, 0x89504e47);
  view.setUint32(12, 0x49484452);
  view.setUint32(16, 60000);
  view.setUint32(20, 50000);
  expect(imageSize(head)).toEqual({ type: 'png', widthPx: 60000, heightPx: 50000 });
  const files = [{ name: 'bomb.png', bytes: head }, text('bomb.pgw', '1\n0\n0\n-1\n0\n0')];
  await expect(packFiles(files)).rejects.toMatchObject({
    code: 'too-large',
    message: expect.stringMatching(/^bomb\.png: .*60000 x 50000 pixels/),
  });
  const jpeg = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xc2, 0, 11, 8, 1, 2, 3, 4, 3, 0, 0, 0, 0);
  expect(imageSize(jpeg)).toEqual({ type: 'jpeg', widthPx: 0x304, heightPx: 0x102 });
});

test('files beside a raster go with it, those of others stay', () => {
  const files = ['a.tif', 'a.tfw', 'a.prj', 'b.shp', 'b.prj', 'c.PNG', 'c.pgw', 'd.csv'].map((name) => text(name, 'x'));
  const { rasters, rest } = takeRasters(files);
  expect(rasters.map(({ file }) => file.name)).toEqual(['a.tif', 'c.PNG']);
  expect(rest.map(({ name }) => name)).toEqual(['b.shp', 'b.prj', 'd.csv']);
});

/** Overwrite a number of a tag in the first image of a little-endian TIFF. */
function withTag(bytes: Uint8Array<ArrayBuffer>, tag: number, value: number): Uint8Array<ArrayBuffer> {
  const changed = bytes.slice();
  const view = new DataView(changed.buffer);
  const start = view.getUint32(4, true);
  for (let i = 0; i < view.getUint16(start, true); i++) {
    const position = start + 2 + 12 * i;
    if (view.getUint16(position, true) !== tag) continue;
    view.setUint16(position + 2, 4, true);
    view.setUint32(position + 8, value, true);
  }
  return changed;
}

test('tiles that would unpack to more than they may are refused before any is unpacked', async () => {
  const tiled = new Uint8Array(readFileSync(new URL('files/tiled4.tif', import.meta.url)));
  const [width, height] = [322, 323];
  const huge = withTag(withTag(tiled, width, 65_536), height, 65_536);
  await expect(readGeoTiff({ name: 'a.tif', bytes: huge })).rejects.toMatchObject({
    code: 'not-supported',
    message: expect.stringMatching(
      /^a\.tif can't be read as a GeoTIFF: expected tiles of at most 2048 MB, found 65536 x 65536/,
    ),
  });
  const many = withTag(withTag(tiled, width, 1), height, 1);
  await expect(readGeoTiff({ name: 'a.tif', bytes: many })).rejects.toMatchObject({ code: 'bad-package' });
});

test('a file with many pages is read by its first', async () => {
  const { bytes } = heights();
  const view = new DataView(bytes.buffer);
  const isLittle = bytes[0] === 0x49;
  const start = view.getUint32(4, isLittle);
  const count = view.getUint16(start, isLittle);
  const directory = bytes.slice(start, start + 2 + 12 * count);
  const pages = Array.from({ length: 200 }, (_, i) => {
    const page = new Uint8Array(directory.length + 4);
    page.set(directory);
    const next = bytes.length + (i + 1) * page.length;
    new DataView(page.buffer).setUint32(directory.length, i < 199 ? next : 0, isLittle);
    return page;
  });
  view.setUint32(start + directory.length, bytes.length, isLittle);
  const all = new Blob([bytes, ...pages]);
  expect((await readGeoTiff({ name: 'pages.tif', bytes: all })).bands[0]!.samples).toHaveLength(6);
});

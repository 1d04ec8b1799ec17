import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fromArrayBuffer } from 'geotiff';
import jpeg from 'jpeg-js';
import { afterAll, expect, test } from 'vitest';
import { readGeoTiff } from '../../../../sw/formats/tiff/geotiff.ts';
import { readTiff } from '../../../../sw/formats/tiff/tiff-file.ts';
import { tiffImage } from '../../../../sw/formats/tiff/tiff-image.ts';
import { createTiffPixels } from '../../../../sw/formats/tiff/tiff-pixels.ts';
import type { DecodeImage } from '../../../../sw/service/raster-source.ts';
import { gdal } from '../../../serve/in-gdal.ts';
import { casesOfToday } from '../../../today.ts';
import { makeRangeReader } from '../../service/tiff/raster-of-file.ts';

/* GDAL writes each file and reads it again as plain numbers; both readers must agree to the last bit. */

const folder = mkdtempSync(join(tmpdir(), 'soapstone-samples-'));
afterAll(() => rmSync(folder, { recursive: true }));

const [widthPx, heightPx] = [83, 61];
/** GDAL's types, with their numbers in an ENVI header. */
const types = {
  Byte: [1, Uint8Array],
  Int16: [2, Int16Array],
  Int32: [3, Int32Array],
  Float32: [4, Float32Array],
  Float64: [5, Float64Array],
  UInt16: [12, Uint16Array],
  UInt32: [13, Uint32Array],
} as const;
type Type = keyof typeof types;

/** Write numbers that use all of their bits, with signs and fractions if the type has them. */
function source(type: Type, bands: number, bits: number): string {
  const [number, make] = types[type];
  const samples = new make(widthPx * heightPx * bands);
  let seed = 7;
  for (let i = 0; i < samples.length; i++) {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    // Runs and noise, because compressors treat them differently.
    const value = i % 40 < 20 ? Math.floor(i / 40) % 2 ** Math.min(bits, 31) : Math.floor(seed / 2 ** (32 - bits));
    samples[i] = type.startsWith('Float')
      ? (value - 1000) / 8
      : type.startsWith('Int')
        ? value - 2 ** (bits - 1)
        : value;
  }
  const path = join(folder, `${crypto.randomUUID()}.bin`);
  writeFileSync(path, new Uint8Array(samples.buffer));
  const lines = { samples: widthPx, lines: heightPx, bands, 'header offset': 0, 'file type': 'ENVI Standard' };
  const more = { 'data type': number, interleave: 'bsq', 'byte order': 0 };
  const placed = '\nmap info = {UTM, 1, 1, 500000, 5500000, 10, 10, 32, North, WGS-84}';
  const text = Object.entries({ ...lines, ...more }).map(([name, value]) => `${name} = ${value}`);
  writeFileSync(path.replace('.bin', '.hdr'), `ENVI\n${text.join('\n')}${placed}\n`);
  return path;
}

const strips = [[], ['BLOCKYSIZE=1'], ['BLOCKYSIZE=7'], [`BLOCKYSIZE=${heightPx}`]] as const;
const tiles = ['TILED=YES', 'BLOCKXSIZE=32', 'BLOCKYSIZE=16'];
const narrow = (type: Type, bits: readonly number[]) =>
  bits.map((bitCount) => [type, bitCount % 2 ? 3 : 1, bitCount, [`NBITS=${bitCount}`]] as const);

const cases: readonly (readonly [type: Type, bands: number, bits: number, options: readonly string[]])[] = [
  ...narrow('Byte', [1, 2, 3, 4, 5, 6, 7]),
  ...narrow('UInt16', [9, 10, 11, 12, 13, 15]),
  ...narrow('UInt32', [17, 20, 24, 27, 31]),
  ['UInt16', 3, 12, ['NBITS=12', 'INTERLEAVE=BAND', 'COMPRESS=DEFLATE']],
  ['UInt16', 1, 12, ['NBITS=12', 'ENDIANNESS=BIG', 'COMPRESS=LZW']],
  ['Float32', 1, 12, ['NBITS=16']],
  ['Float32', 2, 12, ['NBITS=16', 'COMPRESS=DEFLATE', 'ENDIANNESS=BIG']],
  ...(['Byte', 'Int16', 'UInt16', 'Int32', 'UInt32', 'Float32', 'Float64'] as const).flatMap((type, number) =>
    ['DEFLATE', 'LZW', 'PACKBITS', 'ZSTD', 'LERC', 'NONE']
      .filter((_, i) => (i + number) % 2 === 0)
      .map((name, i) => [type, 1 + ((i + number) % 3), type === 'Byte' ? 8 : 14, [`COMPRESS=${name}`]] as const),
  ),
  ['Byte', 2, 8, ['COMPRESS=LERC']],
  ['Float32', 2, 14, ['COMPRESS=LERC_DEFLATE']],
  ['Int16', 2, 14, ['COMPRESS=LERC_ZSTD', 'INTERLEAVE=BAND']],
  ['Int16', 3, 14, ['COMPRESS=DEFLATE', 'PREDICTOR=2', 'BIGTIFF=YES']],
  ['UInt32', 2, 30, ['COMPRESS=LZW', 'PREDICTOR=2', 'INTERLEAVE=BAND', 'ENDIANNESS=BIG']],
  ['Float32', 3, 14, ['COMPRESS=ZSTD', 'PREDICTOR=3']],
  ['Float64', 1, 14, ['COMPRESS=LZW', 'PREDICTOR=3', 'ENDIANNESS=BIG']],
  ['Byte', 4, 8, ['COMPRESS=DEFLATE', 'PREDICTOR=2', 'INTERLEAVE=BAND']],
];

/** Each file starts GDAL four times, so only some are tested each day. */
const taken = casesOfToday(cases, 3);

test.each(taken)('%s of %i bands and %i bits, %j', { timeout: 60_000 }, async (type, bands, bits, options) => {
  const context = { skip: (reason: string) => console.warn(reason) } as never;
  const from = source(type, bands, bits);
  const isLerc = options.some((option) => option.startsWith('COMPRESS=LERC'));
  for (const layout of [strips[(bands + bits) % strips.length]!, tiles]) {
    const path = join(folder, `${crypto.randomUUID()}.tif`);
    const flags = [...options, ...layout].flatMap((option) => ['-co', option]);
    await gdal(context, 'gdal_translate', '-q', '-ot', type, ...flags, from, path);
    await gdal(context, 'gdal_translate', '-q', '-of', 'ENVI', '-co', 'INTERLEAVE=BSQ', path, `${path}.bin`);
    const expected = new types[type][1](new Uint8Array(readFileSync(`${path}.bin`)).buffer);
    const bytes = new Uint8Array(readFileSync(path));
    const raster = await readGeoTiff({ name: 'made.tif', bytes: new Blob([bytes]) });
    expect(raster.extent).toEqual([500_000, 5_500_000 - 10 * heightPx, 500_000 + 10 * widthPx, 5_500_000]);
    expect(raster.bands.length).toBe(bands);
    const size = widthPx * heightPx;
    for (const [band, { samples }] of raster.bands.entries())
      expect(Buffer.compare(...readBytes(samples, expected.subarray(band * size, (band + 1) * size)))).toBe(0);
    if (layout !== tiles || isLerc) continue;
    // The reader by ranges returns the same values.
    const reader = makeRangeReader(bytes);
    const file = await readTiff(reader);
    const image = await tiffImage(file, file.directories[0]!, reader.address);
    const window = { left: 5, top: 9, widthPx: 60, heightPx: 40 };
    const part = await createTiffPixels(file, reader).read(image, window, undefined, 0);
    const cut = Float64Array.from({ length: 60 * 40 * bands }, (_, i) => {
      const [band, row, column] = [Math.floor(i / 2400), Math.floor((i % 2400) / 60), i % 60];
      return expected[band * size + (row + 9) * widthPx + column + 5]!;
    });
    expect(Buffer.compare(...readBytes(part, cut))).toBe(0);
  }
});

const readBytes = (...lists: readonly [ArrayLike<number>, ArrayLike<number>]): [Buffer, Buffer] =>
  lists.map((list) => Buffer.from(Float64Array.from(list).buffer)) as [Buffer, Buffer];

const decode: DecodeImage = async (image) => {
  const bytes = new Uint8Array(await image.arrayBuffer());
  // This decoder ignores Adobe's marker that the colors are red, green and blue.
  const colorTransform = !(bytes[2] === 0xff && bytes[3] === 0xee && bytes[17] === 0);
  const { width, height, data } = jpeg.decode(bytes, { useTArray: true, colorTransform });
  return { widthPx: width, heightPx: height, rgba: new Uint8ClampedArray(data) };
};

test.each([
  [1, []],
  [3, ['PHOTOMETRIC=YCBCR']],
  [3, ['PHOTOMETRIC=RGB']],
  [4, ['INTERLEAVE=BAND']],
] as const)('JPEG of %i bands, %j, in strips and tiles', { timeout: 60_000 }, async (bands, options) => {
  const context = { skip: (reason: string) => console.warn(reason) } as never;
  const from = source('Byte', bands, 3);
  for (const layout of [['BLOCKYSIZE=16'], [`BLOCKYSIZE=${heightPx}`], tiles]) {
    const path = join(folder, `${crypto.randomUUID()}.tif`);
    const all = ['COMPRESS=JPEG', 'JPEG_QUALITY=95', ...options, ...layout];
    await gdal(context, 'gdal_translate', '-q', ...all.flatMap((option) => ['-co', option]), from, path);
    await gdal(context, 'gdal_translate', '-q', '-of', 'ENVI', '-co', 'INTERLEAVE=BSQ', path, `${path}.bin`);
    const expected = new Uint8Array(readFileSync(`${path}.bin`));
    const raster = await readGeoTiff({ name: 'made.tif', bytes: new Uint8Array(readFileSync(path)) }, {}, { decode });
    expect(raster.isLossy).toBe(true);
    const actual = raster.bands.flatMap(({ samples }) => Array.from(samples));
    expect(actual.length).toBe(expected.length);
    // Decoders round differently and upsample colors differently.
    const off = actual
      .map((value, i) => Math.abs(value - expected[i]!))
      .reduce((sum, difference) => sum + difference, 0);
    expect(off / actual.length).toBeLessThan(1);
  }
});

test.each([
  ['CMYK', 4],
  ['CIELAB', 3],
] as const)('%s becomes red, green and blue', { timeout: 60_000 }, async (model, bands) => {
  const context = { skip: (reason: string) => console.warn(reason) } as never;
  const path = join(folder, `${model}.tif`);
  const options = [`PHOTOMETRIC=${model}`, 'COMPRESS=DEFLATE'].flatMap((option) => ['-co', option]);
  await gdal(context, 'gdal_translate', '-q', ...options, source('Byte', bands, 8), path);
  const bytes = readFileSync(path);
  const raster = await readGeoTiff({ name: 'made.tif', bytes: new Uint8Array(bytes) });
  expect(raster.bands.map(({ name }) => name)).toEqual(['Red', 'Green', 'Blue']);
  const other = await (await fromArrayBuffer(new Uint8Array(bytes).buffer)).getImage();
  const expected = (await other.readRGB({ interleave: false })) as unknown as Uint8Array[];
  for (const [band, { samples }] of raster.bands.entries()) expect(samples).toEqual(Uint8Array.from(expected[band]!));
});

import type { BatchCache } from '../../rows/batch-cache.ts';
import type { RasterManifest } from '../../service/definition.ts';
import { type DecodeImage, type Raster, type Samples, sampleArrays } from '../../service/raster-source.ts';
import { type RangeReader, sourceFault } from '../reading/range-reader.ts';
import { readTiff } from './tiff-file.ts';
import {
  getColorModel,
  getWhiteValue,
  readExternalOverviews,
  type TiffImage,
  type TiffLevel,
  tiffLevels,
} from './tiff-image.ts';
import { createTiffPixels, type PixelWindow, type TiffPixels } from './tiff-pixels.ts';

/**
 * Open a remote GeoTIFF as a raster. Its levels are the overviews in the file or in its `.ovr` file. An image reads
 * only the tiles it shows.
 *
 * @param manifest already checked
 * @param overviewReader reader of the `.ovr` file
 * @throws {Fault} `source-failed` when a file can't be read or is damaged; methods of the raster also throw `too-large`
 *   when a request would read too much
 */
export async function openTiff(
  manifest: RasterManifest,
  reader: RangeReader,
  cache: BatchCache,
  overviewReader?: RangeReader,
): Promise<Raster> {
  const { tileSizePx: side } = manifest;
  const file = await readTiff(reader);
  const fileLevels = await tiffLevels(file, reader.address);
  const pixels = createTiffPixels(file, reader, side, cache);
  const allLevels = fileLevels.map((level) => ({ ...level, pixels }));
  if (overviewReader) {
    const more = await readTiff(overviewReader);
    const overviewPixels = createTiffPixels(more, overviewReader, side, cache);
    for (const level of await readExternalOverviews(more, overviewReader.address, fileLevels[0]))
      allLevels.push({ ...level, pixels: overviewPixels });
  }
  const levels = manifest.levels.map(({ widthPx, heightPx }) => {
    const level = allLevels.find(({ image }) => image.widthPx === widthPx && image.heightPx === heightPx);
    if (level) return level;
    throw sourceFault(
      reader.address,
      'changed',
      `expected an image of ${widthPx} x ${heightPx} pixels, found nothing.`,
    );
  });
  const getWindow = ({ widthPx, heightPx }: TiffImage, column: number, row: number): PixelWindow => {
    const [left, top] = [column * side, row * side];
    return { left, top, widthPx: Math.min(side, widthPx - left), heightPx: Math.min(side, heightPx - top) };
  };
  const raster: Raster = {
    manifest,
    tile: (level, column, row, decode) =>
      cache.read(raster, `${level}.${column}.${row}`, async () => {
        const tiffLevel = levels[level]!;
        const window = getWindow(tiffLevel.image, column, row);
        const samples = await readBands(manifest, tiffLevel, window, tiffLevel.pixels, decode);
        const { widthPx, heightPx } = window;
        const value = { widthPx, heightPx, samples, bandStride: widthPx * heightPx, pixelStride: 1 };
        return { value, bytes: samples.byteLength };
      }),
    async readAhead(level, tiles) {
      const { image, mask, pixels: ofLevel } = levels[level]!;
      const windows = tiles.map(([column, row]) => getWindow(image, column, row));
      await ofLevel.readAhead(mask ? [image, mask] : [image], windows);
    },
  };
  return raster;
}

/**
 * Read a window of all bands. Masked pixels become no data or transparent. If 0 is white, values are inverted.
 *
 * @throws {Fault} `source-failed` when the file can't be read or is damaged
 */
export async function readBands(
  { bandNames, noData, sampleType }: Pick<RasterManifest, 'bandNames' | 'noData' | 'sampleType'>,
  { image, mask }: TiffLevel,
  window: PixelWindow,
  pixels: TiffPixels,
  decode: DecodeImage | undefined,
): Promise<Samples> {
  const white = getWhiteValue(image);
  const read = await pixels.read(image, window, decode, noData === undefined ? 0 : white ? white - noData : noData);
  const size = window.widthPx * window.heightPx;
  const model = getColorModel(image);
  const colors = model ? toRgb(model, read, size) : read;
  const make = sampleArrays[sampleType];
  const isSame = colors instanceof make && colors.length === size * bandNames.length;
  const out = isSame ? colors : new make(size * bandNames.length);
  if (!isSame) out.set(colors);
  if (white) for (let i = 0; i < size * image.samples; i++) out[i] = white - out[i]!;
  if (!mask) return out;
  const counts = await pixels.read(mask, window, decode, 0);
  const isFloat = sampleType === 'f32' || sampleType === 'f64';
  const empty = noData ?? (isFloat ? Number.NaN : undefined);
  const isOpacity = empty === undefined && bandNames.length > image.samples;
  if (isOpacity) for (let i = 0; i < size; i++) out[image.samples * size + i] = counts[i] ? 255 : 0;
  else if (empty !== undefined) for (let i = 0; i < out.length; i++) if (!counts[i % size]) out[i] = empty;
  return out;
}

type Color = readonly [red: number, green: number, blue: number];
type Model = NonNullable<ReturnType<typeof getColorModel>>;

/** Conversions from the bytes of a pixel to RGB. Only CMYK has a fourth byte. */
const models: Readonly<Record<Model, (a: number, b: number, c: number, d: number) => Color>> = {
  cmyk: (cyan, magenta, yellow, black) => {
    const inkToByte = (ink: number): number => Math.floor((255 * (255 - ink) * (255 - black)) / 256 ** 2);
    return [inkToByte(cyan), inkToByte(magenta), inkToByte(yellow)];
  },
  yCbCr: (y, cb, cr) => [
    y + 1.402 * (cr - 128),
    y - 0.34414 * (cb - 128) - 0.71414 * (cr - 128),
    y + 1.772 * (cb - 128),
  ],
  cieLab: (lightness, a, b) => {
    const root = (lightness + 16) / 116;
    const cube = (value: number): number => (value ** 3 > 0.008856 ? value ** 3 : (value - 16 / 116) / 7.787);
    const [x, y, z] = [
      0.95047 * cube(((a << 24) >> 24) / 500 + root),
      cube(root),
      1.08883 * cube(root - ((b << 24) >> 24) / 200),
    ];
    const byte = (value: number): number =>
      Math.floor(
        255 * Math.max(0, Math.min(1, value > 0.0031308 ? 1.055 * value ** (1 / 2.4) - 0.055 : 12.92 * value)),
      );
    return [
      byte(3.2406 * x - 1.5372 * y - 0.4986 * z),
      byte(-0.9689 * x + 1.8758 * y + 0.0415 * z),
      byte(0.0557 * x - 0.204 * y + 1.057 * z),
    ];
  },
};

/** Convert the bands of an image in another color model to red, green and blue; drop further bands. */
function toRgb(model: Model, bands: ArrayLike<number>, pixels: number): Uint8Array<ArrayBuffer> {
  const out = new Uint8ClampedArray(3 * pixels);
  for (let i = 0; i < pixels; i++) {
    const [a, b, c, d] = [0, 1, 2, 3].map((band) => bands[band * pixels + i] ?? 0) as [number, number, number, number];
    for (const [band, value] of models[model](a, b, c, d).entries()) out[band * pixels + i] = value;
  }
  return new Uint8Array(out.buffer);
}

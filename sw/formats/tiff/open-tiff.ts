import type { BatchCache } from '../../rows/batch-cache.ts';
import type { RasterManifest } from '../../service/definition.ts';
import { type DecodePicture, type Raster, type Samples, sampleArrays } from '../../service/raster-source.ts';
import { type RangeReader, sourceFault } from '../reading/range-reader.ts';
import { readTiff } from './tiff-file.ts';
import { overviewsBeside, photometrics, type TiffImage, type TiffLevel, tiffLevels } from './tiff-image.ts';
import { createTiffPixels, type PixelWindow, type TiffPixels } from './tiff-pixels.ts';

/**
 * Open a GeoTIFF elsewhere as a raster: its levels are the overviews of the file, or of one beside it. Of these, an image reads the tiles
 * that it shows.
 *
 * @param manifest checked before
 * @param beside of the file that has the overviews
 * @throws {Fault} `source-failed`; the methods also `too-large`
 */
export async function openTiff(
  manifest: RasterManifest,
  reader: RangeReader,
  cache: BatchCache,
  beside?: RangeReader,
): Promise<Raster> {
  const { tileSizePx: side } = manifest;
  const file = await readTiff(reader);
  const own = await tiffLevels(file, reader.address);
  const pixels = createTiffPixels(file, reader, side, cache);
  const found = own.map((level) => ({ ...level, pixels }));
  if (beside) {
    const more = await readTiff(beside);
    const pixelsBeside = createTiffPixels(more, beside, side, cache);
    for (const level of await overviewsBeside(more, beside.address, own[0]))
      found.push({ ...level, pixels: pixelsBeside });
  }
  const levels = manifest.levels.map(({ widthPx, heightPx }) => {
    const level = found.find(({ image }) => image.widthPx === widthPx && image.heightPx === heightPx);
    if (level) return level;
    throw sourceFault(reader.address, 'changed', `an image of ${widthPx} x ${heightPx} pixels expected, none found.`);
  });
  const windowOf = ({ widthPx, heightPx }: TiffImage, column: number, row: number): PixelWindow => {
    const [left, top] = [column * side, row * side];
    return { left, top, widthPx: Math.min(side, widthPx - left), heightPx: Math.min(side, heightPx - top) };
  };
  const raster: Raster = {
    manifest,
    tile: (level, column, row, decode) =>
      cache.read(raster, `${level}.${column}.${row}`, async () => {
        const at = levels[level]!;
        const window = windowOf(at.image, column, row);
        const samples = await readBands(manifest, at, window, at.pixels, decode);
        const { widthPx, heightPx } = window;
        const value = { widthPx, heightPx, samples, bandStride: widthPx * heightPx, pixelStride: 1 };
        return { value, bytes: samples.byteLength };
      }),
    async readAhead(level, tiles) {
      const { image, mask, pixels: ofLevel } = levels[level]!;
      const windows = tiles.map(([column, row]) => windowOf(image, column, row));
      await ofLevel.readAhead(mask ? [image, mask] : [image], windows);
    },
  };
  return raster;
}

/** Read a window of all bands of a raster: what the mask of the file hides has no data, or no opacity. */
async function readBands(
  { bandNames, noData, sampleType }: RasterManifest,
  { image, mask }: TiffLevel,
  window: PixelWindow,
  pixels: TiffPixels,
  decode: DecodePicture | undefined,
): Promise<Samples> {
  const read = await pixels.read(image, window, decode, noData ?? 0);
  const size = window.widthPx * window.heightPx;
  const out = new sampleArrays[sampleType](size * bandNames.length);
  out.set(read);
  if (image.photometric === photometrics.whiteIsZero && sampleType === 'u8')
    for (let i = 0; i < size; i++) out[i] = 2 ** image.bits - 1 - out[i]!;
  if (!mask) return out;
  const counts = await pixels.read(mask, window, decode, 0);
  const isFloat = sampleType === 'f32' || sampleType === 'f64';
  const empty = noData ?? (isFloat ? Number.NaN : undefined);
  const isOpacity = empty === undefined && bandNames.length > image.samples;
  if (isOpacity) for (let i = 0; i < size; i++) out[image.samples * size + i] = counts[i] ? 255 : 0;
  else if (empty !== undefined) for (let i = 0; i < out.length; i++) if (!counts[i % size]) out[i] = empty;
  return out;
}

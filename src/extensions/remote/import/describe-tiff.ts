import type { IdentifiedSource } from '../../../../sw/extensions/remote/identify-source.ts';
import { placementExtent } from '../../../../sw/formats/image/world-file.ts';
import { readFault } from '../../../../sw/formats/reading/diagnostic.ts';
import { sourceFault } from '../../../../sw/formats/reading/range-reader.ts';
import { sourceName } from '../../../../sw/formats/reading/source-address.ts';
import type { PaletteEntry } from '../../../../sw/formats/reading/source-raster.ts';
import { openTiff } from '../../../../sw/formats/tiff/open-tiff.ts';
import { readTiff, type TiffFile } from '../../../../sw/formats/tiff/tiff-file.ts';
import {
  readExternalOverviews,
  type TiffImage,
  type TiffLevel,
  tags,
  tiffLevels,
} from '../../../../sw/formats/tiff/tiff-image.ts';
import {
  gdalTags,
  getSampleType,
  readBandNames,
  readPalette,
  readTextTag,
  tiffLocation,
} from '../../../../sw/formats/tiff/tiff-tags.ts';
import { createBatchCache } from '../../../../sw/rows/batch-cache.ts';
import type { RasterManifest } from '../../../../sw/service/definition.ts';
import { exactHistogram, rasterStatistics } from '../../../../sw/service/raster-histogram.ts';
import type { DecodeImage, Raster } from '../../../../sw/service/raster-source.ts';
import { decodeImage } from '../../../publish/import/raster/image-codec.ts';
import { makeStretchedDrawing, paletteDrawing } from '../../../publish/import/raster/raster-style.ts';
import { firstBytes } from './make-remote.ts';
import type { RasterDescription } from './raster-description.ts';

const maxTilePx = 2048;
const defaultTilePx = 256;
const statisticsPixels = 65_536;

/**
 * Describe a remote GeoTIFF by its directories and some tiles of an overview.
 *
 * @throws {Fault} `source-failed` if it is invalid, damaged, or can't be read in parts; `not-supported` if it is
 * rotated
 */
export async function describeTiff(
  source: IdentifiedSource,
  decode: DecodeImage = decodeImage,
): Promise<RasterDescription> {
  const { file, reader } = source;
  const { address } = file;
  const tiff = await readTiff(reader);
  const ownLevels = await tiffLevels(tiff, address);
  const { image, mask } = ownLevels[0];
  const beside = ownLevels.length === 1 && !isOneTile(image) ? await findOverviews(source, ownLevels[0]) : undefined;
  const levels = [...ownLevels, ...(beside?.levels ?? [])];
  const { widthPx, heightPx, tileWidthPx, tileHeightPx } = image;
  const name = sourceName(address).split('/').pop()!;
  const numbers = (tag: number) => tiff.numbers(image.directory.get(tag));
  const { placement, crs } = await tiffLocation(numbers, await readTextTag(tiff, image, tags.geoTexts), name);
  if (!placement) throw sourceFault(address, 'not-placed', 'expected GeoTIFF tags with the location, found nothing.');
  if (placement.isBottomUp) throw readFault('not-supported', 'northwardsRows', name);
  const { noData, bands } = await gdalTags(tiff, image);
  const sampleType = getSampleType(image);
  const bandNames = await readBandNames(tiff, image, bands);
  const isFloat = sampleType === 'f32' || sampleType === 'f64';
  if (mask && noData === undefined && !isFloat && !bandNames.includes('Alpha')) bandNames.push('Alpha');
  const isSquare = tileWidthPx === tileHeightPx && tileWidthPx <= maxTilePx;
  const remote = { format: 'geotiff', ...file, ...(beside ? { overviews: beside.file } : {}) } as const;
  const unknown = { min: 0, max: 0, mean: 0, stdDev: 0 };
  const manifest = {
    widthPx,
    heightPx,
    extent: placementExtent(placement, widthPx, heightPx),
    bandNames,
    sampleType,
    encoding: 'raw' as const,
    tileSizePx: isSquare ? tileWidthPx : defaultTilePx,
    noData,
    statistics: bandNames.map(() => unknown),
    remote,
    levels: levels.map(({ image: { widthPx, heightPx } }) => ({ widthPx, heightPx, file: 'elsewhere', tiles: [] })),
  };
  const raster = await openTiff(manifest, reader, createBatchCache(), beside?.reader);
  const statistics = await readStatistics(raster, bands, decode);
  const palette = await readPalette(tiff, image);
  const maxWidth = await widthOfFirstImage(beside?.tiff ?? tiff, levels.at(-1)!.image, manifest);
  const measured = { ...manifest, statistics };
  return {
    kind: 'raster',
    remote,
    name: '',
    extent: manifest.extent,
    crs,
    leftOut: [],
    manifest: measured,
    ...(palette ? { drawing: paletteDrawing(measured, await chooseShownColors(raster, palette, decode)) } : {}),
    ...(!palette && image.bits < 8 ? { drawing: makeStretchedDrawing(measured) } : {}),
    maxWidth,
  };
}

const isOneTile = ({ widthPx, heightPx, tileWidthPx, tileHeightPx }: TiffImage): boolean =>
  widthPx <= tileWidthPx && heightPx <= tileHeightPx;

/**
 * Find the overview file that `gdaladdo -ro` writes next to another file; undefined if there is none or it is
 * unreadable.
 */
async function findOverviews({ beside }: IdentifiedSource, full: TiffLevel) {
  const overview = await beside('.ovr');
  if (!overview) return undefined;
  const { file, reader } = overview;
  try {
    const tiff = await readTiff(reader);
    const levels = await readExternalOverviews(tiff, file.address, full);
    return levels.length > 0 ? { file, reader, tiff, levels } : undefined;
  } catch {
    // Without overviews, the layer is drawn only at larger scales.
    return undefined;
  }
}

/** Return the statistics that GDAL stored in the file, or else compute them from the pixels of an overview. */
async function readStatistics(
  raster: Raster,
  bands: ReadonlyMap<number, ReadonlyMap<string, string>>,
  decode: DecodeImage,
): Promise<RasterManifest['statistics']> {
  const statistics: RasterManifest['statistics'][number][] = [];
  for (const band of raster.manifest.bandNames.keys()) {
    const [min, max, mean, stdDev] = ['MINIMUM', 'MAXIMUM', 'MEAN', 'STDDEV'].map((name) =>
      Number(bands.get(band)?.get(`STATISTICS_${name}`) ?? Number.NaN),
    ) as [number, number, number, number];
    const storedStatistics = Number.isFinite(min + max + mean + stdDev) ? { min, max, mean, stdDev } : undefined;
    statistics.push(
      storedStatistics ?? (await rasterStatistics(raster, band, { decode, enoughPixels: statisticsPixels })),
    );
  }
  return statistics;
}

/**
 * Return the colors of values that occur in the data, and all colors except black, because most writers leave unused
 * ones black.
 */
async function chooseShownColors(
  raster: Raster,
  palette: readonly PaletteEntry[],
  decode: DecodeImage,
): Promise<PaletteEntry[]> {
  const { counts } = (await exactHistogram(raster, 0, { decode, enoughPixels: statisticsPixels })).histogram;
  const shown = palette.filter(({ value, red, green, blue }) => counts[value]! > 0 || red + green + blue > 0);
  return shown.filter(({ value }) => value !== raster.manifest.noData);
}

/** Share of the budget for tiles. The rest is for directories, and for block parts around the tiles. */
const tileShare = 0.65;
/** Maximum number of tiles whose lengths are read to estimate the average. */
const maxSampledTiles = 4096;

/**
 * Return the width, in units of the file, of an image that stays within the read limit at the coarsest level.
 *
 * @returns undefined if the whole level may be read
 */
async function widthOfFirstImage(
  tiff: TiffFile,
  { byteCounts, tileWidthPx, tileHeightPx, widthPx, isPlanar, samples }: TiffImage,
  { extent }: Pick<RasterManifest, 'extent'>,
): Promise<number | undefined> {
  const counts = await tiff.numbers(byteCounts, 0, Math.min(byteCounts.count, maxSampledTiles));
  const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  if (mean * byteCounts.count <= firstBytes) return undefined;
  const tiles = Math.max(4, (tileShare * firstBytes) / (mean * (isPlanar ? samples : 1)));
  // An image with a ratio of 4:3 overlaps one more tile in each direction.
  const ratio = (0.75 * tileWidthPx) / tileHeightPx;
  const across = (Math.sqrt((1 + ratio) ** 2 + 4 * ratio * (tiles - 1)) - 1 - ratio) / (2 * ratio);
  return (across * tileWidthPx * (extent[2] - extent[0])) / widthPx;
}

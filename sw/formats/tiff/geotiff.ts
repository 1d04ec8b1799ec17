import { Fault, reasonOf } from '../../contract/index.ts';
import { emptySamples } from '../../service/no-data.ts';
import type { DecodeImage, Samples } from '../../service/raster-source.ts';
import { checkSize } from '../image/limits.ts';
import { flipVertically, placementExtent, type Sidecars } from '../image/world-file.ts';
import { diagnostic, readFault } from '../reading/diagnostic.ts';
import type { RangeReader } from '../reading/range-reader.ts';
import { sourceName } from '../reading/source-address.ts';
import type { SourceRaster } from '../reading/source-raster.ts';
import { readSlice, type SourceFile, sizeOf, stem } from '../reading/source-table.ts';
import { fromCrs } from '../reading/spatial-reference.ts';
import { readBands } from './open-tiff.ts';
import { readTiff, type TiffEntry, type TiffFile } from './tiff-file.ts';
import { lerc, type TiffImage, tags, tiffImage } from './tiff-image.ts';
import { createTiffPixels } from './tiff-pixels.ts';
import { gdalTags, getSampleType, readBandNames, readPalette, readTextTag, tiffLocation } from './tiff-tags.ts';

const jpegCompression = 7;
const maxPackedBytes = 512 * 1024 ** 2;
/** Bits of NewSubfileType (TIFF 6.0): a reduced image and a mask. */
const [reducedBit, maskBit] = [1, 4];

interface GeoTiffOptions {
  /** Decodes tiles that are images. */
  readonly decode?: DecodeImage | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Read the first image of a GeoTIFF. Its own georeferencing takes precedence over sidecar files.
 *
 * @throws {Fault} `bad-package` when the file is damaged or has no location; `too-large` above the limits of
 *   `checkSize`; `not-supported` for samples, compressions or orientations that can't be read
 */
export async function readGeoTiff(
  file: SourceFile,
  sidecars: Sidecars = {},
  options: GeoTiffOptions = {},
): Promise<SourceRaster> {
  const address = `https://file/${encodeURIComponent(file.name)}`;
  const reader: RangeReader = {
    address,
    sizeBytes: sizeOf(file),
    async read(offset, length) {
      options.signal?.throwIfAborted();
      return (await readSlice(file, offset, offset + length)) as Uint8Array<ArrayBuffer>;
    },
    readAhead: async () => undefined,
  };
  try {
    return await readImage(file, reader, sidecars, options);
  } catch (error) {
    if (options.signal?.aborted || (error instanceof Fault && error.code !== 'source-failed')) throw error;
    const { reason } = Object((error as Partial<Fault>).detail) as { reason?: string };
    const isUnread = reason === 'encoding' || reason === 'large-parts';
    const message =
      error instanceof Fault ? reasonOf(error).slice(sourceName(address).length + 2) : describeError(error);
    throw readFault(isUnread ? 'not-supported' : 'bad-package', 'geoTiffExpected', file.name, message.slice(0, 200));
  }
}

/**
 * Return the message of an error that the reader threw itself. Damaged data also makes decoders throw strings, numbers
 * and built-in errors.
 */
function describeError(error: unknown): string {
  const reason = reasonOf(error);
  const isDescriptive = error instanceof TypeError || (error instanceof Error && error.constructor === Error);
  return isDescriptive ? reason : `it is damaged or cut off (${reason})`;
}

async function readImage(
  file: SourceFile,
  reader: RangeReader,
  sidecars: Sidecars,
  { decode }: GeoTiffOptions,
): Promise<SourceRaster> {
  const { name } = file;
  const tiff = withLists(await readTiff(reader));
  const [directory] = tiff.directories;
  if (!directory) throw new Error('it has no image');
  const image = await tiffImage(tiff, directory, reader.address, 'whole');
  const { widthPx, heightPx, bits } = image;
  checkSize(name, widthPx, heightPx, image.samples * Math.ceil(bits / 8));
  const packed = (await tiff.numbers(image.byteCounts)).reduce((sum, bytes) => sum + bytes, 0);
  // Identical tiles may share bytes, but decompressing the same bytes over and over is an attack.
  if (packed > Math.max(maxPackedBytes, 8 * reader.sizeBytes))
    throw new Error(`expected tiles of at most ${maxPackedBytes} bytes together, found ${packed}`);
  const numbers = (tag: number) => tiff.numbers(directory.get(tag));
  const texts = await readTextTag(tiff, image, tags.geoTexts);
  const { placement, crs } = await tiffLocation(numbers, texts, name, sidecars.placement);
  if (!placement) throw readFault('bad-package', 'locationExpected', name, `${stem(name)}.tfw`);
  const spatialReference = fromCrs(crs) ?? sidecars.spatialReference;
  const { noData: stored, bands: described } = await gdalTags(tiff, image);
  const sampleType = getSampleType(image);
  const bandNames = await readBandNames(tiff, image, described);
  const mask = await findMask(tiff, image, reader.address);
  const isFloat = sampleType === 'f32' || sampleType === 'f64';
  const isOpacity = mask && stored === undefined && !isFloat && !bandNames.some((band) => /^alpha$/i.test(band));
  const manifest = {
    sampleType,
    bandNames: isOpacity ? [...bandNames, 'Alpha'] : bandNames,
    noData: stored,
  };
  const more = image.compression === lerc ? { [lerc]: await lercReader(tiff, image) } : undefined;
  const window = { left: 0, top: 0, widthPx, heightPx };
  const pixels = createTiffPixels(tiff, reader, 0, undefined, more);
  const all = await readBands(manifest, mask ? { image, mask } : { image }, window, pixels, decode);
  const bands = manifest.bandNames.map((band, i) => {
    const samples = all.subarray(i * widthPx * heightPx, (i + 1) * widthPx * heightPx) as Samples;
    return { name: band, samples: placement.isBottomUp ? flipVertically(samples, widthPx) : samples };
  });
  // Drop a mask that hides nothing.
  if (isOpacity && bands.at(-1)!.samples.every((value) => value === 255)) bands.pop();
  const noData =
    stored === undefined
      ? undefined
      : ([...emptySamples({ sampleType, noData: stored })].find((value) =>
          bands.some(({ samples }) => samples.includes(value)),
        ) ?? stored);
  const palette = await readPalette(tiff, image);
  return {
    name: stem(name),
    widthPx,
    heightPx,
    extent: placementExtent(placement, widthPx, heightPx),
    spatialReference,
    sampleType,
    bands,
    noData,
    palette,
    isCategorical: palette !== undefined,
    isNarrow: bits < 8,
    isLossy: image.compression === jpegCompression,
    notes: placement.isBottomUp ? [diagnostic('rowsTurned')] : [],
  };
}

/** Return the file with cached lists of numbers, because a local file has no block cache for the next values. */
function withLists(tiff: TiffFile): TiffFile {
  const lists = new Map<TiffEntry, Promise<number[]>>();
  return {
    ...tiff,
    async numbers(entry, first = 0, count = entry ? entry.count - first : 0) {
      if (!entry || count === entry.count || first + count > entry.count) return tiff.numbers(entry, first, count);
      const list = lists.get(entry) ?? tiff.numbers(entry);
      lists.set(entry, list);
      return (await list).slice(first, first + count);
    },
  };
}

/** Find the mask of the first image, in a separate directory as GDAL writes it; undefined if there is none. */
async function findMask(tiff: TiffFile, image: TiffImage, address: string): Promise<TiffImage | undefined> {
  for (const directory of tiff.directories.slice(1)) {
    const [kind = 0] = await tiff.numbers(directory.get(tags.subfileType));
    if ((kind & maskBit) === 0 || (kind & reducedBit) !== 0) continue;
    const mask = await tiffImage(tiff, directory, address, 'whole');
    const isOfImage = mask.widthPx === image.widthPx && mask.heightPx === image.heightPx;
    // TIFF 6.0 uses one bit, GDAL eight.
    if (isOfImage && mask.samples === 1 && mask.bits <= 8) return mask;
  }
  return undefined;
}

/** Load the LERC decoder. LERC data may also be compressed by deflate or zstd. */
async function lercReader(tiff: TiffFile, { directory, tileWidthPx, isPlanar, samples, numberKind, bits }: TiffImage) {
  const [, packing = 0] = await tiff.numbers(directory.get(tags.lercParameters));
  const { unpackLerc } = await import('./unpack-lerc.ts');
  return unpackLerc({
    packing,
    widthPx: tileWidthPx,
    bands: isPlanar ? 1 : samples,
    isFloat: numberKind === 'float',
    bits,
  });
}

import { fromArrayBuffer, fromBlob, type GeoTIFF, type GeoTIFFImage } from 'geotiff';
import { Fault, reasonOf } from '../../contract/index.ts';
import type { RasterManifest } from '../../service/definition.ts';
import { emptySamples } from '../../service/no-data.ts';
import type { Samples } from '../../service/raster-source.ts';
import { checkSize } from '../image/limits.ts';
import { extentOf, type Sidecars, turnedOver } from '../image/world-file.ts';
import { type Diagnostic, diagnostic, readFault } from '../reading/diagnostic.ts';
import type { PaletteEntry, SourceBand, SourceRaster } from '../reading/source-raster.ts';
import { readSlice, type SourceFile, sizeOf, stem } from '../reading/source-table.ts';
import { fromCrs } from '../reading/spatial-reference.ts';
import { tags } from './tiff-image.ts';
import { noDataOf, tiffLocation } from './tiff-location.ts';
import { maskedBands, readMask } from './tiff-mask.ts';

/** Photometric interpretations (TIFF 6.0). */
const whiteIsZero = 0;
const rgb = 2;
const paletteColor = 3;
const jpegCompression = 7;

/**
 * Read the first image of a GeoTIFF. What the file says of its place wins over what lies beside it.
 *
 * @throws {Fault} `bad-package` when it is damaged or lies nowhere, `too-large`, `not-supported` for samples or a way of lying
 *   that cannot be stored
 */
export async function readGeoTiff(
  file: SourceFile,
  beside: Sidecars = {},
  signal?: AbortSignal,
): Promise<SourceRaster> {
  try {
    return await readImage(file, await openTiff(file, signal), beside, signal);
  } catch (error) {
    if (error instanceof Fault || signal?.aborted) throw error;
    throw readFault('bad-package', 'geoTiffExpected', file.name, ownReason(error).slice(0, 200));
  }
}

/** The reader's own words, where it has any: damage also ends in texts, numbers and errors of the language. */
function ownReason(error: unknown): string {
  const reason = reasonOf(error);
  const isOwn = error instanceof TypeError || (error instanceof Error && error.constructor === Error);
  return isOwn ? reason : `it is damaged or cut off (${reason})`;
}

/** A decoder may fill up what is missing at the end. @throws {Fault} `bad-package` where pixels lie outside of the file */
async function checkWhole(file: SourceFile, image: GeoTIFFImage): Promise<void> {
  const part = image.isTiled ? 'Tile' : 'Strip';
  const [offsets, counts] = (await Promise.all([
    image.fileDirectory.loadValue(`${part}Offsets`),
    image.fileDirectory.loadValue(`${part}ByteCounts`),
  ])) as (ArrayLike<number> | undefined)[];
  const size = sizeOf(file);
  const isCut = Array.from(offsets ?? []).some((offset, i) => Number(offset) + Number(counts?.[i] ?? 0) > size);
  if (isCut) throw new Error(`pixels beyond its ${size} bytes, it is cut off`);
}

async function openTiff(file: SourceFile, signal: AbortSignal | undefined): Promise<GeoTIFF> {
  return file.bytes instanceof Blob
    ? fromBlob(file.bytes, signal)
    : fromArrayBuffer((await readSlice(file, 0, sizeOf(file))).slice().buffer, signal);
}

async function readImage(
  file: SourceFile,
  tiff: GeoTIFF,
  beside: Sidecars,
  signal: AbortSignal | undefined,
): Promise<SourceRaster> {
  const { name } = file;
  const image = await tiff.getImage(0);
  const directory = image.fileDirectory;
  const widthPx = image.getWidth();
  const heightPx = image.getHeight();
  checkSize(name, widthPx, heightPx, image.getBytesPerPixel());
  await checkWhole(file, image);
  const numbers = async (tag: number) => ((await directory.loadValue(tag)) ?? []) as ArrayLike<number>;
  const texts = ((await directory.loadValue(tags.geoTexts)) ?? '') as string;
  const { placement, crs } = await tiffLocation(numbers, texts, name, beside.placement);
  if (!placement) throw readFault('bad-package', 'locationExpected', name, `${stem(name)}.tfw`);
  const spatialReference = fromCrs(crs) ?? beside.spatialReference;
  const photometric = (await directory.loadValue('PhotometricInterpretation')) as number | undefined;
  const options = { ...(signal ? { signal } : {}) };
  // YCbCr and its like become red, green and blue; all else stays as it is.
  const isColorModel = photometric !== undefined && photometric > paletteColor && photometric !== 4 && photometric < 10;
  const read = isColorModel
    ? await image.readRGB({ ...options, interleave: false })
    : await image.readRasters({ ...options, interleave: false });
  const planes = Array.from(read as ArrayLike<Samples>, (plane, i) =>
    widened(plane, diagnostic('inFile', name, diagnostic('band', i + 1))),
  );
  const sampleType = planes[0]!.sampleType;
  if (planes.some((plane) => plane.sampleType !== sampleType)) throw readFault('not-supported', 'sameSamples', name);
  let samples = planes.map((plane) => plane.samples);
  const bits = image.getBitsPerSample();
  // Of the value that is white, others are subtracted.
  const most = photometric === whiteIsZero && sampleType === 'u8' ? 2 ** bits - 1 : undefined;
  if (most !== undefined) samples = samples.map((band) => band.map((value) => most - value) as Samples);
  if (placement.isBottomUp) samples = samples.map((band) => turnedOver(band, widthPx));
  const palette = photometric === paletteColor ? await paletteOf(image) : undefined;
  const noDataText = (await directory.loadValue('GDAL_NODATA')) as string | undefined;
  const stored = noDataOf((noDataText ?? '').split('\0')[0]!, sampleType);
  const noData =
    stored === undefined
      ? undefined
      : ([...emptySamples({ sampleType, noData: most === undefined ? stored : most - stored })].find((value) =>
          samples.some((band) => band.includes(value)),
        ) ?? stored);
  const bands = await namedBands(image, samples, photometric === rgb || isColorModel);
  const mask = await readMask(tiff, image, signal);
  const counts = mask && placement.isBottomUp ? turnedOver(mask, widthPx) : mask;
  const compression = (await directory.loadValue('Compression')) as number | undefined;
  return {
    name: stem(name),
    widthPx,
    heightPx,
    extent: extentOf(placement, widthPx, heightPx),
    ...(spatialReference ? { spatialReference } : {}),
    sampleType,
    bands: counts ? maskedBands(bands, counts, noData) : bands,
    ...(noData === undefined ? {} : { noData }),
    ...(palette ? { palette } : {}),
    isCategorical: palette !== undefined,
    isNarrow: bits < 8,
    isLossy: compression === jpegCompression,
    notes: placement.isBottomUp ? [diagnostic('rowsTurned')] : [],
  };
}

async function paletteOf(image: GeoTIFFImage): Promise<PaletteEntry[] | undefined> {
  const map = (await image.fileDirectory.loadValue('ColorMap')) as ArrayLike<number> | undefined;
  if (!map) return undefined;
  const count = map.length / 3;
  // Sixteen bits a channel; some writers fill only eight.
  const isWide = Array.from(map).some((value) => value > 255);
  const byte = (value: number): number => (isWide ? value >> 8 : value);
  return Array.from({ length: count }, (_, value) => ({
    value,
    red: byte(map[value]!),
    green: byte(map[count + value]!),
    blue: byte(map[2 * count + value]!),
  }));
}

async function namedBands(image: GeoTIFFImage, samples: readonly Samples[], isRgb: boolean): Promise<SourceBand[]> {
  const extra = (await image.fileDirectory.loadValue('ExtraSamples')) as ArrayLike<number> | undefined;
  const hasAlpha = extra?.[0] === 1 || extra?.[0] === 2;
  const descriptions = await Promise.all(
    samples.map(async (_, i) => (await image.getGDALMetadata(i))?.DESCRIPTION as string | undefined),
  );
  return samples.map((band, i) => {
    const defaultName =
      isRgb && i < 3 ? ['Red', 'Green', 'Blue'][i]! : samples.length === 1 ? 'Value' : `Band_${i + 1}`;
    const isAlpha = hasAlpha && i === samples.length - (extra?.length ?? 0) && i > 0;
    return { name: isAlpha ? 'Alpha' : (descriptions[i] ?? defaultName), samples: band };
  });
}

/** Samples in one of the types that are stored; what has none of its own goes into the next wider. */
function widened(
  samples: Samples | Int8Array | Uint32Array,
  location: Diagnostic,
): { readonly sampleType: RasterManifest['sampleType']; readonly samples: Samples } {
  if (samples instanceof Uint8Array || samples instanceof Uint8ClampedArray) return { sampleType: 'u8', samples };
  if (samples instanceof Uint16Array) return { sampleType: 'u16', samples };
  if (samples instanceof Int16Array) return { sampleType: 'i16', samples };
  if (samples instanceof Int32Array) return { sampleType: 'i32', samples };
  if (samples instanceof Float32Array) return { sampleType: 'f32', samples };
  if (samples instanceof Float64Array) return { sampleType: 'f64', samples };
  if (samples instanceof Int8Array) return { sampleType: 'i16', samples: Int16Array.from(samples) };
  if (samples instanceof Uint32Array) return { sampleType: 'f64', samples: Float64Array.from(samples) };
  throw readFault('not-supported', 'samplesExpected', location);
}

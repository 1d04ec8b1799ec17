import { type SourceDetail, type SourceReason, sourceFault } from '../reading/range-reader.ts';
import type { TiffDirectory, TiffEntry, TiffFile } from './tiff-file.ts';

/** Tags of TIFF 6.0, its supplements, GeoTIFF and GDAL. */
export const tags = {
  subfileType: 254,
  width: 256,
  height: 257,
  bits: 258,
  compression: 259,
  photometric: 262,
  stripOffsets: 273,
  samples: 277,
  rowsPerStrip: 278,
  stripByteCounts: 279,
  planes: 284,
  predictor: 317,
  colorMap: 320,
  tileWidth: 322,
  tileHeight: 323,
  tileOffsets: 324,
  tileByteCounts: 325,
  extraSamples: 338,
  sampleFormat: 339,
  jpegTables: 347,
  subsampling: 530,
  pixelScale: 33550,
  tiePoint: 33922,
  transformation: 34264,
  geoKeys: 34735,
  geoDoubles: 34736,
  geoTexts: 34737,
  metadata: 42112,
  noData: 42113,
  lercParameters: 50674,
} as const;

/** Photometric interpretations. */
export const photometrics = {
  whiteIsZero: 0,
  blackIsZero: 1,
  rgb: 2,
  palette: 3,
  mask: 4,
  cmyk: 5,
  yCbCr: 6,
  cieLab: 8,
} as const;

/** Image of a file in tiles. A strip is a tile as wide as the image. */
export interface TiffImage {
  readonly directory: TiffDirectory;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly tileWidthPx: number;
  readonly tileHeightPx: number;
  /** The last strip has only the remaining rows. */
  readonly isStriped: boolean;
  /** Samples per pixel. */
  readonly samples: number;
  /** Bits per sample. */
  readonly bits: number;
  readonly numberKind: 'unsigned' | 'signed' | 'float';
  readonly compression: number;
  readonly predictor: number;
  readonly photometric: number;
  /** Each band has its own tiles; the tiles of the first band come first. */
  readonly isPlanar: boolean;
  readonly isOverview: boolean;
  readonly isMask: boolean;
  readonly offsets: TiffEntry;
  readonly byteCounts: TiffEntry;
  /** Shared tables of JPEG tiles; empty for other images. */
  readonly jpegTables: Uint8Array<ArrayBuffer>;
}

/** Samples per pixel in the color models that are converted to RGB. */
const modelSamples: Readonly<Record<number, number>> = {
  [photometrics.cmyk]: 4,
  [photometrics.yCbCr]: 3,
  [photometrics.cieLab]: 3,
};
const [jpeg, webP] = [7, 50001];
export const lerc = 34887;
const compressionNames: Readonly<Record<number, string>> = {
  1: 'none',
  5: 'LZW',
  [jpeg]: 'JPEG',
  8: 'deflate',
  32773: 'PackBits',
  32946: 'deflate',
  50000: 'zstd',
  [webP]: 'WebP',
};
const unreadNames: Readonly<Record<number, string>> = {
  2: 'CCITT',
  3: 'CCITT',
  4: 'CCITT',
  6: 'JPEG of the old kind',
  34712: 'JPEG 2000',
  [lerc]: 'LERC',
  34925: 'LZMA',
  50002: 'JPEG XL',
};
/** Maximum bytes of a tile: it's decompressed whole, and an image may show many. */
const maxTileBytes = 64 * 1024 ** 2;
/** Maximum bytes of all tiles of an image that is read whole, including the parts of tiles beyond its edges. */
const maxTotalTileBytes = 2 * 1024 ** 3;

/**
 * Read the description of an image.
 *
 * @param use whether the image is read in parts or whole; strips and LERC can only be read whole
 * @throws {Fault} `source-failed` when the image is damaged or can't be read this way
 */
export async function tiffImage(
  file: TiffFile,
  directory: TiffDirectory,
  address: string,
  use: 'parts' | 'whole' = 'parts',
): Promise<TiffImage> {
  const makeFault = (reason: SourceReason, message: string, detail?: SourceDetail) =>
    sourceFault(address, reason, message, undefined, detail);
  const readFirst = (tag: number, missing: number) => firstNumber(file, directory, tag, missing);
  const [widthPx, heightPx] = [await readFirst(tags.width, 0), await readFirst(tags.height, 0)];
  if (!(widthPx >= 1 && heightPx >= 1)) throw makeFault('empty', `expected pixels, found ${widthPx} x ${heightPx}.`);
  const layout = await readLayout(file, directory, address, { use, widthPx, heightPx });
  const { tileWidthPx, tileHeightPx, isStriped, offsets, byteCounts } = layout;
  const { samples, bits, numberKind } = await sampleKind(file, directory, address);
  const compression = await readFirst(tags.compression, 1);
  if (!compressionNames[compression] && !(compression === lerc && use === 'whole')) {
    const method = unreadNames[compression] ?? `method ${compression}`;
    throw makeFault(
      'encoding',
      `expected ${[...new Set(Object.values(compressionNames))].join(', ')} compression, found ${method}.`,
      { found: method },
    );
  }
  const predictor = await readFirst(tags.predictor, 1);
  const hasPredictor =
    predictor === 1 || (predictor === 2 && [8, 16, 32].includes(bits)) || (predictor === 3 && numberKind === 'float');
  if (!hasPredictor) throw makeFault('encoding', `expected a predictor for ${bits}-bit samples, found ${predictor}.`);
  const isPlanar = (await readFirst(tags.planes, 1)) === 2 && samples > 1;
  const photometric = await readFirst(tags.photometric, photometrics.blackIsZero);
  const isJpegOrWebP = compression === jpeg || compression === webP;
  if (isJpegOrWebP && (bits !== 8 || (!isPlanar && (samples === 2 || samples > (compression === jpeg ? 3 : 4)))))
    throw makeFault('encoding', `expected JPEG tiles with 1 or 3 bands of 8 bits, found ${samples} of ${bits} bits.`);
  const isDecoded = isJpegOrWebP && photometric === photometrics.yCbCr;
  const isModel =
    bits === 8 && samples >= (modelSamples[photometric] ?? Infinity) && !(await isSubsampled(file, directory));
  if (photometric > photometrics.mask && !isDecoded && !isModel)
    throw makeFault('encoding', `expected red, green and blue, gray or a palette, found colour model ${photometric}.`);
  const tileBytes = tileWidthPx * tileHeightPx * (isPlanar ? 1 : samples) * Math.ceil(bits / 8);
  const tiles = Math.ceil(widthPx / tileWidthPx) * Math.ceil(heightPx / tileHeightPx) * (isPlanar ? samples : 1);
  const [readBytes, limit] =
    use === 'parts' ? [tileBytes, maxTileBytes] : [tileBytes * (isStriped ? 1 : tiles), maxTotalTileBytes];
  const limitMb = limit / 1024 ** 2;
  if (readBytes > limit)
    throw makeFault('large-parts', `expected tiles of at most ${limitMb} MB, found ${tileWidthPx} x ${tileHeightPx}.`, {
      mb: Math.ceil(readBytes / 1024 ** 2),
      limitMb,
    });
  if (offsets.count < tiles || byteCounts.count < tiles)
    throw makeFault('damaged', `expected ${tiles} tiles, found ${Math.min(offsets.count, byteCounts.count)}.`);
  const subfile = await readFirst(tags.subfileType, 0);
  return {
    directory,
    widthPx,
    heightPx,
    ...layout,
    samples,
    bits,
    numberKind,
    compression,
    predictor,
    photometric,
    isPlanar,
    isOverview: (subfile & 1) !== 0,
    isMask: (subfile & 4) !== 0,
    jpegTables: await file.bytes(directory.get(tags.jpegTables)),
  };
}

/** Read the size and location of tiles or strips. */
async function readLayout(
  file: TiffFile,
  directory: TiffDirectory,
  address: string,
  { use, widthPx, heightPx }: { use: 'parts' | 'whole'; widthPx: number; heightPx: number },
): Promise<Pick<TiffImage, 'tileWidthPx' | 'tileHeightPx' | 'isStriped' | 'offsets' | 'byteCounts'>> {
  const isStriped = !directory.has(tags.tileOffsets);
  if (isStriped && use === 'parts')
    throw sourceFault(
      address,
      'no-tiles',
      "expected tiles, found strips, which can't be read in parts. Convert the file: gdal_translate -of COG.",
    );
  const tileWidthPx = isStriped ? widthPx : await firstNumber(file, directory, tags.tileWidth, 0);
  const tileHeightPx = isStriped
    ? Math.min(heightPx, await firstNumber(file, directory, tags.rowsPerStrip, heightPx))
    : await firstNumber(file, directory, tags.tileHeight, 0);
  const offsets = directory.get(isStriped ? tags.stripOffsets : tags.tileOffsets);
  const byteCounts = directory.get(isStriped ? tags.stripByteCounts : tags.tileByteCounts);
  if (!(tileWidthPx >= 1 && tileHeightPx >= 1) || !offsets || !byteCounts)
    throw sourceFault(address, 'damaged', 'expected tiles or strips, found nothing.');
  return { tileWidthPx, tileHeightPx, isStriped, offsets, byteCounts };
}

async function firstNumber(file: TiffFile, directory: TiffDirectory, tag: number, missing: number): Promise<number> {
  return (await file.numbers(directory.get(tag), 0, directory.has(tag) ? 1 : 0))[0] ?? missing;
}

/** Read the number and type of the samples of a pixel. */
async function sampleKind(
  file: TiffFile,
  directory: TiffDirectory,
  address: string,
): Promise<Pick<TiffImage, 'samples' | 'bits' | 'numberKind'>> {
  const samples = await firstNumber(file, directory, tags.samples, 1);
  if (!(samples >= 1)) throw sourceFault(address, 'empty', 'expected bands, found nothing.');
  const allBits = await file.numbers(directory.get(tags.bits));
  const kinds = await file.numbers(directory.get(tags.sampleFormat));
  const bits = allBits[0] ?? 1;
  const kind = kinds[0] ?? 1;
  if (allBits.some((other) => other !== bits) || kinds.some((other) => other !== kind))
    throw sourceFault(address, 'encoding', 'expected samples of one type, found several.');
  const isFloat = kind === 3;
  const hasBits = isFloat
    ? [16, 32, 64].includes(bits)
    : kind === 2
      ? [8, 16, 32].includes(bits)
      : bits >= 1 && bits <= 32;
  if (kind < 1 || kind > 4 || !hasBits)
    throw sourceFault(
      address,
      'encoding',
      `expected integers of 1 to 32 bits or floating-point numbers, found type ${kind} of ${bits} bits.`,
    );
  return { samples, bits, numberKind: isFloat ? 'float' : kind === 2 ? 'signed' : 'unsigned' };
}

/**
 * Return the sample value of black if 0 is white; samples are inverted by subtracting from it. Undefined for other
 * images.
 */
export const getWhiteValue = ({ photometric, bits, numberKind }: TiffImage): number | undefined =>
  photometric === photometrics.whiteIsZero && numberKind === 'unsigned' && bits <= 8 ? 2 ** bits - 1 : undefined;

/** Return the color model that must be converted to RGB; undefined if the image is RGB or has no colors. */
export function getColorModel({ compression, photometric }: TiffImage): 'cmyk' | 'yCbCr' | 'cieLab' | undefined {
  // Image decoders convert to RGB themselves.
  if (compression === jpeg || compression === webP) return undefined;
  return (['cmyk', 'yCbCr', 'cieLab'] as const).find((name) => photometrics[name] === photometric);
}

/** Check whether pixels share color samples, which is the default of TIFF. */
async function isSubsampled(file: TiffFile, directory: TiffDirectory): Promise<boolean> {
  const [photometric] = await file.numbers(directory.get(tags.photometric));
  if (photometric !== photometrics.yCbCr) return false;
  const steps = await file.numbers(directory.get(tags.subsampling));
  return steps.length === 0 || steps.some((step) => step > 1);
}

/** Image with the mask of its valid pixels. */
export interface TiffLevel {
  readonly image: TiffImage;
  readonly mask?: TiffImage;
}

/**
 * Find the first image of a file and its overviews.
 *
 * @returns the full resolution, then the overviews, the finest first
 * @throws {Fault} `source-failed` when there is no image, or it can't be read in parts
 */
export async function tiffLevels(file: TiffFile, address: string): Promise<readonly [TiffLevel, ...TiffLevel[]]> {
  const [first, ...others] = file.directories;
  if (!first) throw sourceFault(address, 'empty', 'expected an image, found nothing.');
  const full = await tiffImage(file, first, address);
  return collectLevels(file, others, address, full);
}

/**
 * Find the overviews of an image in a separate file, as GDAL writes them (`.ovr`).
 *
 * @returns the finest first; empty if there are none for this image
 * @throws {Fault} `source-failed` when an overview can't be read in parts
 */
export async function readExternalOverviews(
  file: TiffFile,
  address: string,
  { image, mask }: TiffLevel,
): Promise<TiffLevel[]> {
  const [, ...levels] = await collectLevels(file, file.directories, address, image);
  return levels.filter((level) => level.mask || !mask);
}

async function collectLevels(
  file: TiffFile,
  directories: TiffFile['directories'],
  address: string,
  full: TiffImage,
): Promise<readonly [TiffLevel, ...TiffLevel[]]> {
  const overviews: TiffImage[] = [];
  const masks: TiffImage[] = [];
  for (const directory of directories) {
    const [subfile = 0] = await file.numbers(directory.get(tags.subfileType));
    // Other pages and thumbnails aren't part of the raster.
    if ((subfile & 5) === 0) continue;
    const image = await tiffImage(file, directory, address);
    if (image.isMask) masks.push(image);
    else if (isOverviewOf(image, full)) overviews.push(image);
  }
  overviews.sort((a, b) => b.widthPx - a.widthPx);
  const withMask = (image: TiffImage): TiffLevel => {
    const mask = masks.find(
      (candidate) => candidate.widthPx === image.widthPx && candidate.heightPx === image.heightPx,
    );
    return mask ? { image, mask } : { image };
  };
  // Without its mask, an overview would show pixels that the full resolution hides.
  const isMasked = withMask(full).mask !== undefined;
  const levels = overviews.map(withMask).filter(({ mask }) => !isMasked || mask);
  return [withMask(full), ...levels];
}

function isOverviewOf(image: TiffImage, full: TiffImage): boolean {
  const isAlike =
    image.isOverview &&
    image.samples === full.samples &&
    image.bits === full.bits &&
    image.numberKind === full.numberKind &&
    (image.photometric === full.photometric || full.photometric !== photometrics.palette);
  const expectedHeight = (full.heightPx * image.widthPx) / full.widthPx;
  return isAlike && image.widthPx < full.widthPx && Math.abs(image.heightPx - expectedHeight) <= 2;
}

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
  samples: 277,
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
  pixelScale: 33550,
  tiePoint: 33922,
  transformation: 34264,
  geoKeys: 34735,
  geoDoubles: 34736,
  geoTexts: 34737,
  metadata: 42112,
  noData: 42113,
} as const;

/** Photometric interpretations. */
export const photometrics = { whiteIsZero: 0, blackIsZero: 1, rgb: 2, palette: 3, mask: 4, yCbCr: 6 } as const;

/** One image of a file, in tiles. */
export interface TiffImage {
  readonly directory: TiffDirectory;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly tileWidthPx: number;
  readonly tileHeightPx: number;
  /** Samples of a pixel. */
  readonly samples: number;
  /** Bits of a sample. */
  readonly bits: number;
  readonly numberKind: 'unsigned' | 'signed' | 'float';
  readonly compression: number;
  readonly predictor: number;
  readonly photometric: number;
  /** Each band has tiles of its own, those of the first come first. */
  readonly isPlanar: boolean;
  readonly isOverview: boolean;
  readonly isMask: boolean;
  readonly offsets: TiffEntry;
  readonly byteCounts: TiffEntry;
  /** What all tiles that are JPEG pictures have in common; empty for others. */
  readonly jpegTables: Uint8Array<ArrayBuffer>;
}

const jpeg = 7;
const compressionNames: Readonly<Record<number, string>> = {
  1: 'none',
  5: 'LZW',
  [jpeg]: 'JPEG',
  8: 'deflate',
  32773: 'PackBits',
  32946: 'deflate',
  50000: 'zstd',
  50001: 'WebP',
};
const unreadNames: Readonly<Record<number, string>> = {
  2: 'CCITT',
  3: 'CCITT',
  4: 'CCITT',
  6: 'JPEG of the old kind',
  34712: 'JPEG 2000',
  34887: 'LERC',
  34925: 'LZMA',
  50002: 'JPEG XL',
};
const largestTileBytes = 64 * 1024 ** 2;

/**
 * Read the description of an image.
 *
 * @throws {Fault} `source-failed` for one that is damaged, or cannot be read in parts
 */
async function tiffImage(file: TiffFile, directory: TiffDirectory, address: string): Promise<TiffImage> {
  const refused = (reason: SourceReason, message: string, detail?: SourceDetail) =>
    sourceFault(address, reason, message, undefined, detail);
  const one = async (tag: number, missing: number): Promise<number> =>
    (await file.numbers(directory.get(tag), 0, directory.has(tag) ? 1 : 0))[0] ?? missing;
  const [widthPx, heightPx] = [await one(tags.width, 0), await one(tags.height, 0)];
  if (!(widthPx >= 1 && heightPx >= 1)) throw refused('empty', `pixels expected, ${widthPx} x ${heightPx} found.`);
  const [tileWidthPx, tileHeightPx] = [await one(tags.tileWidth, 0), await one(tags.tileHeight, 0)];
  const [offsets, byteCounts] = [directory.get(tags.tileOffsets), directory.get(tags.tileByteCounts)];
  if (!(tileWidthPx >= 1 && tileHeightPx >= 1) || !offsets || !byteCounts)
    throw refused(
      'no-tiles',
      'its pixels are stored in rows and not in tiles, so a part of it cannot be read. gdal_translate -of COG makes a file that can.',
    );
  const samples = await one(tags.samples, 1);
  const allBits = await file.numbers(directory.get(tags.bits));
  const kinds = await file.numbers(directory.get(tags.sampleFormat));
  const bits = allBits[0] ?? 1;
  const kind = kinds[0] ?? 1;
  if (allBits.some((other) => other !== bits) || kinds.some((other) => other !== kind))
    throw refused('encoding', 'samples of one type expected, several found.');
  const isFloat = kind === 3;
  const hasBits = isFloat ? bits === 32 || bits === 64 : [1, 2, 4, 8, 16, 32].includes(bits);
  if (kind < 1 || kind > 4 || !hasBits || (bits < 8 && samples > 1))
    throw refused(
      'encoding',
      `numbers of 8 to 32 bits, or floating-point ones, expected; type ${kind} of ${bits} bits found.`,
    );
  const compression = await one(tags.compression, 1);
  if (!compressionNames[compression]) {
    const found = unreadNames[compression] ?? `method ${compression}`;
    throw refused(
      'encoding',
      `its tiles are compressed by ${found}; ${[...new Set(Object.values(compressionNames))].join(', ')} are read.`,
      { found },
    );
  }
  const predictor = await one(tags.predictor, 1);
  const hasPredictor = predictor === 1 || (predictor === 2 && bits >= 8 && bits <= 32) || (predictor === 3 && isFloat);
  if (!hasPredictor) throw refused('encoding', `a predictor for its ${bits} bits expected, ${predictor} found.`);
  const isPlanar = (await one(tags.planes, 1)) === 2 && samples > 1;
  const photometric = await one(tags.photometric, photometrics.blackIsZero);
  const isPicture = compression === jpeg || compression === 50001;
  if (isPicture && (bits !== 8 || (!isPlanar && (samples === 2 || samples > (compression === jpeg ? 3 : 4)))))
    throw refused('encoding', `pictures of 1 or 3 bands expected in its tiles, ${samples} of ${bits} bits found.`);
  if (photometric > photometrics.mask && !(photometric === photometrics.yCbCr && isPicture))
    throw refused('encoding', `red, green and blue, gray or a palette expected, colour model ${photometric} found.`);
  const [tileBytes, limitMb] = [tileWidthPx * tileHeightPx * samples * Math.ceil(bits / 8), largestTileBytes >> 20];
  if (tileBytes > largestTileBytes)
    throw refused('large-parts', `tiles of at most ${limitMb} MB expected, ${tileWidthPx} x ${tileHeightPx} found.`, {
      mb: Math.ceil(tileBytes / 1024 ** 2),
      limitMb,
    });
  const tiles = Math.ceil(widthPx / tileWidthPx) * Math.ceil(heightPx / tileHeightPx) * (isPlanar ? samples : 1);
  if (offsets.count < tiles || byteCounts.count < tiles)
    throw refused('damaged', `${tiles} tiles expected, ${Math.min(offsets.count, byteCounts.count)} found.`);
  const subfile = await one(tags.subfileType, 0);
  return {
    directory,
    widthPx,
    heightPx,
    tileWidthPx,
    tileHeightPx,
    samples,
    bits,
    numberKind: isFloat ? 'float' : kind === 2 ? 'signed' : 'unsigned',
    compression,
    predictor,
    photometric,
    isPlanar,
    isOverview: (subfile & 1) !== 0,
    isMask: (subfile & 4) !== 0,
    offsets,
    byteCounts,
    jpegTables: await file.bytes(directory.get(tags.jpegTables)),
  };
}

/** An image with the mask that says which of its pixels count. */
export interface TiffLevel {
  readonly image: TiffImage;
  readonly mask?: TiffImage;
}

/**
 * Find the first image of a file and its overviews.
 *
 * @returns the full resolution, then the overviews, the finest first
 * @throws {Fault} `source-failed`
 */
export async function tiffLevels(file: TiffFile, address: string): Promise<readonly [TiffLevel, ...TiffLevel[]]> {
  const [first, ...others] = file.directories;
  if (!first) throw sourceFault(address, 'empty', 'it has no image.');
  const full = await tiffImage(file, first, address);
  return levelsOf(file, others, address, full);
}

/**
 * Find the overviews of an image in a file beside its own, as GDAL writes them (`.ovr`).
 *
 * @returns the finest first; empty when it has none of this image
 * @throws {Fault} `source-failed`
 */
export async function overviewsBeside(
  file: TiffFile,
  address: string,
  { image, mask }: TiffLevel,
): Promise<TiffLevel[]> {
  const [, ...levels] = await levelsOf(file, file.directories, address, image);
  return levels.filter((level) => level.mask || !mask);
}

async function levelsOf(
  file: TiffFile,
  directories: TiffFile['directories'],
  address: string,
  full: TiffImage,
): Promise<readonly [TiffLevel, ...TiffLevel[]]> {
  const overviews: TiffImage[] = [];
  const masks: TiffImage[] = [];
  for (const directory of directories) {
    const [subfile = 0] = await file.numbers(directory.get(tags.subfileType));
    // Other pages, thumbnails and the like are no part of the raster.
    if ((subfile & 5) === 0) continue;
    const image = await tiffImage(file, directory, address);
    if (image.isMask) masks.push(image);
    else if (isOverviewOf(image, full)) overviews.push(image);
  }
  overviews.sort((a, b) => b.widthPx - a.widthPx);
  const withMask = (image: TiffImage): TiffLevel => {
    const mask = masks.find((one) => one.widthPx === image.widthPx && one.heightPx === image.heightPx);
    return mask ? { image, mask } : { image };
  };
  // Without its mask an overview would show what the full resolution hides.
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

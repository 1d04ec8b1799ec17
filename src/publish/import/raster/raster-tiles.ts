import { deflateSync } from 'fflate';
import { concatBytes } from '../../../../sw/formats/reading/concat-bytes.ts';
import type { SourceRaster } from '../../../../sw/formats/reading/source-raster.ts';
import type { TilePyramid } from '../../../../sw/formats/tiles/tile-pyramid.ts';
import type { ByteRange } from '../../../../sw/rows/manifest.ts';
import type { RasterLevelManifest, RasterManifest } from '../../../../sw/service/definition.ts';
import { emptySamples } from '../../../../sw/service/no-data.ts';
import type { DecodeImage, Samples } from '../../../../sw/service/raster-source.ts';

/** Encodes pixels as an image file; `rgba` isn't premultiplied. */
export type EncodeImage = (
  rgba: Uint8ClampedArray,
  widthPx: number,
  heightPx: number,
  format: 'png' | 'jpeg',
) => Promise<Uint8Array> | Uint8Array;

/** Decoder and encoder of the host. */
export interface ImageCodec {
  readonly decodeImage: DecodeImage;
  readonly encodeImage: EncodeImage;
}

interface RasterTileOptions {
  /** Prefix of file names. */
  readonly key: string;
  readonly tileSizePx?: number;
  /** If absent, images are stored as samples too. */
  readonly encodeImage?: EncodeImage;
  /** Called with the completed share, 0 to 1. */
  readonly onProgress?: (share: number) => void;
  readonly signal?: AbortSignal;
}

export interface WrittenRaster {
  /** Prefix of file names; unique in the service. */
  readonly key: string;
  readonly manifest: RasterManifest;
  readonly files: Map<string, Uint8Array>;
}

/**
 * Store a raster as tiles with overviews. Each overview halves the previous one, down to a single tile. Four pixels are
 * averaged, ignoring pixels without data; for class numbers, the upper left pixel is used.
 *
 * Bytes in three or four bands become images: JPEG if the source was JPEG, otherwise PNG. Other samples are stored
 * packed, without loss.
 */
export async function writeRaster(source: SourceRaster, options: RasterTileOptions): Promise<WrittenRaster> {
  const { key, tileSizePx = 256, encodeImage, onProgress, signal } = options;
  const { sampleType, isCategorical } = source;
  // The no-data value in the type of the samples.
  const [noData] = emptySamples(source);
  const alpha = source.bands.findIndex(({ name }) => /^alpha$/i.test(name));
  const isImage = isImageLike(source, alpha) && encodeImage !== undefined;
  const encoding = !isImage ? 'raw-deflate' : source.isLossy && alpha < 0 ? 'jpeg' : 'png';
  const files = new Map<string, Uint8Array>();
  const levels: RasterLevelManifest[] = [];
  let grid: Grid = {
    widthPx: source.widthPx,
    heightPx: source.heightPx,
    bands: source.bands.map((band) => band.samples),
  };
  for (;;) {
    const file = `${key}.level${levels.length}.tiles`;
    const written: Uint8Array[] = [];
    const tiles: ByteRange[] = [];
    let offset = 0;
    for (let y = 0; y < grid.heightPx; y += tileSizePx) {
      signal?.throwIfAborted();
      for (let x = 0; x < grid.widthPx; x += tileSizePx) {
        const tile = cut(grid, x, y, Math.min(tileSizePx, grid.widthPx - x), Math.min(tileSizePx, grid.heightPx - y));
        const bytes =
          encoding === 'raw-deflate'
            ? deflateSync(samplesToBytes(tile.bands), { level: 6 })
            : await encodeImage!(gridToRgba(tile), tile.widthPx, tile.heightPx, encoding);
        written.push(bytes);
        tiles.push([offset, bytes.length]);
        offset += bytes.length;
      }
      // All overviews together add a third of the full size.
      if (levels.length === 0) onProgress?.(0.75 * Math.min(1, (y + tileSizePx) / grid.heightPx));
    }
    files.set(file, concatBytes(written));
    levels.push({ widthPx: grid.widthPx, heightPx: grid.heightPx, file, tiles });
    if (grid.widthPx <= tileSizePx && grid.heightPx <= tileSizePx) break;
    grid = halveGrid(grid, { isCategorical, noData, alpha, isWhole: sampleType !== 'f32' && sampleType !== 'f64' });
  }
  onProgress?.(1);
  return {
    key,
    manifest: {
      widthPx: source.widthPx,
      heightPx: source.heightPx,
      extent: source.extent,
      spatialReference: source.spatialReference,
      bandNames: source.bands.map((band) => band.name),
      sampleType,
      encoding,
      tileSizePx,
      noData,
      statistics: source.bands.map(({ samples }) => computeStatistics(samples, noData)),
      levels,
    },
    files,
  };
}

/** Check whether the bands are an image without a no-data value, which lossy encoding would blur. */
function isImageLike({ sampleType, bands, noData }: SourceRaster, alpha: number): boolean {
  return sampleType === 'u8' && noData === undefined && (bands.length === 3 || (bands.length === 4 && alpha === 3));
}

interface Grid {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly bands: readonly Samples[];
}

function cut(grid: Grid, x: number, y: number, widthPx: number, heightPx: number): Grid {
  const bands = grid.bands.map((samples) => {
    const out = newSamples(samples, widthPx * heightPx);
    for (let row = 0; row < heightPx; row++) {
      const start = (y + row) * grid.widthPx + x;
      out.set(samples.subarray(start, start + widthPx), row * widthPx);
    }
    return out;
  });
  return { widthPx, heightPx, bands };
}

function newSamples(like: Samples, length: number): Samples {
  return new (like.constructor as new (length: number) => Samples)(length);
}

/** Return the samples as little-endian bytes, which is the byte order of all machines that browsers run on. */
function samplesToBytes(bands: readonly Samples[]): Uint8Array {
  const out = new Uint8Array(bands.reduce((sum, samples) => sum + samples.byteLength, 0));
  let offset = 0;
  for (const { buffer, byteOffset, byteLength } of bands) {
    out.set(new Uint8Array(buffer, byteOffset, byteLength), offset);
    offset += byteLength;
  }
  return out;
}

function gridToRgba({ bands: [red, green, blue, alpha], widthPx, heightPx }: Grid): Uint8ClampedArray {
  const rgba = new Uint8ClampedArray(widthPx * heightPx * 4);
  for (let i = 0; i < widthPx * heightPx; i++) {
    rgba[4 * i] = red![i]!;
    rgba[4 * i + 1] = green![i]!;
    rgba[4 * i + 2] = blue![i]!;
    rgba[4 * i + 3] = alpha ? alpha[i]! : 255;
  }
  return rgba;
}

interface Halving {
  readonly isCategorical: boolean;
  readonly noData: number | undefined;
  /** Index of the opacity band, -1 for none. Transparent pixels don't count in averages. */
  readonly alpha: number;
  readonly isWhole: boolean;
}

/** Return a grid with half the width and height, rounded up. */
export function halveGrid(
  { widthPx, heightPx, bands }: Grid,
  { isCategorical, noData, alpha, isWhole }: Halving,
): Grid {
  const wide = Math.ceil(widthPx / 2);
  const high = Math.ceil(heightPx / 2);
  const opacity = alpha >= 0 ? bands[alpha]! : undefined;
  const smaller = bands.map((samples, band) => {
    const out = newSamples(samples, wide * high);
    for (let y = 0; y < high; y++) {
      const top = 2 * y * widthPx;
      const bottom = 2 * y + 1 < heightPx ? top + widthPx : top;
      for (let x = 0; x < wide; x++) {
        const leftColumn = 2 * x;
        const right = leftColumn + 1 < widthPx ? leftColumn + 1 : leftColumn;
        if (isCategorical) {
          out[y * wide + x] = samples[top + leftColumn]!;
          continue;
        }
        let sum = 0;
        let weight = 0;
        for (const index of [top + leftColumn, top + right, bottom + leftColumn, bottom + right]) {
          const value = samples[index]!;
          if (value === noData || !Number.isFinite(value)) continue;
          const share = opacity && band !== alpha ? opacity[index]! : 1;
          sum += value * share;
          weight += share;
        }
        const mean = weight > 0 ? sum / weight : (noData ?? samples[top + leftColumn]!);
        out[y * wide + x] = isWhole ? Math.round(mean) : mean;
      }
    }
    return out;
  });
  return { widthPx: wide, heightPx: high, bands: smaller };
}

/**
 * Compute minimum, maximum, mean and standard deviation of the pixels with data (Welford 1962); zeros if there are
 * none.
 */
export function computeStatistics(samples: Samples, noData: number | undefined): RasterManifest['statistics'][number] {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  let mean = 0;
  let squares = 0;
  let count = 0;
  for (let i = 0; i < samples.length; i++) {
    const value = samples[i]!;
    if (value === noData || !Number.isFinite(value)) continue;
    count++;
    if (value < min) min = value;
    if (value > max) max = value;
    const step = value - mean;
    mean += step / count;
    squares += step * (value - mean);
  }
  if (count === 0) return { min: 0, max: 0, mean: 0, stdDev: 0 };
  return { min, max, mean, stdDev: Math.sqrt(squares / count) };
}

/**
 * Store image tiles unchanged as a raster; a missing tile becomes transparent.
 *
 * @param key prefix of file names
 */
export async function writePyramid(
  source: SourceRaster,
  { levels, scheme }: TilePyramid,
  { key, encodeImage }: { readonly key: string; readonly encodeImage: EncodeImage },
): Promise<WrittenRaster> {
  const side = scheme.tileCols;
  const blank = new Blob([
    (await encodeImage(new Uint8ClampedArray(side * side * 4), side, side, 'png')) as Uint8Array<ArrayBuffer>,
  ]);
  const files = new Map<string, Uint8Array>();
  const written: RasterLevelManifest[] = [];
  for (const [i, { cols, rows, tiles }] of levels.entries()) {
    const file = `${key}.level${i}.tiles`;
    const ranges = new Map<Blob, ByteRange>();
    let end = 0;
    const list = Array.from(tiles, (tile = blank): ByteRange => {
      const knownRange = ranges.get(tile);
      if (knownRange) return knownRange;
      const range: ByteRange = [end, tile.size];
      ranges.set(tile, range);
      end += tile.size;
      return range;
    });
    files.set(file, new Uint8Array(await new Blob([...ranges.keys()]).arrayBuffer()));
    written.push({ widthPx: cols * side, heightPx: rows * side, file, tiles: list });
  }
  return {
    key,
    manifest: {
      widthPx: source.widthPx,
      heightPx: source.heightPx,
      extent: source.extent,
      spatialReference: source.spatialReference,
      bandNames: source.bands.map(({ name }) => name),
      sampleType: 'u8',
      // Readers detect the real format from the first bytes of each image.
      encoding: 'png',
      tileSizePx: side,
      statistics: source.bands.map(() => ({ min: 0, max: 255, mean: 127.5, stdDev: 64 })),
      levels: written,
    },
    files,
  };
}

import type { SourceRaster } from '../../../../sw/formats/reading/source-raster.ts';
import type { Extent } from '../../../../sw/geometry/extent.ts';
import { type Transformation, transformation } from '../../../../sw/geometry/project.ts';
import { coveringExtent } from '../../../../sw/geometry/project-extent.ts';
import type { RasterManifest } from '../../../../sw/service/definition.ts';
import { findAlphaBand } from '../../../../sw/service/raster-drawing.ts';
import type { Raster, Samples } from '../../../../sw/service/raster-source.ts';
import { decodeImage, encodeImage } from '../../../publish/import/raster/image-codec.ts';
import { type WrittenRaster, writeRaster } from '../../../publish/import/raster/raster-tiles.ts';
import type { ShareChoices } from './share-choices.ts';

interface CropOptions {
  /** Prefix of the copy's file names. */
  readonly name: string;
  /** Whether values are class codes, which must not be averaged when resampling. */
  readonly isCategorical: boolean;
  readonly maximumBytes: number;
}

/** A window of pixels in a level: first column and row from the upper left, and size. */
interface PixelWindow {
  readonly column: number;
  readonly row: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

/**
 * Write the part of a raster in a view, without any pixel outside of it, at the finest level within `maximumBytes`.
 * Statistics are those of the whole raster, so that colors don't change.
 *
 * @returns undefined if no pixel is in the view
 * @throws {Fault} like `Raster.tile`
 */
export async function cropRaster(
  stored: Raster,
  { extent, reference }: Pick<ShareChoices, 'extent' | 'reference'>,
  { name, isCategorical, maximumBytes }: CropOptions,
): Promise<Omit<WrittenRaster, 'key'> | undefined> {
  const { manifest } = stored;
  const { spatialReference, tileSizePx } = manifest;
  const toStored = transformation(reference, spatialReference);
  const toView = transformation(spatialReference, reference);
  const box = toStored ? coveringExtent(extent, toStored) : extent;
  for (let level = 0; ; level++) {
    const isCoarsest = level === manifest.levels.length - 1;
    const around = windowWithin(manifest, level, box);
    if (!around) return undefined;
    if (!isCoarsest && bytesIn(manifest, level, around) > maximumBytes) continue;
    const outside = toView && markOutside(manifest, level, around, toView, extent);
    const window = outside ? trimWindow(around, outside) : around;
    if (!window) return undefined;
    const bands = await readBands(stored, level, window);
    const inView = outside
      ? blankPixels(
          manifest,
          bands,
          cut(outside, around.widthPx, {
            ...window,
            column: window.column - around.column,
            row: window.row - around.row,
          }),
        )
      : { sampleType: manifest.sampleType, noData: manifest.noData, bands };
    const written = await writeRaster(
      {
        ...{ name, notes: [], isCategorical, isLossy: manifest.encoding === 'jpeg' },
        ...{ widthPx: window.widthPx, heightPx: window.heightPx, extent: windowExtent(manifest, level, window) },
        spatialReference,
        ...inView,
      },
      { key: name, tileSizePx, encodeImage },
    );
    const bytes = [...written.files.values()].reduce((sum, { length }) => sum + length, 0);
    if (!isCoarsest && bytes > maximumBytes) continue;
    const statistics = written.manifest.statistics.map(
      (bandStatistics, band) => manifest.statistics[band] ?? bandStatistics,
    );
    return { files: written.files, manifest: { ...written.manifest, statistics } };
  }
}

/**
 * Share of a pixel to ignore at its edge. Otherwise rounding could include the next pixel if a view ends at the edge.
 */
const edgeShare = 1e-6;

/** Return the size of a level's pixel. The sides of a level are rounded up, so the last pixels may exceed the edge. */
function pixelSize({ extent: [xmin, ymin, xmax, ymax], widthPx, heightPx }: RasterManifest, level: number) {
  return [((xmax - xmin) / widthPx) * 2 ** level, ((ymax - ymin) / heightPx) * 2 ** level] as const;
}

/** Return the pixels that overlap a box by more than their edge; undefined if there are none. */
function windowWithin(
  manifest: RasterManifest,
  level: number,
  [xmin, ymin, xmax, ymax]: Extent,
): PixelWindow | undefined {
  const { widthPx, heightPx } = manifest.levels[level]!;
  const [across, down] = pixelSize(manifest, level);
  const [left, , , top] = manifest.extent;
  const from = (value: number, most: number) => Math.max(0, Math.min(most, Math.floor(value + edgeShare)));
  const to = (value: number, most: number) => Math.max(0, Math.min(most, Math.ceil(value - edgeShare)));
  const [column, row] = [from((xmin - left) / across, widthPx), from((top - ymax) / down, heightPx)];
  const [columnEnd, rowEnd] = [to((xmax - left) / across, widthPx), to((top - ymin) / down, heightPx)];
  if (columnEnd <= column || rowEnd <= row) return undefined;
  return { column, row, widthPx: columnEnd - column, heightPx: rowEnd - row };
}

function windowExtent(
  manifest: RasterManifest,
  level: number,
  { column, row, widthPx, heightPx }: PixelWindow,
): Extent {
  const [across, down] = pixelSize(manifest, level);
  const [left, top] = [manifest.extent[0] + column * across, manifest.extent[3] - row * down];
  return [left, top - heightPx * down, left + widthPx * across, top];
}

/** List the tiles of a level that overlap a window. */
function* tilesIn({ levels, tileSizePx: side }: RasterManifest, level: number, window: PixelWindow) {
  const across = Math.ceil(levels[level]!.widthPx / side);
  const end = (start: number, count: number) => Math.ceil((start + count) / side);
  for (let y = Math.floor(window.row / side); y < end(window.row, window.heightPx); y++)
    for (let x = Math.floor(window.column / side); x < end(window.column, window.widthPx); x++)
      yield { x, y, index: y * across + x };
}

const bytesIn = (manifest: RasterManifest, level: number, window: PixelWindow): number =>
  [...tilesIn(manifest, level, window)].reduce((sum, { index }) => sum + manifest.levels[level]!.tiles[index]![1], 0);

async function readBands(
  stored: Raster,
  level: number,
  window: PixelWindow,
): Promise<{ readonly name: string; readonly samples: Samples }[]> {
  const { manifest } = stored;
  const { tileSizePx: side, bandNames } = manifest;
  const { column, row, widthPx, heightPx } = window;
  let bands: Samples[] | undefined;
  for (const { x, y } of tilesIn(manifest, level, window)) {
    const tile = await stored.tile(level, x, y, decodeImage);
    const { samples, bandStride, pixelStride } = tile;
    // Images are decoded to clamped arrays; store them as plain bytes.
    const kind = samples instanceof Uint8ClampedArray ? Uint8Array : samples.constructor;
    bands ??= bandNames.map(() => new (kind as new (length: number) => Samples)(widthPx * heightPx));
    const [firstX, endX] = [Math.max(column, x * side), Math.min(column + widthPx, x * side + tile.widthPx)];
    const [firstY, endY] = [Math.max(row, y * side), Math.min(row + heightPx, y * side + tile.heightPx)];
    for (const [band, out] of bands.entries())
      for (let pixelRow = firstY; pixelRow < endY; pixelRow++) {
        let from = band * bandStride + ((pixelRow - y * side) * tile.widthPx + firstX - x * side) * pixelStride;
        const start = (pixelRow - row) * widthPx - column;
        for (let to = start + firstX; to < start + endX; to++, from += pixelStride) out[to] = samples[from]!;
      }
  }
  return bandNames.map((name, band) => ({ name, samples: bands![band]! }));
}

/**
 * Mark pixels outside of a view with 1. A pixel's corners are projected to the view's reference, and their bounding box
 * is compared.
 */
function markOutside(
  manifest: RasterManifest,
  level: number,
  window: PixelWindow,
  toView: Transformation,
  [xmin, ymin, xmax, ymax]: Extent,
): Uint8Array {
  const { widthPx, heightPx } = window;
  const [across, down] = pixelSize(manifest, level);
  const [left, , , top] = windowExtent(manifest, level, window);
  const rowCorners = (row: number) => {
    const xy = new Float64Array(2 * (widthPx + 1));
    for (let x = 0; x <= widthPx; x++) {
      xy[2 * x] = left + x * across;
      xy[2 * x + 1] = top - row * down;
    }
    toView.forward(xy);
    return xy;
  };
  const outside = new Uint8Array(widthPx * heightPx);
  let above = rowCorners(0);
  for (let row = 0; row < heightPx; row++) {
    const below = rowCorners(row + 1);
    for (let x = 0; x < widthPx; x++) {
      const i = 2 * x;
      const [ax, bx, cx, dx] = [above[i]!, above[i + 2]!, below[i]!, below[i + 2]!];
      const [ay, by, cy, dy] = [above[i + 1]!, above[i + 3]!, below[i + 1]!, below[i + 3]!];
      const [west, east] = [Math.min(ax, bx, cx, dx), Math.max(ax, bx, cx, dx)];
      const [south, north] = [Math.min(ay, by, cy, dy), Math.max(ay, by, cy, dy)];
      // If a corner can't be projected, these are NaN, so the pixel counts as outside.
      const [roomX, roomY] = [(east - west) * edgeShare, (north - south) * edgeShare];
      const meets = west < xmax - roomX && east > xmin + roomX && south < ymax - roomY && north > ymin + roomY;
      if (!meets) outside[row * widthPx + x] = 1;
    }
    above = below;
  }
  return outside;
}

/** Return the smallest window that contains all pixels inside; undefined if there are none. */
function trimWindow({ column, row, widthPx, heightPx }: PixelWindow, outside: Uint8Array): PixelWindow | undefined {
  let [left, right, top, bottom] = [widthPx, -1, heightPx, -1];
  for (let y = 0; y < heightPx; y++)
    for (let x = 0; x < widthPx; x++) {
      if (outside[y * widthPx + x]) continue;
      if (x < left) left = x;
      if (x > right) right = x;
      if (y < top) top = y;
      bottom = y;
    }
  if (right < 0) return undefined;
  return { column: column + left, row: row + top, widthPx: right - left + 1, heightPx: bottom - top + 1 };
}

function cut(values: Uint8Array, rowLength: number, { column, row, widthPx, heightPx }: PixelWindow): Uint8Array {
  const out = new Uint8Array(widthPx * heightPx);
  for (let y = 0; y < heightPx; y++) {
    const start = (row + y) * rowLength + column;
    out.set(values.subarray(start, start + widthPx), y * widthPx);
  }
  return out;
}

type Pixels = Pick<SourceRaster, 'sampleType' | 'noData' | 'bands'>;

const sampleBits = { u8: 8, u16: 16, i16: 16, i32: 32 } as const;

/**
 * Remove the values of pixels: they become transparent or no data, in place if the raster supports it. An image gets an
 * alpha band. Integers get an unused value for no data.
 *
 * @param isBlank 1 for a pixel to remove
 */
function blankPixels(manifest: RasterManifest, bands: SourceRaster['bands'], isBlank: Uint8Array): Pixels {
  const { sampleType, noData } = manifest;
  if (!isBlank.includes(1)) return { sampleType, bands, noData };
  const isImage = sampleType === 'u8' && bands.length === 3 && noData === undefined;
  if (isImage || findAlphaBand(manifest) !== undefined) {
    for (const { samples } of bands) put(samples, isBlank, 0);
    const Alpha = { name: 'Alpha', samples: isBlank.map((blank) => (blank ? 0 : 255)) };
    return { sampleType, bands: isImage ? [...bands, Alpha] : bands, noData };
  }
  if (sampleType === 'f32' || sampleType === 'f64') {
    for (const { samples } of bands) put(samples, isBlank, noData ?? Number.NaN);
    return { sampleType, bands, noData };
  }
  const value = noData ?? findUnusedValue(sampleType, bands);
  if (value !== undefined) {
    for (const { samples } of bands) put(samples, isBlank, value);
    return { sampleType, bands, noData: value };
  }
  const wider = bands.map(({ name, samples }) => ({ name, samples: Int32Array.from(samples) }));
  return blankPixels({ ...manifest, sampleType: 'i32' }, wider, isBlank);
}

function put(samples: Samples, isBlank: Uint8Array, value: number): void {
  for (let index = 0; index < isBlank.length; index++) if (isBlank[index]) samples[index] = value;
}

/** Return an integer of a type that occurs in no band; undefined if all values are used. */
function findUnusedValue(sampleType: 'u8' | 'u16' | 'i16' | 'i32', bands: SourceRaster['bands']): number | undefined {
  const count = 2 ** sampleBits[sampleType];
  const low = sampleType.startsWith('i') ? -count / 2 : 0;
  const used = new Set<number>();
  // The range of i32 is so large that one of its first values is unused.
  if (sampleType !== 'i32') for (const { samples } of bands) for (const value of samples) used.add(value);
  const isUsed = (value: number) =>
    sampleType === 'i32' ? bands.some(({ samples }) => samples.includes(value)) : used.has(value);
  for (let value = low; value < low + count; value++) if (!isUsed(value)) return value;
  return undefined;
}

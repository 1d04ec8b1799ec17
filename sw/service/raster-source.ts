import { Fault, reasonOf, unsupported, wrongValue } from '../contract/index.ts';
import type { BatchCache, Sized } from '../rows/batch-cache.ts';
import type { ReadBytes } from '../rows/table.ts';
import type { ImageLimit } from './checks/check-image.ts';
import type { RasterManifest } from './definition.ts';

export type Samples =
  | Uint8Array
  | Uint8ClampedArray
  | Uint16Array
  | Int16Array
  | Int32Array
  | Float32Array
  | Float64Array;

/** The samples of a tile: band b of pixel i, counted row by row, is `samples[b * bandStride + i * pixelStride]`. */
export interface RasterTile {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly samples: Samples;
  readonly bandStride: number;
  readonly pixelStride: number;
}

/** A decoded image, not premultiplied. */
export interface DecodedImage {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly rgba: Uint8ClampedArray;
}

/**
 * Decodes an image with the host's decoder, after `checkImage`.
 *
 * @throws {Fault} as `checkImage`; any error if it can't be decoded
 */
export type DecodeImage = (image: Blob, limit?: ImageLimit) => Promise<DecodedImage>;

/** A stored raster, open for reading. Decoded tiles are cached; the least recently used are dropped first. */
export interface Raster {
  readonly manifest: RasterManifest;
  /** Return the tile in `column` and `row` of `level`, both from the upper left. */
  tile(level: number, column: number, row: number, decode: DecodeImage | undefined): Promise<RasterTile>;
  /**
   * Fetch the bytes of remote tiles together. @throws {Fault} as `tile`, and `too-large` if a request would read too
   * much
   */
  readAhead?(level: number, tiles: readonly (readonly [column: number, row: number])[]): Promise<void>;
}

/** Typed array constructors by sample type. */
export const sampleArrays = {
  u8: Uint8Array,
  u16: Uint16Array,
  i16: Int16Array,
  i32: Int32Array,
  f32: Float32Array,
  f64: Float64Array,
} as const;

/** Return the bytes per sample of a type. */
export const sampleBytes = (type: RasterManifest['sampleType']): number => sampleArrays[type].BYTES_PER_ELEMENT;

/**
 * Return the size of a level relative to the full resolution in both directions, such as 0.5.
 *
 * Each stored level has half the width and height of the one before, and its last pixels may extend past the edge of the
 * raster. An overview of a GeoTIFF covers exactly the same extent as the full resolution.
 */
export function levelScale(manifest: RasterManifest, level: number): readonly [x: number, y: number] {
  if (manifest.remote?.format !== 'geotiff') return [2 ** -level, 2 ** -level];
  const { widthPx, heightPx } = manifest.levels[level]!;
  return [widthPx / manifest.widthPx, heightPx / manifest.heightPx];
}

/** Return the index of the coarsest level that is about as fine as `resolution`, in units of the raster per pixel. */
export function rasterLevelFor(manifest: RasterManifest, resolution: number): number {
  const { extent, widthPx, heightPx, levels } = manifest;
  const pixel = Math.min((extent[2] - extent[0]) / widthPx, (extent[3] - extent[1]) / heightPx);
  // A tenth too coarse is invisible, and tolerates rounding between equal resolutions.
  const finest = pixel / (1.1 * resolution);
  return Math.max(
    0,
    levels.findLastIndex((_, level) => levelScale(manifest, level)[0] >= finest),
  );
}

/**
 * Open a stored raster for reading. Bytes are read lazily, one tile at a time.
 *
 * @param manifest already checked by `checkDefinition`
 * @param cache    shared by all tables and rasters
 * @throws {Fault} in `tile`: `bad-package` if the bytes don't match the manifest, `not-supported` for an image on a
 *   host that can't decode any, `internal` for a tile that doesn't exist, and faults of `read`
 */
export function openRaster(manifest: RasterManifest, read: ReadBytes, cache: BatchCache): Raster {
  const raster: Raster = {
    manifest,
    tile: (level, column, row, decode) =>
      cache.read(raster, `${level}.${column}.${row}`, async () => {
        const { levels, tileSizePx: side } = manifest;
        const levelManifest = levels[level];
        const across = levelManifest ? Math.ceil(levelManifest.widthPx / side) : 0;
        const range = levelManifest?.tiles[row * across + column];
        if (!levelManifest || !range || column >= across)
          throw new Fault('internal', `Tile ${level}/${column}/${row} not found.`);
        const widthPx = Math.min(side, levelManifest.widthPx - column * side);
        const heightPx = Math.min(side, levelManifest.heightPx - row * side);
        const path = `${levelManifest.file}, tile ${column}, ${row}`;
        const bytes = await read(levelManifest.file, ...range);
        return decodeTile(manifest, new Uint8Array(bytes), widthPx, heightPx, decode, path);
      }),
  };
  return raster;
}

/** Decode the bytes of a tile. @throws {Fault} as `openRaster`, with `path` */
export async function decodeTile(
  manifest: RasterManifest,
  bytes: Uint8Array<ArrayBuffer>,
  widthPx: number,
  heightPx: number,
  decode: DecodeImage | undefined,
  path: string,
): Promise<Sized<RasterTile>> {
  const { encoding } = manifest;
  if (encoding === 'raw' || encoding === 'raw-deflate') {
    let samples: Uint8Array = bytes;
    if (encoding === 'raw-deflate') {
      const { inflateTile: inflated } = await import('./raster-inflate.ts');
      samples = inflated(bytes, sampleBytes(manifest.sampleType), manifest, path);
    }
    return sampleTile(manifest, samples, widthPx, heightPx, path);
  }
  if (!decode) throw unsupported(path, "this host can't decode images");
  let image: DecodedImage;
  try {
    // The decoder detects the image type from the first bytes, because remote tiles have various types.
    image = await decode(new Blob([bytes]), { path });
  } catch (error) {
    if (error instanceof Fault && error.code === 'too-large') throw error;
    throw new Fault('bad-package', `${path} can't be read as a ${encoding} image: ${reasonOf(error)}.`);
  }
  if (image.widthPx !== widthPx || image.heightPx !== heightPx) {
    const actual = `${image.widthPx} x ${image.heightPx}`;
    throw wrongValue('bad-package', path, `${widthPx} x ${heightPx} pixels`, actual);
  }
  const value = { widthPx, heightPx, samples: image.rgba, bandStride: 1, pixelStride: 4 };
  return { value, bytes: image.rgba.byteLength };
}

function sampleTile(
  { bandNames, sampleType }: RasterManifest,
  bytes: Uint8Array,
  widthPx: number,
  heightPx: number,
  path: string,
): Sized<RasterTile> {
  const count = widthPx * heightPx;
  const expectedBytes = count * bandNames.length * sampleBytes(sampleType);
  if (bytes.length < expectedBytes)
    throw wrongValue('bad-package', path, `${expectedBytes} bytes of samples`, `${bytes.length}`);
  const copy = bytes.slice(0, expectedBytes);
  const samples = new sampleArrays[sampleType](copy.buffer);
  return { value: { widthPx, heightPx, samples, bandStride: count, pixelStride: 1 }, bytes: expectedBytes };
}

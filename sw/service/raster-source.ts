import { Fault, reasonOf } from '../contract/index.ts';
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

/** A decoded picture, not premultiplied. */
export interface DecodedImage {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly rgba: Uint8ClampedArray;
}

/**
 * Decodes a picture with what the host has for it, after `checkPicture`.
 *
 * @throws {Fault} as `checkPicture`; any error when it cannot be decoded
 */
export type DecodeImage = (image: Blob, limit?: ImageLimit) => Promise<DecodedImage>;

/** A stored raster, open for reading. Decoded tiles are cached, least recently used first out. */
export interface Raster {
  readonly manifest: RasterManifest;
  /** Tile in `column` and `row` of `level`, both from the upper left. */
  tile(level: number, column: number, row: number, decode: DecodeImage | undefined): Promise<RasterTile>;
  /** Fetch the bytes of tiles together, where they are elsewhere. Faults as `tile`, and with `too-large`. */
  readAhead?(level: number, tiles: readonly (readonly [column: number, row: number])[]): Promise<void>;
}

/** Arrays of samples by their type. */
export const sampleArrays = {
  u8: Uint8Array,
  u16: Uint16Array,
  i16: Int16Array,
  i32: Int32Array,
  f32: Float32Array,
  f64: Float64Array,
} as const;

/** Bytes of one sample of a type. */
export const sampleBytes = (type: RasterManifest['sampleType']): number => sampleArrays[type].BYTES_PER_ELEMENT;

/**
 * Pixels of a level for each of the full resolution. Levels of ours halve and may hang over the edge by a part of a pixel; overviews of a
 * GeoTIFF have the extent of the whole.
 */
export function levelScale(manifest: RasterManifest, level: number): readonly [x: number, y: number] {
  if (manifest.remote?.format !== 'geotiff') return [2 ** -level, 2 ** -level];
  const { widthPx, heightPx } = manifest.levels[level]!;
  return [widthPx / manifest.widthPx, heightPx / manifest.heightPx];
}

/** Index of the coarsest level that is about as fine as `resolution`, in units of the raster a pixel. */
export function rasterLevelFor(manifest: RasterManifest, resolution: number): number {
  const { extent, widthPx, heightPx, levels } = manifest;
  const pixel = Math.min((extent[2] - extent[0]) / widthPx, (extent[3] - extent[1]) / heightPx);
  // A tenth too coarse is invisible, and tolerates rounding where the resolutions are equal.
  const finest = pixel / (1.1 * resolution);
  return Math.max(
    0,
    levels.findLastIndex((_, level) => levelScale(manifest, level)[0] >= finest),
  );
}

/**
 * Open a stored raster for reading. Nothing is read before it is asked for, and then the bytes of one tile alone.
 *
 * @param manifest checked before (`checkDefinition`)
 * @param cache    shared by all tables and rasters
 * @throws {Fault} in `tile`: `bad-package` when the bytes are no tile as the manifest says, `not-supported` for a picture on
 *   a host that cannot decode any, and what `read` throws
 */
export function openRaster(manifest: RasterManifest, read: ReadBytes, cache: BatchCache): Raster {
  const raster: Raster = {
    manifest,
    tile: (level, column, row, decode) =>
      cache.read(raster, `${level}.${column}.${row}`, async () => {
        const { levels, tileSizePx: side } = manifest;
        const at = levels[level];
        const across = at ? Math.ceil(at.widthPx / side) : 0;
        const range = at?.tiles[row * across + column];
        if (!at || !range || column >= across)
          throw new Fault('internal', `Tile ${level}/${column}/${row} does not exist.`);
        const widthPx = Math.min(side, at.widthPx - column * side);
        const heightPx = Math.min(side, at.heightPx - row * side);
        const path = `${at.file}, tile ${column}, ${row}`;
        const bytes = await read(at.file, ...range);
        return decodeTile(manifest, new Uint8Array(bytes), widthPx, heightPx, decode, path);
      }),
  };
  return raster;
}

/** Decode the bytes of a tile. @throws {Fault} as `openRaster` says, naming `path` */
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
      const { inflated } = await import('./raster-inflate.ts');
      samples = inflated(bytes, sampleBytes(manifest.sampleType), manifest, path);
    }
    return sampleTile(manifest, samples, widthPx, heightPx, path);
  }
  if (!decode) throw new Fault('not-supported', `${path}: this host cannot decode pictures.`);
  let image: DecodedImage;
  try {
    // What kind of picture it is its first bytes tell: tiles that were made elsewhere are of several.
    image = await decode(new Blob([bytes]), { path });
  } catch (error) {
    if (error instanceof Fault && error.code === 'too-large') throw error;
    throw new Fault('bad-package', `${path}: a ${encoding} picture expected; ${reasonOf(error)}.`);
  }
  if (image.widthPx !== widthPx || image.heightPx !== heightPx) {
    const found = `${image.widthPx} x ${image.heightPx}`;
    throw new Fault('bad-package', `${path}: ${widthPx} x ${heightPx} pixels expected, ${found} found.`);
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
    throw new Fault('bad-package', `${path}: ${expectedBytes} bytes of samples expected, ${bytes.length} found.`);
  const own = bytes.slice(0, expectedBytes);
  const samples = new sampleArrays[sampleType](own.buffer);
  return { value: { widthPx, heightPx, samples, bandStride: count, pixelStride: 1 }, bytes: expectedBytes };
}

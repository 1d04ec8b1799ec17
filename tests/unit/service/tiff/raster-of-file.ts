import type { RangeReader } from '../../../../sw/formats/reading/range-reader.ts';
import { openTiff } from '../../../../sw/formats/tiff/open-tiff.ts';
import { createBatchCache } from '../../../../sw/rows/batch-cache.ts';
import type { RasterManifest } from '../../../../sw/service/definition.ts';
import type { DecodeImage, Raster } from '../../../../sw/service/raster-source.ts';

/** A level's values as read by GDAL: pixels as column, row, the bands, and the mask (0 or 255). */
export interface LevelValues {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly pixels: readonly (readonly number[])[];
}

/** Return a reader of byte ranges of a file in memory. */
export function makeRangeReader(bytes: Uint8Array): RangeReader {
  return {
    address: 'https://files.example/raster.tif',
    sizeBytes: bytes.length,
    read: async (offset, length) => bytes.slice(offset, offset + length),
    readAhead: async () => undefined,
  };
}

/** Open a file with a manifest of 64-pixel tiles, whatever tiles the file has. */
export const openFile = (
  bytes: Uint8Array,
  levels: readonly LevelValues[],
  overrides: Pick<RasterManifest, 'sampleType' | 'bandNames'> & Partial<RasterManifest>,
): Promise<Raster> => {
  const { widthPx, heightPx } = levels[0]!;
  const manifest: RasterManifest = {
    widthPx,
    heightPx,
    extent: [0, 0, widthPx, heightPx],
    encoding: 'raw',
    tileSizePx: 64,
    statistics: [],
    levels: levels.map((level) => ({ ...level, file: 'elsewhere', tiles: [] })),
    ...overrides,
  };
  return openTiff(manifest, makeRangeReader(bytes), createBatchCache());
};

/** Return the values of all bands at a pixel. */
export async function readRasterPixel(
  raster: Raster,
  level: number,
  [column, row]: readonly [number, number],
  decode?: DecodeImage,
): Promise<number[]> {
  const { tileSizePx: side, bandNames } = raster.manifest;
  const tile = await raster.tile(level, Math.floor(column / side), Math.floor(row / side), decode);
  const position = ((row % side) * tile.widthPx + (column % side)) * tile.pixelStride;
  return bandNames.map((_, band) => tile.samples[band * tile.bandStride + position]!);
}

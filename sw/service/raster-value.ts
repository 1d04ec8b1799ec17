import type { DecodePicture, Raster } from './raster-source.ts';

/** What a raster has at a location: the samples of all bands, as stored. */
interface RasterValue {
  readonly column: number;
  readonly row: number;
  readonly values: readonly number[];
  /** True when the pixel is "no data" in every band. */
  readonly isNoData: boolean;
}

/**
 * Read the pixel of the full resolution that a location lies in.
 *
 * @param x, y in the raster's spatial reference
 * @returns undefined outside of the raster
 * @throws {Fault} as `Raster.tile`
 */
export async function rasterValueAt(
  raster: Raster,
  x: number,
  y: number,
  decode: DecodePicture | undefined,
): Promise<RasterValue | undefined> {
  const { extent, widthPx, heightPx, tileSizePx: side, bandNames, noData } = raster.manifest;
  const column = Math.floor(((x - extent[0]) * widthPx) / (extent[2] - extent[0]));
  const row = Math.floor(((extent[3] - y) * heightPx) / (extent[3] - extent[1]));
  if (!(column >= 0 && column < widthPx && row >= 0 && row < heightPx)) return undefined;
  const tile = await raster.tile(0, Math.floor(column / side), Math.floor(row / side), decode);
  const pixel = ((row % side) * tile.widthPx + (column % side)) * tile.pixelStride;
  const values = bandNames.map((_, band) => tile.samples[band * tile.bandStride + pixel]!);
  const empty = tile.samples instanceof Float32Array && noData !== undefined ? Math.fround(noData) : noData;
  return { column, row, values, isNoData: values.every((value) => value === empty || Number.isNaN(value)) };
}

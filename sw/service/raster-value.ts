import { emptySamples } from './no-data.ts';
import { findAlphaBand } from './raster-drawing.ts';
import type { DecodeImage, Raster } from './raster-source.ts';

/** The samples of all bands at a location, as stored. */
interface RasterValue {
  readonly column: number;
  readonly row: number;
  readonly values: readonly number[];
  /** True if the pixel is "no data" in every band, or transparent. */
  readonly isNoData: boolean;
}

/**
 * Read the full-resolution pixel at a location.
 *
 * @param x in the raster's spatial reference, like `y`
 * @param noDataValues values that mean no data, in addition to the manifest's
 * @returns undefined outside of the raster
 * @throws {Fault} as `Raster.tile`
 */
export async function rasterValueAt(
  raster: Raster,
  x: number,
  y: number,
  decode: DecodeImage | undefined,
  noDataValues: readonly number[] = [],
): Promise<RasterValue | undefined> {
  const { extent, widthPx, heightPx, tileSizePx: side, bandNames } = raster.manifest;
  const column = Math.floor(((x - extent[0]) * widthPx) / (extent[2] - extent[0]));
  const row = Math.floor(((extent[3] - y) * heightPx) / (extent[3] - extent[1]));
  if (!(column >= 0 && column < widthPx && row >= 0 && row < heightPx)) return undefined;
  const tile = await raster.tile(0, Math.floor(column / side), Math.floor(row / side), decode);
  const pixel = ((row % side) * tile.widthPx + (column % side)) * tile.pixelStride;
  const values = bandNames.map((_, band) => tile.samples[band * tile.bandStride + pixel]!);
  const empty = emptySamples(raster.manifest, noDataValues);
  const alpha = findAlphaBand(raster.manifest);
  const isNoData =
    values.every((value, band) => band === alpha || empty.has(value) || !Number.isFinite(value)) ||
    (alpha !== undefined && values[alpha] === 0);
  return { column, row, values, isNoData };
}

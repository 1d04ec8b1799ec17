import type { PmtilesTile } from '../../formats/tiles/pmtiles.ts';
import type { BatchCache } from '../../rows/batch-cache.ts';
import type { RasterManifest } from '../../service/definition.ts';
import { decodeTile, type Raster } from '../../service/raster-source.ts';
import { webMercatorScheme } from '../../tiles/tile-scheme.ts';
import type { RemoteTiles } from './remote-tiles.ts';

/**
 * Open a raster whose tiles come from a remote archive. Missing tiles are transparent.
 *
 * @param manifest in the Web Mercator tile scheme
 * @throws {Fault} in `tile` and `readAhead`: as `RemoteTiles`, and as `decodeTile` for invalid images
 */
export function rasterOfTiles(manifest: RasterManifest, archive: RemoteTiles, cache: BatchCache): Raster {
  const { extent, widthPx, tileSizePx: side } = manifest;
  const { origin, levels } = webMercatorScheme(1);
  const worldWidth = levels[0]!.resolution * 256;
  const tileAt = (level: number, column: number, row: number): PmtilesTile => {
    const tileWidth = (side * 2 ** level * (extent[2] - extent[0])) / widthPx;
    return {
      level: Math.round(Math.log2(worldWidth / tileWidth)),
      row: Math.round((origin[1] - extent[3]) / tileWidth) + row,
      col: Math.round((extent[0] - origin[0]) / tileWidth) + column,
    };
  };
  const raster: Raster = {
    manifest,
    tile: (level, column, row, decode) =>
      cache.read(raster, `${level}.${column}.${row}`, async () => {
        const tileAddress = tileAt(level, column, row);
        const bytes = await archive.tile(tileAddress);
        if (bytes)
          return decodeTile(
            manifest,
            bytes,
            side,
            side,
            decode,
            `${archive.address}, tile ${tileAddress.level}/${tileAddress.col}/${tileAddress.row}`,
          );
        const samples = new Uint8ClampedArray(4 * side * side);
        const value = { widthPx: side, heightPx: side, samples, bandStride: 1, pixelStride: 4 };
        return { value, bytes: samples.length };
      }),
    readAhead: (level, tiles) => archive.readAhead(tiles.map(([column, row]) => tileAt(level, column, row))),
  };
  return raster;
}

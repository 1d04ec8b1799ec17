import { type Extent, meets } from '../../../geometry/extent.ts';
import type { Table } from '../../../rows/table.ts';
import { type Raster, rasterLevelFor } from '../../../service/raster-source.ts';

/** Tiles and batches that are read together; large batches are fewer. */
const together = 32;
const bytesTogether = 16 * 1024 ** 2;

/** Read ahead what requests in a window read of a table. Faults as its methods. */
export async function readTableWindow(table: Table, window: Extent): Promise<void> {
  const met = table.manifest.batches.flatMap(({ extent }, index) => (extent && meets(extent, window) ? [index] : []));
  const batchBytes = (table.manifest.remote?.sizeBytes ?? 0) / table.manifest.batches.length;
  const step = Math.max(1, Math.min(together, Math.floor(bytesTogether / batchBytes)));
  for (let at = 0; at < met.length; at += step) await table.readAhead?.(met.slice(at, at + step));
}

/**
 * Read ahead what images of a window read of a raster: of the level for `resolution` (units a pixel), and of all coarser ones.
 * Faults as its methods.
 */
export async function readRasterWindow(raster: Raster, window: Extent, resolution: number): Promise<void> {
  const { extent, levels, tileSizePx } = raster.manifest;
  if (!meets(extent, window)) return;
  const [width, height] = [extent[2] - extent[0], extent[3] - extent[1]];
  for (let index = rasterLevelFor(raster.manifest, resolution); index < levels.length; index++) {
    const at = levels[index]!;
    const tileOf = (share: number, sidePx: number): number =>
      Math.floor((Math.min(1, Math.max(0, share)) * (sidePx - 1)) / tileSizePx);
    const [left, right] = [(window[0] - extent[0]) / width, (window[2] - extent[0]) / width];
    const [top, bottom] = [(extent[3] - window[3]) / height, (extent[3] - window[1]) / height];
    const tiles: [number, number][] = [];
    for (let row = tileOf(top, at.heightPx); row <= tileOf(bottom, at.heightPx); row++)
      for (let column = tileOf(left, at.widthPx); column <= tileOf(right, at.widthPx); column++)
        tiles.push([column, row]);
    for (let from = 0; from < tiles.length; from += together)
      await raster.readAhead?.(index, tiles.slice(from, from + together));
  }
}

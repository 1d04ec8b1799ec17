import { type BundleWriter, bundlePositions, bundleWriter, sliceTile } from '../../tiles/bundle.ts';
import { bundleSide } from '../../tiles/tile-blocks.ts';
import { containsTile, type TileRange } from '../../tiles/tile-scheme.ts';
import type { BundleRecord } from './tile-schema.ts';

/** Yields to other requests. */
export type YieldNow = () => Promise<void>;

/** Number of tiles copied from bundle to bundle between two yields. */
const copiedAtOnce = 512;

/** Copy the tiles of a bundle whose positions pass a test. Return the number of copied tiles. */
export async function copyTiles(
  from: BundleRecord,
  to: BundleWriter,
  isRequested: (row: number, col: number) => boolean,
  yieldNow: YieldNow,
): Promise<number> {
  const positions = bundlePositions(from).filter(([row, col]) => isRequested(row, col));
  for (let start = 0; start < positions.length; start += copiedAtOnce) {
    const chunk = positions.slice(start, start + copiedAtOnce);
    to.add(chunk.map(([row, col]) => ({ row, col, bytes: sliceTile(from.blob, from, row, col)! })));
    await yieldNow();
  }
  return positions.length;
}

/** Return a bundle without the tiles of a range that is completely in it; undefined if none is left. */
export async function without(
  bundle: BundleRecord,
  range: TileRange,
  yieldNow: YieldNow,
): Promise<BundleRecord | undefined> {
  const local = {
    rowMin: range.rowMin % bundleSide,
    rowMax: range.rowMax % bundleSide,
    colMin: range.colMin % bundleSide,
    colMax: range.colMax % bundleSide,
  };
  const writer = bundleWriter();
  const copiedCount = await copyTiles(bundle, writer, (row, col) => !containsTile(local, row, col), yieldNow);
  return copiedCount === 0 ? undefined : writer.finish();
}

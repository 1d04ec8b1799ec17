import {
  type BundleTile,
  bundlePlaces,
  readBundleIndex,
  sliceTile,
  writeBundle,
} from '../features/tile-files/bundle.ts';
import { bundleSide } from '../geometry/tile-blocks.ts';
import { holdsTile, type TileRange } from '../geometry/tile-scheme.ts';
import type { BundleRecord } from './tile-schema.ts';

/** A bundle with the tiles of an older one that none of the new ones replaces. */
export async function joined(old: BundleRecord | undefined, tiles: readonly BundleTile[]): Promise<BundleRecord> {
  const fresh = new Set(tiles.map(({ row, col }) => `${row % bundleSide}/${col % bundleSide}`));
  const kept = (old ? bundlePlaces(old) : [])
    .filter(([row, col]) => !fresh.has(`${row}/${col}`))
    .map(([row, col]) => ({ row, col, bytes: sliceTile(old!.blob, old!, row, col)! }));
  return recordOf(writeBundle([...kept, ...tiles]));
}

/** A bundle without the tiles of a range that lies in it; undefined when none is left. */
export async function without(bundle: BundleRecord, range: TileRange): Promise<BundleRecord | undefined> {
  const local = {
    rowMin: range.rowMin % bundleSide,
    rowMax: range.rowMax % bundleSide,
    colMin: range.colMin % bundleSide,
    colMax: range.colMax % bundleSide,
  };
  const kept = bundlePlaces(bundle)
    .filter(([row, col]) => !holdsTile(local, row, col))
    .map(([row, col]) => ({ row, col, bytes: sliceTile(bundle.blob, bundle, row, col)! }));
  return kept.length === 0 ? undefined : recordOf(writeBundle(kept));
}

const recordOf = async (blob: Blob): Promise<BundleRecord> => ({ blob, ...(await readBundleIndex(blob)) });

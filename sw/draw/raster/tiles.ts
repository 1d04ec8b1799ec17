import type { Scheduler } from '../../scheduler.ts';
import type { RasterManifest } from '../../service/definition.ts';
import {
  type DecodeImage,
  levelScale,
  type Raster,
  type RasterTile,
  sampleBytes,
} from '../../service/raster-source.ts';
import { type Patches, patchBox, patchStride } from './patches.ts';

/** Tiles of one level that an image needs: `byIndex[row * across + column]`. */
export interface Tiles {
  readonly manifest: RasterManifest;
  readonly level: number;
  readonly across: number;
  readonly byIndex: ReadonlyMap<number, RasterTile>;
}

/** Return the size of a decoded tile in bytes. */
export function tileBytes({ tileSizePx, bandNames, sampleType, encoding }: RasterManifest): number {
  const bands = encoding === 'png' || encoding === 'jpeg' ? 4 : bandNames.length;
  return tileSizePx * tileSizePx * bands * sampleBytes(sampleType);
}

/** Margin around a patch for resampling. */
const pieceMarginPx = 2;

/**
 * Compute the pixel box of a level around a patch, clipped to the level: [left, top, right, bottom], the last two
 * exclusive.
 */
export function sourceBox(
  v: Float64Array,
  offset: number,
  [scaleX, scaleY]: readonly [x: number, y: number],
  level: { readonly widthPx: number; readonly heightPx: number },
  box: Int32Array,
): void {
  patchBox(v, offset, patchBounds);
  const cut = (value: number, max: number): number => Math.max(0, Math.min(max, value));
  box[0] = cut(Math.floor(patchBounds[0]! * scaleX) - pieceMarginPx, level.widthPx - 1);
  box[1] = cut(Math.floor(patchBounds[1]! * scaleY) - pieceMarginPx, level.heightPx - 1);
  box[2] = cut(Math.floor(patchBounds[2]! * scaleX) + pieceMarginPx + 1, level.widthPx);
  box[3] = cut(Math.floor(patchBounds[3]! * scaleY) + pieceMarginPx + 1, level.heightPx);
}

const patchBounds = new Float64Array(4);

/** Return the indices of the tiles that patches need, ascending. */
export function findTouchedTiles({ values, count }: Patches, manifest: RasterManifest, level: number): number[] {
  const levelSize = manifest.levels[level]!;
  const side = manifest.tileSizePx;
  const across = Math.ceil(levelSize.widthPx / side);
  const touched = new Set<number>();
  const scale = levelScale(manifest, level);
  const box = new Int32Array(4);
  for (let i = 0; i < count; i++) {
    sourceBox(values, i * patchStride, scale, levelSize, box);
    const lastRow = Math.floor((box[3]! - 1) / side);
    const lastColumn = Math.floor((box[2]! - 1) / side);
    for (let row = Math.floor(box[1]! / side); row <= lastRow; row++)
      for (let column = Math.floor(box[0]! / side); column <= lastColumn; column++) touched.add(row * across + column);
  }
  return [...touched].sort((a, b) => a - b);
}

/** Maximum tiles to decode concurrently. */
const atOnce = 8;

export async function readTiles(
  raster: Raster,
  level: number,
  indices: readonly number[],
  decode: DecodeImage | undefined,
  scheduler: Scheduler,
): Promise<Tiles> {
  const { manifest } = raster;
  const across = Math.ceil(manifest.levels[level]!.widthPx / manifest.tileSizePx);
  const byIndex = new Map<number, RasterTile>();
  await raster.readAhead?.(
    level,
    indices.map((index) => [index % across, Math.floor(index / across)]),
  );
  for (let start = 0; start < indices.length; start += atOnce) {
    const batch = indices.slice(start, start + atOnce);
    const read = await Promise.all(
      batch.map((index) => raster.tile(level, index % across, Math.floor(index / across), decode)),
    );
    batch.forEach((index, i) => {
      byIndex.set(index, read[i]!);
    });
    const waiting = scheduler.yieldIfDue();
    if (waiting) await waiting;
  }
  return { manifest, level, across, byIndex };
}

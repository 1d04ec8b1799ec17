import type { CacheRecord, LevelUse, TileJob } from '../../tiles/tile-cache.ts';
import { countTiles, type TileRange } from '../../tiles/tile-scheme.ts';

/** Number of tiles and bytes that a change adds; negative if it removes tiles. */
export interface TileChange {
  tiles: number;
  bytes: number;
}

/** Return the level statistics of a cache after a change. */
export function withUse(
  cache: CacheRecord,
  layer: number,
  level: number,
  range: TileRange,
  change: TileChange,
): LevelUse[] {
  const existing = cache.uses.find((use) => use.layer === layer && use.level === level);
  const others = cache.uses.filter((use) => use !== existing);
  const tiles = (existing?.tiles ?? 0) + change.tiles;
  if (tiles <= 0) return others;
  const grown = change.tiles > 0 || !existing ? around(existing?.range, range) : existing.range;
  const use = { layer, level, tiles, bytes: (existing?.bytes ?? 0) + change.bytes, range: grown };
  return [...others, use].sort((a, b) => a.layer - b.layer || a.level - b.level);
}

function around(a: TileRange | undefined, b: TileRange): TileRange {
  if (!a) return b;
  return {
    rowMin: Math.min(a.rowMin, b.rowMin),
    rowMax: Math.max(a.rowMax, b.rowMax),
    colMin: Math.min(a.colMin, b.colMin),
    colMax: Math.max(a.colMax, b.colMax),
  };
}

/** Check whether a finished job has drawn every tile in the cache, so that no older tile is left. */
export function renewsAll({ uses }: CacheRecord, { parts, overwrite, kind }: TileJob): boolean {
  if (kind !== 'build' || !overwrite) return false;
  return uses.every(({ layer, level, range }) =>
    parts.some((part) => part.layer === layer && part.level === level && holdsRange(part.range, range)),
  );
}

const holdsRange = (a: TileRange, b: TileRange): boolean =>
  countTiles(b) === 0 || (a.rowMin <= b.rowMin && a.rowMax >= b.rowMax && a.colMin <= b.colMin && a.colMax >= b.colMax);

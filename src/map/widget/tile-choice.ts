import { type SpatialReference, sameReference } from '../../../sw/geometry/spatial-reference.ts';
import type { TileLevel } from '../../../sw/tiles/tile-scheme.ts';
import type { CacheState } from '../../../sw/tiles/tile-state.ts';
import type { DrawReason } from '../../state/view.ts';
import type { Frame } from './image-layer.ts';

/** What may stand in the place of pictures, and whether it is wanted and would show the same. */
export interface TileOffer {
  readonly cache: CacheState;
  readonly isRequested: boolean;
  /** Nothing of the description was changed since it was published. */
  readonly isAsPublished: boolean;
}

/** A tile may be shown this much larger or smaller than it is, as a power of two: what lies between two levels. */
const maxScaling = 0.51;
const turnedRad = 1e-4;

/** List the levels that may be asked for: those that hold tiles, or all where missing tiles are drawn. */
export function levelsIn({ settings, uses }: CacheState): TileLevel[] {
  const storedLevels = new Set(uses.map(({ level }) => level));
  return settings.scheme.levels.filter(({ level }) => settings.onDemand || storedLevels.has(level));
}

/** Say why a cache is of no use for this map, whatever part of it is looked at; undefined when it is. */
export function reasonAgainstCache(offer: TileOffer | undefined, reference: SpatialReference): DrawReason | undefined {
  if (!offer) return 'none';
  const { cache, isRequested } = offer;
  if (cache.settings.kind !== 'fused') return 'layers';
  if (!cache.isServing) return 'empty';
  if (cache.isStale) return 'stale';
  if (!isRequested) return 'unwanted';
  return sameReference(cache.settings.scheme.reference, reference) ? undefined : 'reference';
}

/** Say why this frame cannot be shown by tiles; undefined when it can. */
export function reasonToDraw(
  offer: TileOffer | undefined,
  reference: SpatialReference,
  { resolution, rotation }: Pick<Frame, 'resolution' | 'rotation'>,
): DrawReason | undefined {
  const against = reasonAgainstCache(offer, reference);
  if (against) return against;
  if (!offer!.isAsPublished) return 'changed';
  if (Math.abs(rotation) > turnedRad) return 'turned';
  const isNear = levelsIn(offer!.cache).some(
    (level) => Math.abs(Math.log2(level.resolution / resolution)) <= maxScaling,
  );
  return isNear ? undefined : 'level';
}

/**
 * Give the resolutions on which zooming settles while tiles may be shown, since a tile is sharp only in its own: those of the
 * scheme, and doublings and halvings of them beyond its ends.
 *
 * @returns from far to near; the first is the only one above `farthest`, unless the scheme begins nearer
 */
export function settledResolutions(levels: readonly TileLevel[], farthest: number, nearest: number): number[] {
  const found = levels.map(({ resolution }) => resolution);
  while (found[0]! < farthest) found.unshift(2 * found[0]!);
  while (found.at(-1)! > 2 * nearest) found.push(found.at(-1)! / 2);
  const first = found.findLastIndex((resolution) => resolution >= farthest);
  return found.slice(Math.max(0, first));
}

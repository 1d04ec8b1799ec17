import { type SpatialReference, sameReference } from '../../../sw/geometry/spatial-reference.ts';
import type { TileLevel } from '../../../sw/tiles/tile-scheme.ts';
import type { CacheState } from '../../../sw/tiles/tile-state.ts';
import type { DrawReason } from '../../state/view.ts';
import type { Frame } from './image-layer.ts';

/** Tiles that may replace images, and whether they are requested and equal to the images. */
export interface TileOffer {
  readonly cache: CacheState;
  readonly isRequested: boolean;
  /** The description is unchanged since it was published. */
  readonly isAsPublished: boolean;
}

/** Maximum scaling of a tile as a power of two: just over half the distance between two levels. */
const maxScaling = 0.51;
const turnedRad = 1e-4;

/** Return the levels that can be requested: those with tiles, or all if missing tiles are drawn on demand. */
export function levelsIn({ settings, uses }: CacheState): TileLevel[] {
  const storedLevels = new Set(uses.map(({ level }) => level));
  return settings.scheme.levels.filter(({ level }) => settings.onDemand || storedLevels.has(level));
}

/** Return why a cache can't be used for this map, whatever the view; undefined if it can. */
export function reasonAgainstCache(offer: TileOffer | undefined, reference: SpatialReference): DrawReason | undefined {
  if (!offer) return 'none';
  const { cache, isRequested } = offer;
  if (cache.settings.kind !== 'fused') return 'layers';
  if (!cache.isServing) return 'empty';
  if (cache.isStale) return 'stale';
  if (!isRequested) return 'unwanted';
  return sameReference(cache.settings.scheme.reference, reference) ? undefined : 'reference';
}

/** Return why tiles can't show this frame; undefined if they can. */
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
 * Return the resolutions that zooming snaps to, because tiles are sharp only at their resolutions. The scheme's
 * resolutions are continued by doubling and halving beyond its ends.
 *
 * @returns from far to near; only the first is above `farthest`, unless the scheme begins nearer
 */
export function listSettledResolutions(levels: readonly TileLevel[], farthest: number, nearest: number): number[] {
  const resolutions = levels.map(({ resolution }) => resolution);
  while (resolutions[0]! < farthest) resolutions.unshift(2 * resolutions[0]!);
  while (resolutions.at(-1)! > 2 * nearest) resolutions.push(resolutions.at(-1)! / 2);
  const first = resolutions.findLastIndex((resolution) => resolution >= farthest);
  return resolutions.slice(Math.max(0, first));
}

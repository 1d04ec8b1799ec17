import Projection from 'ol/proj/Projection.js';
import View from 'ol/View.js';
import type { Value } from '../../../sw/contract/index.ts';
import type { Extent } from '../../../sw/geometry/extent.ts';
import { isGeographic, type SpatialReference } from '../../../sw/geometry/spatial-reference.ts';
import { listSettledResolutions, reasonAgainstCache, type TileOffer } from './tile-choice.ts';

/** Service, description and CRS of a map. */
export interface Subject {
  readonly service: string;
  readonly description: Value<'MapDescription'>;
  readonly reference: SpatialReference;
  /** How far the map can be moved and zoomed out. */
  readonly fullExtent: Extent;
  /** Initial extent; by default the full extent. */
  readonly firstExtent?: Extent;
  /**
   * Resolution above which nothing is drawn, in map units per pixel. If it is slightly below the resolution of
   * `firstExtent`, the map opens at this resolution.
   */
  readonly maxResolution?: number;
  /** Tiles that may replace images. */
  readonly tiles: TileOffer | undefined;
}

/** Return a view in a local projection. The server does all reprojection, so coordinates are just numbers here. */
export function viewFor(subject: Subject): View {
  const { reference, fullExtent } = subject;
  const [width, height] = [fullExtent[2] - fullExtent[0], fullExtent[3] - fullExtent[1]];
  const widest = Math.max(width, height) || 1;
  const resolutions = subjectResolutions(subject);
  // On a small screen, a task covers the lower part of the map. So the map must be able to move up.
  const below = matchMedia('(width < 820px)').matches ? Math.max(height / 4, widest) : height / 4;
  const units = isGeographic(reference) ? 'degrees' : 'm';
  return new View({
    projection: new Projection({ code: 'soapstone:map', units, extent: [...fullExtent], global: false }),
    extent: [fullExtent[0] - width / 4, fullExtent[1] - below, fullExtent[2] + width / 4, fullExtent[3] + height / 4],
    constrainOnlyCenter: true,
    center: [(fullExtent[0] + fullExtent[2]) / 2, (fullExtent[1] + fullExtent[3]) / 2],
    resolution: widest / 1000,
    maxResolution: widest / 180,
    minResolution: widest / 2 ** 29,
    showFullExtent: true,
    resolutions,
    constrainResolution: resolutions !== undefined,
  });
}

/**
 * Maximum factor to zoom in from the initial extent to `maxResolution`, which small screens need. If the extent needs a
 * larger factor, its author wanted to show no details.
 */
const maxCloserFactor = 4;

/** Show the initial view of a map. */
export function openFirst(
  view: View,
  { firstExtent, fullExtent, maxResolution: mostResolution = Number.POSITIVE_INFINITY }: Subject,
  padding: number[],
): void {
  // If zooming snaps to levels, the nearest level looks better than a map of half the size.
  view.fit([...(firstExtent ?? fullExtent)], { padding, nearest: true });
  const resolution = view.getResolution()!;
  if (resolution > mostResolution && resolution < maxCloserFactor * mostResolution)
    view.setResolution(view.getConstrainedResolution(mostResolution, 1));
}

/** Return the resolutions that zooming snaps to; undefined if it doesn't snap. */
export function subjectResolutions({ tiles, reference, fullExtent }: Subject): number[] | undefined {
  if (!tiles || reasonAgainstCache(tiles, reference)) return undefined;
  const widest = Math.max(fullExtent[2] - fullExtent[0], fullExtent[3] - fullExtent[1]) || 1;
  return listSettledResolutions(tiles.cache.settings.scheme.levels, widest / 180, widest / 2 ** 29);
}

/** Return the plain background color of a map in CSS; undefined for other backgrounds. */
export function readBackgroundColor({ BackgroundSymbol }: Value<'MapDescription'>): string | undefined {
  const color = BackgroundSymbol?.type === 'SimpleFillSymbol' ? BackgroundSymbol.Color : undefined;
  if (color?.type !== 'RgbColor') return undefined;
  return `rgb(${color.Red} ${color.Green} ${color.Blue} / ${(color.AlphaValue ?? 255) / 255})`;
}

/** Return an extent slightly reduced on each side. */
export function shrunk([xmin, ymin, xmax, ymax]: Extent): Extent {
  const [x, y] = [(xmax - xmin) / 1000, (ymax - ymin) / 1000];
  return [xmin + x, ymin + y, xmax - x, ymax - y];
}

/** Enlarge an extent around its center to a minimum width and height. */
export function growTo([xmin, ymin, xmax, ymax]: Extent, minimumSize: number): Extent {
  const growX = Math.max(0, (minimumSize - (xmax - xmin)) / 2);
  const growY = Math.max(0, (minimumSize - (ymax - ymin)) / 2);
  return [xmin - growX, ymin - growY, xmax + growX, ymax + growY];
}

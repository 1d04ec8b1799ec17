import Projection from 'ol/proj/Projection.js';
import View from 'ol/View.js';
import type { Value } from '../../../sw/contract/index.ts';
import type { Extent } from '../../../sw/geometry/extent.ts';
import { isGeographic, type SpatialReference } from '../../../sw/geometry/spatial-reference.ts';
import { reasonAgainstCache, settledResolutions, type TileOffer } from './tile-choice.ts';

/** What the map shows: a service, how it is described, and in which reference. */
export interface Subject {
  readonly service: string;
  readonly description: Value<'MapDescription'>;
  readonly reference: SpatialReference;
  /** How far the map can be moved and zoomed out. */
  readonly fullExtent: Extent;
  /** Where it is opened; without one, all of it is shown. */
  readonly firstExtent?: Extent;
  /** Map units a pixel above which nothing is drawn: where this is a little nearer than `firstExtent`, the map is opened so. */
  readonly mostResolution?: number;
  /** Tiles that may stand in the place of pictures. */
  readonly tiles: TileOffer | undefined;
}

/** A view without a projection of the viewer's own: all reprojection is the server's, coordinates are only numbers here. */
export function viewFor(subject: Subject): View {
  const { reference, fullExtent } = subject;
  const [width, height] = [fullExtent[2] - fullExtent[0], fullExtent[3] - fullExtent[1]];
  const widest = Math.max(width, height) || 1;
  const resolutions = settledOf(subject);
  // On a small screen a task lies over the lower part of the map, and what is drawn moves above it.
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

/** A screen may be smaller than the image that an extent was chosen for; one that is farther away was chosen to show less. */
const mostCloser = 4;

/** Show what a map is opened with. */
export function openFirst(
  view: View,
  { firstExtent, fullExtent, mostResolution = Number.POSITIVE_INFINITY }: Subject,
  padding: number[],
): void {
  // Where zooming settles on levels, the nearest looks better than a map of half the size.
  view.fit([...(firstExtent ?? fullExtent)], { padding, nearest: true });
  const resolution = view.getResolution()!;
  if (resolution > mostResolution && resolution < mostCloser * mostResolution)
    view.setResolution(view.getConstrainedResolution(mostResolution, 1));
}

/** The resolutions on which zooming settles; undefined where every one is as good. */
export function settledOf({ tiles, reference, fullExtent }: Subject): number[] | undefined {
  if (!tiles || reasonAgainstCache(tiles, reference)) return undefined;
  const widest = Math.max(fullExtent[2] - fullExtent[0], fullExtent[3] - fullExtent[1]) || 1;
  return settledResolutions(tiles.cache.settings.scheme.levels, widest / 180, widest / 2 ** 29);
}

/** The colour behind a map where it is a plain one, as CSS says it. */
export function backgroundOf({ BackgroundSymbol }: Value<'MapDescription'>): string | undefined {
  const color = BackgroundSymbol?.type === 'SimpleFillSymbol' ? BackgroundSymbol.Color : undefined;
  if (color?.type !== 'RgbColor') return undefined;
  return `rgb(${color.Red} ${color.Green} ${color.Blue} / ${(color.AlphaValue ?? 255) / 255})`;
}

/** A little less of an extent on each side. */
export function shrunk([xmin, ymin, xmax, ymax]: Extent): Extent {
  const [x, y] = [(xmax - xmin) / 1000, (ymax - ymin) / 1000];
  return [xmin + x, ymin + y, xmax - x, ymax - y];
}

/** Make an extent at least so wide and high around its middle. */
export function growTo([xmin, ymin, xmax, ymax]: Extent, minimumSize: number): Extent {
  const growX = Math.max(0, (minimumSize - (xmax - xmin)) / 2);
  const growY = Math.max(0, (minimumSize - (ymax - ymin)) / 2);
  return [xmin - growX, ymin - growY, xmax + growX, ymax + growY];
}

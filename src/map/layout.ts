import type { MapLayout } from '../../sw/contract/admin/map-layout.ts';
import {
  isGeographic,
  referenceFromWkid,
  type SpatialReference,
  sameReference,
} from '../../sw/geometry/spatial-reference.ts';
import { writeJson } from '../../sw/service/package-json.ts';
import { askForFile } from '../connection/call.ts';
import { background } from '../state/background.ts';
import { carryExtent, referenceFor } from '../state/references.ts';
import { requested } from '../state/requested.ts';
import { currentKey, mapInfo, services } from '../state/services.ts';
import { projection, screen, view } from '../state/view.ts';
import { locale } from '../text/locale.ts';
import { backgroundMap } from './widget/world-background.ts';

/** Maps of a layout, without its size and format. */
type ShownMaps = Omit<MapLayout, 'format' | 'dpi' | 'widthMm' | 'heightMm'>;

/**
 * Describe the current view for a layout, optionally with its background.
 *
 * @param isDark whether to use the dark background; paper is light
 * @param target CRS of the layout, ignored if the extent can't be projected to it; by default the CRS of the view
 * @returns undefined before the map is shown
 */
export function describeShownMaps(
  hasBackground: boolean,
  isDark: boolean,
  target?: SpatialReference,
): ShownMaps | undefined {
  const [service, description, info, shown] = [currentKey.peek(), requested.peek(), mapInfo.peek(), view.peek()];
  if (!service || !description || !info || !shown) return undefined;
  const viewReference = referenceFor(projection.peek(), info);
  const carried = target && carryExtent(shown.extent, viewReference, target);
  const reference = carried ? target : viewReference;
  const metersPerPixel = (screen.peek()?.resolution ?? 1) * (isGeographic(viewReference) ? 111_320 : 1);
  const { kind, url, credit = '' } = background.peek();
  const below = hasBackground ? backgroundMap({ ...background.peek(), isDark }, metersPerPixel) : undefined;
  const isThere = below && services.peek()?.some(({ name }) => name === below.service);
  const hasTiles = hasBackground && kind === 'tiles' && sameReference(reference, referenceFromWkid(3857));
  return {
    maps: [...(isThere ? [below] : []), { service, description }],
    tiles: hasTiles && url ? { url, credit } : undefined,
    extent: carried ?? shown.extent,
    shownWidthPx: screen.peek()?.widthPx || undefined,
    rotationDeg: -shown.rotationDeg,
    reference,
    locale,
  };
}

/**
 * A layout as a file, with the scale denominator of its map and its numbers of labels. The scale is 0 if the map isn't
 * true to scale.
 */
export interface DrawnLayout {
  readonly file: Blob;
  readonly scale: number;
  readonly labels: number;
  readonly labelsLeftOut: number;
}

/** Draw a layout on the server. @throws {ServiceFault} */
export async function drawLayout(layout: MapLayout, signal: AbortSignal): Promise<DrawnLayout> {
  const response = await askForFile('layout', 'admin/layout', { method: 'POST', body: writeJson(layout), signal });
  const [scale, labels, labelsLeftOut] = ['x-map-scale', 'x-labels', 'x-labels-left-out'].map((name) =>
    Number(response.headers.get(name)),
  );
  return { file: await response.blob(), scale: scale!, labels: labels!, labelsLeftOut: labelsLeftOut! };
}

import { isGeographic, referenceOfWkid, sameReference } from '../../../sw/geometry/spatial-reference.ts';
import type { LayoutRequest } from '../../../sw/service/layout-request.ts';
import { writeJson } from '../../../sw/service/package-json.ts';
import { askForFile } from '../../connection/call.ts';
import { groundMap } from '../../parts/map-view/world-ground.ts';
import { ground } from '../../state/ground.ts';
import { referenceFor } from '../../state/references.ts';
import { requested } from '../../state/requested.ts';
import { currentKey, mapInfo, services } from '../../state/services.ts';
import { projection, screen, view } from '../../state/view.ts';
import { locale } from '../../text/locale.ts';

type Shown = Pick<LayoutRequest, 'maps' | 'tiles' | 'extent' | 'rotationDeg' | 'reference' | 'locale'>;

/**
 * Describe what the map shows now, with its background below it, for a layout.
 *
 * @param isDark the variant of the background; paper is light
 * @returns undefined while nothing is shown
 */
export function shownMaps(hasBackground: boolean, isDark: boolean): Shown | undefined {
  const [service, description, info, shown] = [currentKey.peek(), requested.peek(), mapInfo.peek(), view.peek()];
  if (!service || !description || !info || !shown) return undefined;
  const reference = referenceFor(projection.peek(), info);
  const metresPerPixel = (screen.peek()?.resolution ?? 1) * (isGeographic(reference) ? 111_320 : 1);
  const { kind, url, credit = '' } = ground.peek();
  const below = hasBackground ? groundMap({ ...ground.peek(), isDark }, metresPerPixel) : undefined;
  const isThere = below && services.peek()?.some(({ name }) => name === below.service);
  const hasTiles = hasBackground && kind === 'tiles' && sameReference(reference, referenceOfWkid(3857));
  return {
    maps: [...(isThere ? [below] : []), { service, description }],
    ...(hasTiles && url && { tiles: { url, credit } }),
    extent: shown.extent,
    rotationDeg: -shown.rotationDeg,
    reference,
    locale,
  };
}

/** Let the server draw a layout. @throws {ServiceFault} */
export async function drawnLayout(
  layout: LayoutRequest,
  signal: AbortSignal,
): Promise<{ readonly file: Blob; readonly scale: number }> {
  const response = await askForFile('layout', 'admin/layout', { method: 'POST', body: writeJson(layout), signal });
  return { file: await response.blob(), scale: Number(response.headers.get('x-map-scale')) };
}

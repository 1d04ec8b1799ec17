import { useEffect, useState } from 'preact/hooks';
import type { Extent } from '../../../sw/geometry/extent.ts';
import { askJson, inPath, isAbort, messageOf } from '../../connection/call.ts';
import { filterOfLayer } from '../../map/state/filter-layer.ts';
import { shownReference, timeSpan } from '../../state/requested.ts';
import { currentKey, isLayerOn, type LayerInfo, type MapInfo, mapInfo } from '../../state/services.ts';
import { drawn, projection, screen, showOutlines, type View, view } from '../../state/view.ts';
import { preferredLanguage } from '../../text/text.ts';
import { remoteText } from './remote-text.ts';

interface GroupExtents {
  readonly isRemote: boolean;
  readonly rings: readonly (readonly number[])[];
}

type Read = (service: string, layerId: number, area: object, signal: AbortSignal) => Promise<GroupExtents>;

const readExtents: Read = (service, layerId, area, signal) => {
  const query = new URLSearchParams({ f: 'extents', area: JSON.stringify(area) });
  return askJson('extents', `services/${inPath(service)}/MapServer/${layerId}?${query}`, { signal });
};

/** More would make moving the map slow. */
const mostRings = 3000;

/** Layers that are stored here, which have overviews, are not asked again. */
const stored = new WeakMap<MapInfo, Set<number>>();

/**
 * Where a layer elsewhere is not drawn since it would be read as a whole, outlines where groups of its features lie, and says so.
 *
 * @param props.read asks for the extents
 */
export function SparseNote({ read = readExtents }: { read?: Read }) {
  const [note, setNote] = useState('');
  const [info, image, choice] = [mapInfo.value, drawn.value, projection.value];
  // Outlines of another map or projection would lie anywhere.
  useEffect(() => () => showOutlines([]), [info, choice]);
  useEffect(() => {
    const running = new AbortController();
    const show = (rings: GroupExtents['rings'], said: string) => {
      if (running.signal.aborted) return;
      showOutlines(rings);
      setNote(said);
    };
    if (info && image)
      outlineLayers(info, image.scale, read, running.signal).then(
        ({ rings, names }) => show(rings, names.length > 0 ? remoteText.extents(listOf(names)) : ''),
        (error) => isAbort(error) || show([], messageOf(error)),
      );
    return () => running.abort();
  }, [info, image]);
  return note ? (
    <p class="map-floating tool-hint" role="status">
      {note}
    </p>
  ) : null;
}

async function outlineLayers(info: MapInfo, scale: number, read: Read, signal: AbortSignal) {
  const [service, shown, size, reference] = [currentKey.peek(), view.peek(), screen.peek(), shownReference.peek()];
  let rings: GroupExtents['rings'] = [];
  const names: string[] = [];
  if (service === undefined || !shown || !size || !reference) return { rings, names };
  const area = { extent: seenExtent(shown), reference, resolution: size.resolution };
  const without = stored.get(info) ?? new Set();
  stored.set(info, without);
  for (const layer of info.MapLayerInfos ?? []) {
    if (without.has(layer.LayerID) || !isTooFar(info, layer, scale) || rings.length >= mostRings) continue;
    const found = await read(service, layer.LayerID, area, signal);
    if (!found.isRemote) without.add(layer.LayerID);
    if (found.rings.length > 0) names.push(layer.Name);
    rings = [...rings, ...found.rings];
  }
  return { rings, names };
}

/** True for a layer with rows, all of them, that would be drawn farther in. */
const isTooFar = (info: MapInfo, layer: LayerInfo, scale: number): boolean =>
  layer.IsFeatureLayer &&
  layer.MinScale > 0 &&
  scale > layer.MinScale &&
  isOn(info, layer) &&
  filterOfLayer(layer.LayerID) === '' &&
  !(layer.SupportsTime && timeSpan.peek());

function isOn(info: MapInfo, layer: LayerInfo): boolean {
  const group = info.MapLayerInfos?.find(({ LayerID }) => LayerID === layer.ParentLayerID);
  return isLayerOn(layer) && (!group || isOn(info, group));
}

/** The extent of what a turned map shows lies within a circle. */
function seenExtent({ extent, rotationDeg }: View): Extent {
  if (rotationDeg === 0) return extent;
  const [xmin, ymin, xmax, ymax] = extent;
  const [x, y, radius] = [(xmin + xmax) / 2, (ymin + ymax) / 2, Math.hypot(xmax - xmin, ymax - ymin) / 2];
  return [x - radius, y - radius, x + radius, y + radius];
}

const listOf = (names: readonly string[]): string => new Intl.ListFormat(preferredLanguage()).format(names);

import { useEffect, useState } from 'preact/hooks';
import type { Extent } from '../../../sw/geometry/extent.ts';
import { askJson, formatError, inPath, isAbort } from '../../connection/call.ts';
import { filterOfLayer } from '../../map/state/filter-layer.ts';
import { shownReference, timeSpan } from '../../state/requested.ts';
import { currentKey, isLayerOn, type LayerInfo, type MapInfo, mapInfo } from '../../state/services.ts';
import { drawn, projection, screen, showOutlines, type View, view } from '../../state/view.ts';
import { findPreferredLanguage } from '../../text/text.ts';
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

/** Maximum number of outlines; more would slow down the map. */
const maxRings = 3000;

/** IDs of layers with local data, which have overviews and need no further requests. */
const stored = new WeakMap<MapInfo, Set<number>>();

/**
 * Outline groups of features of a remote layer at scales where drawing would read the whole file, and show a note.
 *
 * @param props.read reads the extents
 */
export function SparseNote({ read = readExtents }: { read?: Read }) {
  const [note, setNote] = useState('');
  const [info, image, choice] = [mapInfo.value, drawn.value, projection.value];
  // Remove outlines of another map or projection, which would be in the wrong place.
  useEffect(() => () => showOutlines([]), [info, choice]);
  useEffect(() => {
    const running = new AbortController();
    const show = (rings: GroupExtents['rings'], message: string) => {
      if (running.signal.aborted) return;
      showOutlines(rings);
      setNote(message);
    };
    if (info && image)
      outlineLayers(info, image.scale, read, running.signal).then(
        ({ rings, names }) => show(rings, names.length > 0 ? remoteText.extents(formatList(names)) : ''),
        (error) => isAbort(error) || show([], formatError(error)),
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
  const area = { extent: viewExtent(shown), reference, resolution: size.resolution };
  const without = stored.get(info) ?? new Set();
  stored.set(info, without);
  for (const layer of info.MapLayerInfos ?? []) {
    if (without.has(layer.LayerID) || !isTooFar(info, layer, scale) || rings.length >= maxRings) continue;
    const groups = await read(service, layer.LayerID, area, signal);
    if (!groups.isRemote) without.add(layer.LayerID);
    if (groups.rings.length > 0) names.push(layer.Name);
    rings = [...rings, ...groups.rings];
  }
  return { rings, names };
}

/** Check whether a layer is a feature layer that is on, shows all its rows, and is drawn only at larger scales. */
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

/** Return an extent that contains the rotated view: the bounds of its surrounding circle. */
function viewExtent({ extent, rotationDeg }: View): Extent {
  if (rotationDeg === 0) return extent;
  const [xmin, ymin, xmax, ymax] = extent;
  const [x, y, radius] = [(xmin + xmax) / 2, (ymin + ymax) / 2, Math.hypot(xmax - xmin, ymax - ymin) / 2];
  return [x - radius, y - radius, x + radius, y + radius];
}

const formatList = (names: readonly string[]): string => new Intl.ListFormat(findPreferredLanguage()).format(names);

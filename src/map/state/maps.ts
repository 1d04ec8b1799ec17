import { batch, effect, signal } from '@preact/signals';
import { keyOfMap, parseMapId } from '../../../sw/service/map-key.ts';
import type { MapContent, MapRecord } from '../../../sw/service/map-record.ts';
import { readJson, writeJson } from '../../../sw/service/package-json.ts';
import { askJson, formatError } from '../../connection/call.ts';
import { chosenBackground, hasOwnBackground, noteRecord, openRecord } from '../../state/background.ts';
import { referenceFor } from '../../state/references.ts';
import { clearSelection, dropDrafts } from '../../state/requested.ts';
import {
  areLabelsOn,
  currentKey,
  filters,
  isLayerOn,
  type LayerInfo,
  labels,
  mapInfo,
  opacities,
  openService,
  refreshMap,
  restoreSwitches,
  visibility,
} from '../../state/services.ts';
import { closeDock } from '../../state/tasks.ts';
import { showToast } from '../../state/toasts.ts';
import { projection, view } from '../../state/view.ts';

/** A composed map in the list of maps. */
interface MapSummary {
  readonly id: string;
  readonly title: string;
  readonly version: number;
  readonly changedAt: number;
  readonly layerCount: number;
  readonly services: readonly string[];
}

/** The composed maps, the last changed first; undefined until they are first read. */
export const maps = signal<readonly MapSummary[] | undefined>(undefined);

type Layer = MapContent['layers'][number];

const ask = <T>(path: string, method = 'GET', body?: object): Promise<T> =>
  askJson('maps', path, { method, body: body && writeJson(body) }, readJson);

/** Read the list of maps again. @throws {ServiceFault} */
export async function refreshMaps(): Promise<void> {
  maps.value = (await ask<{ maps: MapSummary[] }>('admin/maps')).maps;
}

/** Read the record of the open map. */
export async function readOpenRecord(): Promise<void> {
  const key = currentKey.peek();
  const id = parseMapId(key);
  if (id === undefined) return;
  try {
    const { map } = await ask<{ map: MapRecord }>(`admin/maps/${id}`);
    if (currentKey.peek() === key) noteRecord(map);
  } catch (error) {
    showToast({ kind: 'error', message: formatError(error) });
  }
}

const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => (byte % 36).toString(36)).join('');

/** Store a new map and open it. @throws {ServiceFault} */
export async function createMap(content: MapContent): Promise<void> {
  const id = newId();
  await ask(`admin/maps/${id}`, 'PUT', { ...content, version: 0 });
  await Promise.all([openService(keyOfMap(id)), refreshMaps()]);
}

/** Return the current view of the open service as the content of a new map; undefined if nothing is shown. */
export function contentOfView(title: string): MapContent | undefined {
  const [info, shown, service, record] = [mapInfo.peek(), view.peek(), currentKey.peek(), openRecord.peek()];
  if (!info || !shown || !service) return undefined;
  const reference = referenceFor(projection.peek(), info);
  const common = { title, description: '', reference, extent: shown.extent };
  if (record) return { ...pickContent(record), ...common };
  const kind = !hasOwnBackground.peek() ? chosenBackground.peek() : service === 'Earth' ? 'none' : 'world';
  const layers = toMapLayers(service, info.MapLayerInfos ?? []);
  return { ...common, background: { kind }, layers };
}

/** Convert the layers of the open service, with their current switches, to layers of a map. */
function toMapLayers(service: string, all: readonly LayerInfo[]): Layer[] {
  const isOn = (layer: LayerInfo): boolean => {
    const group = all.find(({ LayerID }) => LayerID === layer.ParentLayerID);
    return isLayerOn(layer) && (!group || isOn(group));
  };
  return all
    .filter((layer) => !layer.IsComposite)
    .map((layer) => ({
      ...newLayer(service, layer),
      visible: isOn(layer),
      labels: areLabelsOn(layer),
      opacity: opacities.peek().get(layer.LayerID) ?? 100,
      filter: filters.peek().get(layer.LayerID) ?? '',
    }));
}

/** Return a new layer of a composed map for a layer of a service. */
export const newLayer = (service: string, { LayerID, Name }: Pick<LayerInfo, 'LayerID' | 'Name'>): Layer => ({
  service,
  layer: LayerID,
  name: Name,
  title: Name.trim() || service,
  visible: true,
  labels: false,
  opacity: 100,
  filter: '',
});

const pickContent = ({ id: _, version: __, changedAt: ___, ...content }: MapRecord): MapContent => content;

let queue: Promise<unknown> = Promise.resolve();

/**
 * Change the open map and store it. Changes are stored in order. A failure is reported, and the stored map is
 * read again.
 *
 * @param isRedrawn whether the change affects the image: layers, their order, styles or filters
 */
export function changeMap(change: (content: MapContent) => Partial<MapContent>, isRedrawn = true): Promise<void> {
  const record = openRecord.peek();
  if (!record) return Promise.resolve();
  const content = { ...withCurrentSwitches(pickContent(record)), ...change(withCurrentSwitches(pickContent(record))) };
  noteRecord({ ...record, ...content });
  const stored = queue.then(async () => {
    const now = openRecord.peek();
    if (now?.id !== record.id) return;
    try {
      const { map } = await ask<{ map: MapRecord }>(`admin/maps/${record.id}`, 'PUT', {
        ...pickContent(now),
        version: now.version,
      });
      const after = openRecord.peek();
      if (after?.id === map.id) noteRecord({ ...after, version: map.version, changedAt: map.changedAt });
      if (isRedrawn) await redraw();
      await refreshMaps();
    } catch (error) {
      showToast({ kind: 'error', message: formatError(error) });
      await Promise.all([readOpenRecord(), redraw()]);
    }
  });
  queue = stored;
  return stored;
}

/** Layer IDs are positions. After a change they may belong to other layers, so reset all state by ID. */
async function redraw(): Promise<void> {
  await refreshMap();
  batch(() => {
    restoreSwitches();
    dropDrafts();
    clearSelection();
    closeDock();
  });
}

/** Return the content with its layers switched on and off like on the page. */
const withCurrentSwitches = (content: MapContent): MapContent => ({
  ...content,
  layers: content.layers.map((layer, id) => ({
    ...layer,
    visible: visibility.peek().get(id) ?? layer.visible,
    labels: labels.peek().get(id) ?? layer.labels,
  })),
});

/** Change one layer of the open map. */
export const changeLayer = (id: number, part: Partial<Layer>): Promise<void> =>
  changeMap(({ layers }) => ({ layers: layers.map((layer, index) => (index === id ? { ...layer, ...part } : layer)) }));

/** Delete a map. @returns a function that restores it @throws {ServiceFault} */
export async function removeMap(id: string): Promise<() => Promise<void>> {
  const { map } = await ask<{ map: MapRecord }>(`admin/maps/${id}`);
  await ask(`admin/maps/${id}`, 'DELETE');
  await refreshMaps();
  return async () => {
    await ask(`admin/maps/${id}`, 'PUT', { ...pickContent(map), version: 0 });
    await refreshMaps();
  };
}

const saveDelayMs = 600;

/** Store the switches of the open map shortly after the last change. */
effect(() => {
  if (visibility.value.size + labels.value.size === 0 || !openRecord.value) return;
  const { id } = openRecord.peek()!;
  const timer = setTimeout(() => {
    if (openRecord.peek()?.id === id && currentKey.peek() === keyOfMap(id)) void changeMap(() => ({}), false);
  }, saveDelayMs);
  return () => clearTimeout(timer);
});

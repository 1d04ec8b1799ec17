import { batch, computed, signal } from '@preact/signals';
import type { Value } from '../../sw/contract/index.ts';
import type { Mark } from '../../sw/service/mark.ts';
import type { ServiceSummary } from '../../sw/service/service-summary.ts';
import { call, formatError, isAbort } from '../connection/call.ts';
import { catalogue } from '../connection/catalogue.ts';
import { lostServices } from '../connection/mark.ts';
import { isServed } from '../host.ts';
import { defineReferences } from './definitions.ts';
import { afterUnsaved } from './unsaved.ts';
import { chooseProjection, leaveView } from './view.ts';

export type MapInfo = Value<'MapServerInfo'>;
export type LayerInfo = Value<'MapLayerInfo'>;

/** The catalogue; undefined until it is first read. */
export const services = signal<readonly ServiceSummary[] | undefined>(undefined);
/** Data that the browser has deleted, until the user decides how to continue. */
export const lost = signal<Mark | undefined>(undefined);
export const servicesError = signal<string | undefined>(undefined);
/** Key of the service on the map; undefined while the catalogue is empty or hasn't been read. */
export const currentKey = signal<string | undefined>(undefined);
export const mapInfo = signal<MapInfo | undefined>(undefined);
export const mapError = signal<string | undefined>(undefined);
/** Changes by the user to the published description, by LayerID. */
export const visibility = signal<ReadonlyMap<number, boolean>>(new Map());
export const labels = signal<ReadonlyMap<number, boolean>>(new Map());
/** Conditions on the rows of layers, in addition to the author's conditions. */
export const filters = signal<ReadonlyMap<number, string>>(new Map());
/** Opacities in percent. */ export const opacities = signal<ReadonlyMap<number, number>>(new Map());

export const currentService = computed(() => services.value?.find((service) => service.name === currentKey.value));
/** Title of the open service or composed map; undefined if none is open. */
export const currentTitle = computed(() => currentService.value?.title ?? mapInfo.value?.Name ?? currentKey.value);

/** Whether the open service has tables but no layers, so that its tables are shown instead of a map. */
export const isTablesOnly = computed(
  () => mapInfo.value?.MapLayerInfos?.length === 0 && (mapInfo.value.StandaloneTableInfos ?? []).length > 0,
);

/** Read the catalogue again. If the data of the open map was replaced, describe the map again. */
export async function refreshServices(): Promise<void> {
  const before = currentService.peek();
  try {
    const entries = await catalogue();
    const dropped = isServed ? undefined : await lostServices();
    batch(() => {
      services.value = entries;
      lost.value = dropped;
      servicesError.value = undefined;
    });
    const now = currentService.peek();
    if (now && before?.name === now.name && before.version !== now.version) await refreshMap();
  } catch (error) {
    servicesError.value = formatError(error);
  }
}

let opening: AbortController | undefined;

/** Open a service on the map, with its published switches. The user is asked about unsaved work first. */
export function openService(key: string): Promise<void> {
  if (key === currentKey.peek()) return openNow(key);
  return new Promise((resolve, reject) => afterUnsaved(() => void openNow(key).then(resolve, reject)));
}

async function openNow(key: string): Promise<void> {
  opening?.abort();
  opening = new AbortController();
  const { signal: aborted } = opening;
  batch(() => {
    // Reset the projection, because it may not suit the next map.
    if (key !== currentKey.peek()) chooseProjection('auto');
    currentKey.value = key;
    mapInfo.value = undefined;
    mapError.value = undefined;
    leaveView();
    restoreSwitches();
    opacities.value = new Map();
  });
  try {
    const { Result: MapName } = await call('GetDefaultMapName', key, {}, { signal: aborted });
    const { Result: info } = await call('GetServerInfo', key, { MapName }, { signal: aborted });
    await defineReferences(info.SpatialReference, info.DefaultMapDescription?.SpatialReference);
    if (!aborted.aborted) mapInfo.value = info;
  } catch (error) {
    if (!aborted.aborted && !isAbort(error)) mapError.value = formatError(error);
  }
}

/** Describe the open service again after its definition changed. The map keeps its view. */
export async function refreshMap(): Promise<void> {
  const key = currentKey.peek();
  const MapName = mapInfo.peek()?.Name;
  if (!key || !MapName) return;
  try {
    const { Result: info } = await call('GetServerInfo', key, { MapName });
    await defineReferences(info.SpatialReference, info.DefaultMapDescription?.SpatialReference);
    if (currentKey.peek() === key) mapInfo.value = info;
  } catch {
    // The map was renamed or the service no longer exists. Opening it again reports the error.
    if (currentKey.peek() === key) await openService(key);
  }
}

/** Check whether a layer is switched on. Its groups may still hide it. */
export const isLayerOn = (layer: LayerInfo): boolean =>
  visibility.value.get(layer.LayerID) ?? findLayerDescription(layer.LayerID)?.Visible ?? true;

export const areLabelsOn = (layer: LayerInfo): boolean =>
  labels.value.get(layer.LayerID) ?? findLayerDescription(layer.LayerID)?.ShowLabels ?? false;

interface Switches {
  readonly visibility: ReadonlyMap<number, boolean>;
  readonly labels: ReadonlyMap<number, boolean>;
  readonly filters: ReadonlyMap<number, string>;
}

/** Replace all switches and filters, by default with the published ones. */
export function restoreSwitches(switches: Partial<Switches> = {}): void {
  batch(() => {
    visibility.value = switches.visibility ?? new Map();
    labels.value = switches.labels ?? new Map();
    filters.value = switches.filters ?? new Map();
  });
}

export function setVisible(layerIds: readonly number[], isOn: boolean): void {
  visibility.value = new Map([...visibility.value, ...layerIds.map((id) => [id, isOn] as const)]);
}

export function setLabels(layerId: number, areOn: boolean): void {
  labels.value = new Map([...labels.value, [layerId, areOn]]);
}

/** Filter the rows of a layer of a service; an empty condition shows all. */
export function changeFilter(layerId: number, filter: string): void {
  const others = [...filters.peek()].filter(([id]) => id !== layerId);
  filters.value = new Map(filter ? [...others, [layerId, filter]] : others);
}

/** Set the opacity of a layer of a service, in percent. */
export function changeOpacity(layerId: number, percent: number): void {
  opacities.value = new Map([...opacities.peek(), [layerId, percent]]);
}

const findLayerDescription = (layerId: number) =>
  mapInfo.value?.DefaultMapDescription?.LayerDescriptions?.find((layer) => layer.LayerID === layerId);

/** The published description with the current switches; undefined until the service is described. */
export const description = computed((): Value<'MapDescription'> | undefined => {
  const published = mapInfo.value?.DefaultMapDescription;
  if (!published) return undefined;
  const LayerDescriptions = (published.LayerDescriptions ?? []).map((layer) => ({
    ...layer,
    Visible: visibility.value.get(layer.LayerID) ?? layer.Visible,
    ShowLabels: labels.value.get(layer.LayerID) ?? layer.ShowLabels,
    ...withChoices(layer.LayerID),
  }));
  return { ...published, LayerDescriptions };
});

/** Return the opacity and filter that the user chose for a layer of a service. */
function withChoices(id: number): Partial<Value<'LayerDescription'>> {
  const [filter, opacity] = [filters.value.get(id), opacities.value.get(id)];
  const isRaster = mapInfo.value?.MapLayerInfos?.[id]?.LayerType === 'Raster Layer';
  const type = isRaster ? 'RasterLayerDrawingDescription' : 'FeatureLayerDrawingDescription';
  return {
    ...(filter !== undefined && { DefinitionExpression: filter }),
    ...(opacity !== undefined && { DrawingDescription: { type, Transparency: 100 - opacity } }),
  };
}

/** Open a neighbor of a deleted service in the previous order of the list. If there is none, close the map. */
export async function openNeighbour(key: string, before: readonly ServiceSummary[]): Promise<void> {
  if (currentKey.value !== key) return;
  const remaining = new Set((services.value ?? []).map(({ name }) => name));
  const index = before.findIndex(({ name }) => name === key);
  const next = [...before.slice(index + 1), ...before.slice(0, Math.max(0, index)).reverse()].find(({ name }) =>
    remaining.has(name),
  );
  if (next) return openNow(next.name);
  closeService();
}

/** Close the map, because there is none to show. */
export function closeService(): void {
  opening?.abort();
  batch(() => {
    currentKey.value = undefined;
    mapInfo.value = undefined;
    mapError.value = undefined;
    leaveView();
  });
}

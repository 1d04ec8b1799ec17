import { computed, effect, signal, untracked } from '@preact/signals';
import type { Value } from '../../../sw/contract/index.ts';
import { nearestFirst } from '../../../sw/geometry/lengths/shape-distance.ts';
import { call, formatError, isAbort } from '../../connection/call.ts';
import { readShownView, requested, select } from '../../state/requested.ts';
import { countRows, plainValue, rowLimit } from '../../state/rows.ts';
import { localText } from '../../state/server-text.ts';
import { currentKey, type LayerInfo, type MapInfo, mapInfo } from '../../state/services.ts';
import { drawn, projection, screen } from '../../state/view.ts';

/** A feature found on the map. */
export interface IdentifyResult {
  /** A layer or a standalone table. */
  readonly layer: Pick<LayerInfo, 'LayerID' | 'Name'>;
  /** Object ID; undefined if the layer has none. */
  readonly id: number | undefined;
  readonly title: string;
  /** Names and values as the server formats them, in its order. A null text is a missing value. */
  readonly attributes: readonly { readonly name: string; readonly text: string | null }[];
  /** In the coordinates of the view. */
  readonly shape: Value<'Geometry'> | undefined;
}

export type Reading =
  | { readonly state: 'closed' | 'reading' }
  | { readonly state: 'failed'; readonly message: string }
  | Found;

export interface Found {
  readonly state: 'found';
  readonly results: readonly IdentifyResult[];
  /** The requested area, which the table of all its features filters by; undefined for a point. */
  readonly area: Value<'Geometry'> | undefined;
  /** The requested point; undefined for an area. */
  readonly at?: readonly [number, number] | undefined;
  /** The response has as many features as the service returns per request. */
  readonly isLimited: boolean;
  /** Numbers of features per drawn layer, if the response for an area is limited. Layers without any are left out. */
  readonly totals?: readonly LayerTotal[];
}

interface LayerTotal {
  readonly layer: Pick<LayerInfo, 'LayerID' | 'Name'>;
  readonly count: number;
}

export const reading = signal<Reading>({ state: 'closed' });
/** Index of the result shown by itself; undefined while the list is shown. */
export const resultIndex = signal<number | undefined>(undefined);
export const currentResult = computed(() =>
  reading.value.state === 'found' && resultIndex.value !== undefined
    ? reading.value.results[resultIndex.value]
    : undefined,
);

/** Show one result by its index; undefined shows the list. */
export function showResult(index: number | undefined): void {
  resultIndex.value = index;
}

/**
 * Geometries to mark on the map: the shown result, otherwise all results. Empty for an area search, whose results are
 * selected instead.
 */
export const resultShapes = computed(() => {
  const now = reading.value;
  const results = currentResult.value ? [currentResult.value] : now.state === 'found' && !now.area ? now.results : [];
  return results.flatMap(({ shape }) => shape ?? []);
});

/** Search radius in CSS pixels. A fingertip covers more than a mouse pointer. */
const tolerancePx = { mouse: 5, touch: 22 };
let running: AbortController | undefined;

export function closeResults(): void {
  running?.abort();
  reading.value = { state: 'closed' };
  resultIndex.value = undefined;
}

// Results belong to one map and projection, so close them when either changes.
effect(() => {
  currentKey.value;
  mapInfo.value;
  projection.value;
  untracked(closeResults);
});

/** Show features that have already been read, such as search results. */
export function showResults(results: readonly IdentifyResult[], index?: number): void {
  running?.abort();
  resultIndex.value = index ?? (results.length === 1 ? 0 : undefined);
  reading.value = { state: 'found', results, area: undefined, isLimited: false };
}

/**
 * Read the features of all drawn layers at a point or in an area, the topmost layer first. Features of an area are
 * selected, and stay selected when the results are closed.
 *
 * @param shape in the coordinates of the view; a point is searched with a tolerance, and its nearest feature comes
 * first
 */
export async function readResults(shape: Value<'Geometry'>, isTouch = false): Promise<void> {
  const [service, shown, info] = [currentKey.value, readShownView(), mapInfo.value];
  if (!service || !shown || !info) return;
  running?.abort();
  const controller = new AbortController();
  running = controller;
  const isPoint = shape.type === 'PointN';
  reading.value = { state: 'reading' };
  resultIndex.value = undefined;
  try {
    const limit = rowLimit(controller.signal);
    // A failure is reported below, when the limit is awaited.
    limit.catch(() => undefined);
    const { Result } = await call(
      'Identify',
      service,
      {
        MapDescription: withShapes(shown.MapDescription),
        MapImageDisplay: shown.MapImageDisplay,
        SearchShape: shape,
        Tolerance: isPoint ? tolerancePx[isTouch ? 'touch' : 'mouse'] : 0,
        IdentifyOption: 'gisIdentifyVisibleLayers',
        LayerIDs: [],
      },
      { signal: controller.signal },
    );
    if (controller.signal.aborted) return;
    const allResults = Result.flatMap((match) => makeResult(match, info.MapLayerInfos ?? []) ?? []);
    const position = isPoint ? ([shape.X, shape.Y] as const) : undefined;
    const results = position ? nearestFirst(allResults, position) : allResults;
    // Several results at a point are shown one by one; results of an area are shown as a list.
    resultIndex.value = results.length === 1 || (isPoint && results.length > 0) ? 0 : undefined;
    const isLimited = Result.length >= (await limit);
    if (controller.signal.aborted) return;
    const answer = { state: 'found', results, area: isPoint ? undefined : shape, at: position, isLimited } as const;
    reading.value = answer;
    if (!isPoint) selectResults(results);
    if (!isLimited || isPoint) return;
    const totals = await countDrawn(info, shape, controller.signal);
    if (!controller.signal.aborted) reading.value = { ...answer, totals };
  } catch (error) {
    if (!controller.signal.aborted && !isAbort(error)) reading.value = { state: 'failed', message: formatError(error) };
  }
}

/** Count the features of each drawn layer in an area. */
async function countDrawn(info: MapInfo, shape: Value<'Geometry'>, signal: AbortSignal): Promise<LayerTotal[]> {
  const ids = drawn.peek()?.layerIds ?? [];
  const layers = (info.MapLayerInfos ?? []).filter((layer) => layer.IsFeatureLayer && ids.includes(layer.LayerID));
  const area = { shape, relation: 'gisSpatialRelIntersects' } as const;
  const totals = await Promise.all(
    layers.map(async (layer) => ({ layer, count: await countRows(layer.LayerID, { where: '', area }, signal) })),
  );
  return totals.filter(({ count }) => count > 0);
}

/** Request geometries, generalized to the resolution of the screen. */
export function withShapes(described: Value<'MapDescription'>): Value<'MapDescription'> {
  const MaximumAllowableOffset = screen.value?.resolution ?? 0;
  const LayerResultOptions = {
    IncludeGeometry: true,
    GeometryResultOptions: { GeneralizeGeometries: true, MaximumAllowableOffset },
  };
  return {
    ...described,
    LayerDescriptions: (described.LayerDescriptions ?? []).map(({ SelectionFeatures: _, ...layer }) => ({
      ...layer,
      LayerResultOptions,
    })),
  };
}

function makeResult(match: Value<'MapServerIdentifyResult'>, layers: readonly LayerInfo[]): IdentifyResult | undefined {
  const layer = layers.find(({ LayerID }) => LayerID === match.LayerID);
  if (!layer) return undefined;
  const display = layer.Fields?.FieldArray.find(({ Name }) => Name === layer.DisplayField);
  return {
    layer,
    id: match.FeatureID,
    title: match.Name ? localText(match.Name, display) : `${layer.Name} ${match.FeatureID ?? ''}`.trim(),
    attributes: listAttributes(match.Properties, layer),
    shape: match.Shape,
  };
}

/** Return the attributes of a feature, without the placeholder of its geometry. */
export function listAttributes(
  properties: Value<'PropertySet'> | undefined,
  layer: Partial<Pick<LayerInfo, 'Fields' | 'LayerID'>>,
): IdentifyResult['attributes'] {
  const fields = layer.Fields?.FieldArray ?? [];
  const shape = fields.find(({ Type }) => Type === 'gisFieldTypeGeometry');
  return (properties?.PropertyArray ?? [])
    .filter(({ Key }) => Key !== shape?.Name && Key !== shape?.AliasName)
    .map(({ Key, Value: value }) => {
      const plain = plainValue(value);
      const field = fields.find(({ Name, AliasName }) => Key === Name || Key === AliasName);
      return { name: Key, text: plain === null || plain === '' ? null : localText(String(plain), field) };
    });
}

/** Select all given features, and nothing else. */
export function selectResults(results: readonly IdentifyResult[]): void {
  const ids = new Map<number, number[]>();
  for (const { layer, id } of results)
    if (id !== undefined) ids.set(layer.LayerID, [...(ids.get(layer.LayerID) ?? []), id]);
  for (const layer of requested.value?.LayerDescriptions ?? []) select(layer.LayerID, ids.get(layer.LayerID) ?? []);
}

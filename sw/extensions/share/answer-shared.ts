import { Fault, type Value } from '../../contract/index.ts';
import { readSurfacePixels, releaseSurface } from '../../draw/image/rgba-pixels.ts';
import { drawMap } from '../../draw/map.ts';
import { createRasterSurface } from '../../draw/surface/pixels.ts';
import type { Extent } from '../../geometry/extent.ts';
import { nearestFirst } from '../../geometry/lengths/shape-distance.ts';
import { resolutionAtCenter } from '../../geometry/lengths/true-resolution.ts';
import { referenceFromWkid } from '../../geometry/spatial-reference.ts';
import type { MapView } from '../../geometry/view.ts';
import { type Call, createCall } from '../../handlers/call.ts';
import { defaultDescription } from '../../handlers/description/default-description.ts';
import { GetLegendInfo2 } from '../../handlers/legend/legend-info.ts';
import { transformationBetween } from '../../handlers/references.ts';
import { mapPlan } from '../../handlers/rendering/map-plan.ts';
import { readRequestedView } from '../../handlers/rendering/requested-view.ts';
import { Find } from '../../handlers/search/find.ts';
import { Identify } from '../../handlers/search/identify.ts';
import { envelopeValue } from '../../rows/geometry/geometry-value.ts';
import type { SharedContents } from './shared-map.ts';
import { openShared, type SharedSource, type ViewerHost } from './shared-source.ts';

/** The visible part of the map, in map coordinates. */
export interface ShownView {
  readonly extent: Extent;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly dpi: number;
  /** The user pointed with a finger. */
  readonly isTouch?: boolean;
  /** IDs of visible layers. */
  readonly visible: readonly number[];
}

interface DrawnMap {
  /** Not premultiplied. */
  readonly rgba: Uint8ClampedArray<ArrayBuffer>;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly extent: Extent;
  readonly scale: number;
  /** IDs of layers that are visible at this scale. */
  readonly layerIds: readonly number[];
  /** Meters on the ground per pixel to the right, at the center of the image; undefined if unknown. */
  readonly metresPerPixel?: number | undefined;
}

/** A result of a search or of a click. */
export interface SharedResult {
  readonly layerId: number;
  readonly id: number;
  readonly name: string;
  readonly attributes: readonly (readonly [name: string, text: string | null])[];
  /** In map coordinates. */
  readonly shape?: Value<'Geometry'>;
  /** The author's text for the row: HTML, or an address. */
  readonly popup?: string;
  /** The value that was found. */
  readonly found?: string;
}

interface SharedFile {
  readonly name: string;
  readonly contentType: string;
  readonly content: ArrayBuffer;
}

/** Requests of the page of a shared map. They reject with a `Fault`, or with the signal's reason if it is aborted. */
export interface SharedAnswers {
  draw(view: ShownView, isDark: boolean, signal: AbortSignal): Promise<DrawnMap>;
  legend(view: ShownView, signal: AbortSignal): Promise<Value<'MapServerLegendInfo'>[]>;
  /** List results, the nearest first. */
  identify(view: ShownView, at: readonly [number, number], signal: AbortSignal): Promise<SharedResult[]>;
  find(view: ShownView, text: string, signal: AbortSignal): Promise<SharedResult[]>;
  files(layerId: number, id: number): Promise<SharedFile[]>;
}

/** A fingertip is less precise than a mouse. */
const tolerancePx = { mouse: 6, touch: 22 };
const patchPt = { Width: 18, Height: 14 };

/**
 * Return functions that answer requests for a shared map. They use the handlers of the service, so that results match
 * the app.
 */
export function answerShared(contents: SharedContents, host: ViewerHost): SharedAnswers {
  const source = openShared(contents, host);
  const { context, service } = source;
  const { definition } = service;
  const map = definition.maps[0]!;
  const makeCall = (signal: AbortSignal): Call => createCall(context, service, signal);
  const describeView = ({ visible, extent }: ShownView): Value<'MapDescription'> => {
    const all = defaultDescription(map, definition.limits);
    return {
      ...all,
      MapArea: { type: 'MapExtent', Extent: envelopeValue(extent, map.SpatialReference) },
      LayerDescriptions: (all.LayerDescriptions ?? []).map((layerDescription) => ({
        ...layerDescription,
        Visible: visible.includes(layerDescription.LayerID),
        UseTime: false,
      })),
    };
  };
  const makeImageDisplay = ({ widthPx, heightPx, dpi }: ShownView): Value<'ImageDisplay'> => ({
    ImageWidth: widthPx,
    ImageHeight: heightPx,
    ImageDPI: dpi,
  });
  const makeSearch = (view: ShownView) => ({
    MapDescription: describeView(view),
    MapImageDisplay: makeImageDisplay(view),
  });

  return {
    async draw(view, isDark, signal) {
      const call = makeCall(signal);
      const description = describeView(view);
      const requested = await readRequestedView(call, description, makeImageDisplay(view), 'Draw');
      const plan = await mapPlan(call, { ...requested, description });
      const under = await backgroundPlan(contents, source, call, view, makeImageDisplay(view), isDark);
      const surface = await createRasterSurface(view.widthPx, view.heightPx, context.createCanvas);
      try {
        if (under) await drawMap(surface, under, call.scheduler, context.fontsReady);
        await drawMap(surface, plan.drawing, call.scheduler, context.fontsReady);
        return {
          // Copy, because the bytes are a view of a buffer that the next drawing reuses.
          rgba: readSurfacePixels(surface, 'nothing').slice(),
          widthPx: requested.view.widthPx,
          heightPx: requested.view.heightPx,
          extent: requested.view.extent,
          scale: requested.view.scale,
          layerIds: plan.visibleLayerIds,
          metresPerPixel: await trueMetresPerPixel(call, map.SpatialReference, requested.view),
        };
      } finally {
        releaseSurface(surface);
      }
    },
    async legend(view, signal) {
      const ids = map.layers.map(({ LayerID }) => LayerID);
      // The legend also lists layers that are hidden at the current scale.
      const { Result } = await GetLegendInfo2(
        createCall(context, { ...service, definition: withoutScales(definition) }, signal),
        {
          ...makeSearch({ ...view, visible: ids }),
          LayerIDs: ids,
          LegendPatch: { ...patchPt, ImageDPI: view.dpi },
          ImageType: { ImageFormat: 'gisImagePNG32', ImageReturnType: 'gisImageReturnMimeData' },
        },
      );
      return Result;
    },
    async identify(view, [X, Y], signal) {
      const { Result } = await Identify(makeCall(signal), {
        ...makeSearch(view),
        SearchShape: { type: 'PointN', X, Y, SpatialReference: map.SpatialReference },
        Tolerance: (tolerancePx[view.isTouch ? 'touch' : 'mouse'] * view.dpi) / 96,
        IdentifyOption: 'gisIdentifyVisibleWithHTMLPopup',
        LayerIDs: [],
      });
      const results = Result.map(({ LayerID, FeatureID, Name, Properties, Shape, HTMLPopup }) => ({
        layerId: LayerID,
        id: FeatureID ?? -1,
        name: Name,
        attributes: listAttributes(Properties),
        shape: Shape,
        popup: HTMLPopup,
      }));
      return nearestFirst(results, [X, Y]);
    },
    async find(view, text, signal) {
      const { Result } = await Find(makeCall(signal), {
        ...makeSearch(view),
        SearchString: text,
        Contains: true,
        SearchFields: '',
        FindOption: 'gisFindAllLayers',
        LayerIDs: [],
      });
      return Result.map(({ LayerID, FeatureID, Properties, Shape, Value: foundValue }) => {
        const attributes = listAttributes(Properties);
        return {
          layerId: LayerID,
          id: FeatureID ?? -1,
          name: resultTitle(
            map.layers[LayerID]?.DisplayField,
            attributes,
            definition.tables[map.layers[LayerID]!.table!],
          ),
          attributes,
          shape: Shape,
          found: foundValue,
        };
      });
    },
    async files(layerId, id) {
      const name = map.layers[layerId]?.table;
      const attachments = name === undefined ? undefined : definition.tables[name]?.attachments;
      const rowAttachments = (attachments?.entries ?? []).filter(({ parentId }) => parentId === id);
      if (rowAttachments.length === 0) return [];
      const table = await context.store.table(service, name!);
      return Promise.all(
        rowAttachments.map(async ({ name: file, contentType, range }) => ({
          name: file,
          contentType,
          content: await table.fileBytes(attachments!.file!, range),
        })),
      );
    },
  };
}

/** Plan the background in the map's spatial reference; undefined if the map has none. */
async function backgroundPlan(
  { map: shared }: SharedContents,
  { context, service, backgroundMap }: SharedSource,
  { signal, scheduler }: Call,
  { extent }: ShownView,
  display: Value<'ImageDisplay'>,
  isDark: boolean,
) {
  if (!shared.backgroundMap || !backgroundMap) return undefined;
  const reference = service.definition.maps[0]!.SpatialReference;
  const call = createCall(context, backgroundMap, signal, scheduler);
  const description: Value<'MapDescription'> = {
    ...shared.backgroundMap[isDark ? 'dark' : 'light'],
    SpatialReference: reference,
    MapArea: { type: 'MapExtent', Extent: envelopeValue(extent, reference) },
  };
  const requested = await readRequestedView(call, description, display, 'Draw');
  return (await mapPlan(call, { ...requested, description })).drawing;
}

const worldReference = referenceFromWkid(4326);

/** Return the meters per pixel at the center of a view; undefined if unknown or not true to scale. */
async function trueMetresPerPixel(
  call: Call,
  reference: Value<'SpatialReference'>,
  view: MapView,
): Promise<number | undefined> {
  try {
    const resolution = resolutionAtCenter(view, await transformationBetween(call, reference, worldReference));
    return resolution?.isToScale ? resolution.metersPerPixel : undefined;
  } catch (error) {
    // An unknown spatial reference has no known size in meters.
    if (error instanceof Fault) return undefined;
    throw error;
  }
}

function listAttributes(properties: Value<'PropertySet'> | undefined): [string, string | null][] {
  return (properties?.PropertyArray ?? []).map(({ Key, Value: value }) => [
    Key,
    typeof value === 'string' ? value : null,
  ]);
}

/** Return the value of the display field, which results list under its alias. */
function resultTitle(
  field: string | undefined,
  attributes: readonly (readonly [string, string | null])[],
  manifest: SharedContents['map']['definition']['tables'][string] | undefined,
): string {
  const alias = manifest?.fields.find(({ Name }) => Name === field)?.AliasName;
  return attributes.find(([name]) => name === alias || name === field)?.[1] ?? '';
}

function withoutScales(definition: SharedContents['map']['definition']) {
  const [map] = definition.maps;
  const layers = map!.layers.map((layer) => ({ ...layer, MinScale: 0, MaxScale: 0 }));
  return { ...definition, maps: [{ ...map!, layers }] };
}

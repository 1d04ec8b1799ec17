import { readText } from '../../body.ts';
import type { Value } from '../../contract/index.ts';
import { createImageSurface, encodeImage } from '../../draw/image/encode.ts';
import { formats } from '../../draw/image/formats.ts';
import { readSurfacePixels, releaseSurface } from '../../draw/image/rgba-pixels.ts';
import type { LabelCount } from '../../draw/label/draw-labels.ts';
import { drawMap } from '../../draw/map.ts';
import { drawMoved } from '../../draw/surface/draw-moved.ts';
import { createRasterSurface } from '../../draw/surface/pixels.ts';
import { createRecording } from '../../draw/surface/record.ts';
import type { PixelBox, Surface } from '../../draw/surface/surface.ts';
import { usableService } from '../../endpoints/gate.ts';
import type { Endpoint, RequestContext } from '../../endpoints/request-context.ts';
import { resolutionAtCenter } from '../../geometry/lengths/true-resolution.ts';
import { type Transformation, transformation } from '../../geometry/project.ts';
import { getUnits, isGeographic, referenceFromWkid } from '../../geometry/spatial-reference.ts';
import { inchesPerUnit } from '../../geometry/units.ts';
import { type MapView, makeView } from '../../geometry/view.ts';
import { type Call, createCall } from '../../handlers/call.ts';
import { requireCapability } from '../../handlers/capabilities.ts';
import { describedLegendSections } from '../../handlers/legend/legend-info.ts';
import { getPublishedMap } from '../../handlers/published.ts';
import { loadReferences } from '../../handlers/references.ts';
import { drawAddressTiles } from '../../handlers/rendering/address-tiles.ts';
import { encodeOptions } from '../../handlers/rendering/deliver.ts';
import { geoPlacement } from '../../handlers/rendering/geo-placement.ts';
import { mapPlan } from '../../handlers/rendering/map-plan.ts';
import { loadSymbolImages } from '../../handlers/symbol-images.ts';
import { type DescribedLayer, isVisible, listDescribedLayers } from '../../handlers/visible-layers.ts';
import { tokenRequired } from '../../portal/index.ts';
import type { MapDefinition } from '../../service/definition.ts';
import { readJson } from '../../service/package-json.ts';
import { drawCreditLine, drawSheet } from './draw-sheet.ts';
import { planGrid } from './grid.ts';
import { checkLayout, type LayoutRequest, type SheetRequest } from './layout-request.ts';
import type { LegendLayer } from './legend-block.ts';
import { createPen, type Pen } from './pen.ts';
import { layOutSheet } from './sheet.ts';

const world = referenceFromWkid(4326);

/**
 * Return a layout as a file: maps on a sheet with title, legend, scale bar, north arrow, credits and grid, or only an
 * image.
 *
 * The header `x-map-scale` has the scale denominator at the center of the map; 0 if the map isn't true to scale.
 * `x-labels` and `x-labels-left-out` have the numbers of labels drawn and left out for lack of space.
 *
 * @throws {Fault} faults of `checkLayout`, `unknown-service` for a service that the caller can't use, and faults of
 *   `mapPlan`, `drawMap` and `encodeImage`
 */
export const answerLayout: Endpoint = async (requestContext) => {
  const { context, request } = requestContext;
  const layout = checkLayout(readJson(await readText(request)));
  // Otherwise anyone could make a server request any address, including those in its own network.
  if (layout.tiles && context.isPage !== undefined && requestContext.accounts.length === 0) throw tokenRequired();
  const sources = await readSources(requestContext, layout);
  await loadReferences(context, layout.reference, world);
  await context.fontsReady();
  const { call } = sources.at(-1)!;
  const isVector = formats[layout.format].kind === 'vector';
  const [widthPx, heightPx] = [layout.widthMm, layout.heightMm].map((mm) =>
    isVector ? toPx(layout, mm) : Math.max(1, Math.round(toPx(layout, mm))),
  );
  const surface = await createImageSurface(layout.format, widthPx!, heightPx!, context.createCanvas);
  try {
    const pen = createPen(surface, toPx(layout, 1));
    const { view, count } = await drawLayout(pen, layout, sources, context.createCanvas);
    const title = layout.sheet?.title || sources.at(-1)!.map.Name;
    const image = await encodeImage(surface, layout.format, {
      ...encodeOptions(call, { dotsPerInch: layout.dpi, title, transparentColor: undefined }),
      geo: layout.sheet ? undefined : geoPlacement(view, layout.reference),
    });
    const resolution = resolutionAtCenter(view, layoutToWorld(layout));
    const metres = resolution?.isToScale ? resolution.metersPerPixel : 0;
    const headers = { 'content-type': image.mimeType, 'x-map-scale': String(metres * toPx(layout, 1000)) };
    const labels = { 'x-labels': String(count.drawn), 'x-labels-left-out': String(count.leftOut) };
    return new Response(image.bytes, { headers: { ...headers, ...labels, 'cache-control': 'no-store' } });
  } finally {
    releaseSurface(surface);
  }
};

const toPx = ({ dpi }: LayoutRequest, mm: number): number => (mm * dpi) / 25.4;

const layoutToWorld = ({ reference }: LayoutRequest): Transformation | undefined => transformation(reference, world);

const readSources = (requestContext: RequestContext, { maps }: LayoutRequest): Promise<Source[]> =>
  Promise.all(
    maps.map(async ({ service: key, description }) => {
      const service = await usableService(requestContext, key);
      requireCapability(service, 'Map', 'layout');
      const call = {
        ...createCall(requestContext.context, service, requestContext.request.signal),
        needs: 'Map' as const,
      };
      return { call, description, map: getPublishedMap(service, description.Name) };
    }),
  );

/** Draw a sheet with its maps, legend and grid. @returns the view of the map and the number of its labels */
async function drawLayout(
  pen: Pen,
  layout: LayoutRequest,
  sources: readonly Source[],
  createCanvas: Parameters<typeof drawSheet>[2],
): Promise<{ view: MapView; count: LabelCount }> {
  const { sheet: request, locale, tiles, widthMm, heightMm } = layout;
  const { surface } = pen;
  const whole = { xPx: 0, yPx: 0, widthPx: surface.widthPx, heightPx: surface.heightPx };
  if (!request) {
    const view = makeMapView(layout, whole);
    const count = await drawMaps(surface, layout, sources, view);
    drawCreditLine(pen, layout, listCredits(sources, view, tiles?.credit));
    return { view, count };
  }
  surface.fillBox(whole, { kind: 'solid', color: [255, 255, 255, 1] });
  // The legend lists the layers that are visible at the scale of the map, and takes space from the map. So determine
  // the scale with an empty legend first.
  const empty = pen.pixelBox(layOutSheet(pen, request, widthMm, heightMm, []).frame);
  const legendIn = (view: MapView) => readLegend(sources.at(-1)!, view, layout.reference, request.notes);
  const laidOut = layOutSheet(pen, request, widthMm, heightMm, await legendIn(makeMapView(layout, empty)));
  const box = pen.pixelBox(laidOut.frame);
  // Lines and labels are relative to the corner of the frame, which is on a whole pixel.
  const frame = {
    xMm: box.xPx / pen.pxPerMm,
    yMm: box.yPx / pen.pxPerMm,
    widthMm: box.widthPx / pen.pxPerMm,
    heightMm: box.heightPx / pen.pxPerMm,
  };
  const view = makeMapView(layout, box);
  const count = await drawInto(surface, box, createCanvas, (inner) => drawMaps(inner, layout, sources, view));
  const toWorld = layoutToWorld(layout);
  const resolution = resolutionAtCenter(view, toWorld);
  const isDegrees = request.grid === 'degrees' && resolution !== undefined;
  const gapPx = Math.min(30 * laidOut.size, Math.max(14, Math.min(frame.widthMm, frame.heightMm) / 9)) * pen.pxPerMm;
  const grid =
    request.grid === 'none'
      ? undefined
      : planGrid({
          view,
          toWorld: isDegrees ? toWorld : undefined,
          isDegrees: isDegrees || isGeographic(layout.reference),
          gapPx,
          locale,
        });
  drawSheet(
    pen,
    {
      request,
      sheet: { ...laidOut, frame },
      layers: await legendIn(view),
      credits: listCredits(sources, view, tiles?.credit),
      resolution,
      grid,
      locale,
    },
    createCanvas,
  );
  return { view, count };
}

/** Return the view of a frame around the center of the extent: the whole extent, or the requested scale. */
function makeMapView(layout: LayoutRequest, { widthPx, heightPx }: Pick<PixelBox, 'widthPx' | 'heightPx'>): MapView {
  const { extent, dpi, rotationDeg, reference, sheet } = layout;
  const common = { widthPx, heightPx, dpi, rotationDeg, inchesPerUnit: inchesPerUnit(getUnits(reference)) };
  let view = makeView({ ...common, extent, path: 'layout.extent' });
  if (sheet?.scale === undefined) return view;
  const metresPerPixel = (sheet.scale * 25.4) / dpi / 1000;
  // Repeat, because the measured scale changes with the size of a pixel if a pixel covers a large part of the earth.
  for (let round = 0; round < 2; round++) {
    const now = resolutionAtCenter(view, layoutToWorld(layout))?.metersPerPixel;
    if (now === undefined) return view;
    const [xmin, ymin, xmax, ymax] = view.extent;
    const [x, y, factor] = [(xmin + xmax) / 2, (ymin + ymax) / 2, metresPerPixel / now / 2];
    const [dx, dy] = [(xmax - xmin) * factor, (ymax - ymin) * factor];
    view = makeView({ ...common, extent: [x - dx, y - dy, x + dx, y + dy] });
  }
  return view;
}

async function drawMaps(
  surface: Surface,
  layout: LayoutRequest,
  sources: readonly Source[],
  view: MapView,
): Promise<LabelCount> {
  const { reference, tiles } = layout;
  if (tiles) await drawAddressTiles(surface, sources[0]!.call, tiles.url, view, reference);
  let count: LabelCount = { drawn: 0, leftOut: 0 };
  for (const { call, map, description } of sources) {
    const { drawing } = await mapPlan(call, { map, reference, view, description });
    const plan = { ...drawing, labelRoom: labelRoom(layout, view) };
    count = await drawMap(surface, plan, call.scheduler, call.context.fontsReady);
  }
  return count;
}

/** Maximum factor. With more, a name could seem to belong to the neighbors of a small area. */
const maximumRoom = 2;

/** Return how much larger the screen shows the map than the layout, so that a smaller map has the same labels. */
function labelRoom({ shownWidthPx, extent, dpi }: LayoutRequest, { resolution }: MapView): number {
  if (shownWidthPx === undefined) return 1;
  const laidOutWidthPx = ((extent[2] - extent[0]) / resolution) * (96 / dpi);
  return Math.min(maximumRoom, Math.max(1, shownWidthPx / laidOutWidthPx));
}

/** Draw into a part of a surface as if it were the whole surface. */
async function drawInto<Answer>(
  surface: Surface,
  box: PixelBox,
  createCanvas: Parameters<typeof drawSheet>[2],
  draw: (inner: Surface) => Promise<Answer>,
): Promise<Answer> {
  const { widthPx, heightPx } = box;
  if ('commands' in surface) {
    const recording = createRecording(widthPx, heightPx, createCanvas);
    const answer = await draw(recording);
    surface.beginGroup(1, box);
    drawMoved(surface, recording.commands, box.xPx, box.yPx);
    surface.endGroup();
    return answer;
  }
  const inner = await createRasterSurface(widthPx, heightPx, createCanvas);
  try {
    const answer = await draw(inner);
    surface.drawImage({ rgba: readSurfacePixels(inner, 'nothing'), columns: widthPx, lines: heightPx }, box, 0);
    return answer;
  } finally {
    releaseSurface(inner);
  }
}

/** A map of a layout and its service. */
interface Source {
  readonly call: Call;
  readonly map: MapDefinition;
  readonly description: Value<'MapDescription'>;
}

/** Return the legend of the layers that a view shows, topmost first, with the notes below their names. */
async function readLegend(
  source: Source,
  view: MapView,
  reference: Value<'SpatialReference'>,
  notes: SheetRequest['notes'],
): Promise<LegendLayer[]> {
  const { call, map } = source;
  const layers: LegendLayer[] = [];
  for (const described of listVisibleLayers(source, view)) {
    const { layer, description } = described;
    const sections = await describedLegendSections(call, map, described, { ...source, view, reference });
    await loadSymbolImages(call, sections, `legend of layer ${layer.LayerID}`);
    const published = (layer.drawing ?? layer.rasterDrawing)?.Transparency ?? 0;
    const drawingDescription = description.DrawingDescription;
    const requested =
      drawingDescription && 'Transparency' in drawingDescription ? drawingDescription.Transparency : undefined;
    layers.push({
      name: layer.Name,
      note: notes[layer.LayerID] ?? '',
      alpha: 1 - (requested ?? published) / 100,
      sections,
    });
  }
  return layers;
}

/** List the credits of a view without duplicates, the map's credits before the background's. */
function listCredits(sources: readonly Source[], view: MapView, tiles: string | undefined): string[] {
  const all = sources
    .toReversed()
    .flatMap((source) => [
      source.map.CopyrightText,
      ...listVisibleLayers(source, view).map(({ layer }) => layer.CopyrightText),
    ]);
  const single = [...all, tiles ?? '']
    .flatMap((text) => text.split('; '))
    .map((text) => text.trim().replace(/\.$/, ''));
  return [...new Set(single)].filter((text) => text !== '');
}

function listVisibleLayers({ call, map, description }: Source, view: MapView): DescribedLayer[] {
  const all = listDescribedLayers(map, description, call.service.definition.limits);
  return all.filter((candidate) => candidate.layer.kind !== 'group' && isVisible(candidate, all, view.scale));
}

import { type Value, wrongValue } from '../../contract/index.ts';
import { encodeImage } from '../../draw/image/encode.ts';
import { type LegendEntry, type LegendSection, legendSections } from '../../draw/legend/legend-classes.ts';
import { checkPatch, drawRamp, drawSwatch, swatchSizePx } from '../../draw/legend/legend-patch.ts';
import { rasterLegend } from '../../draw/raster/legend.ts';
import { createRasterSurface } from '../../draw/surface/pixels.ts';
import { forEachItem } from '../../scheduler.ts';
import type { LayerDefinition, MapDefinition } from '../../service/definition.ts';
import { bandHistogram } from '../../service/raster-histogram.ts';
import type { Call, Handler } from '../call.ts';
import { defaultDescription, defaultLayerDescription } from '../description/default-description.ts';
import { getPublishedLayer, getPublishedMap } from '../published.ts';
import { deliverImage } from '../rendering/deliver.ts';
import { drawingUsed, layerPlan } from '../rendering/layer-plan.ts';
import { openDescribedRaster } from '../rendering/raster-plan.ts';
import { type RequestedMap, readRequestedView } from '../rendering/requested-view.ts';
import { loadSymbolImages } from '../symbol-images.ts';
import { type DescribedLayer, isVisible, listDescribedLayers } from '../visible-layers.ts';

/** Size and resolution of swatches, and the image type to return. */
interface Patch {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly dpi: number;
  readonly given: Value<'MapServerLegendPatch'>;
  readonly image: Value<'ImageType'>;
}

/** Common size of legend swatches: 20 x 20 pixels at 96 dots per inch. */
const defaultPatch = { widthPt: 15, heightPt: 15, dpi: 96 };
/** Maximum side of a swatch. A swatch is an icon, so a larger size is a mistake of the client. */
const maxSidePx = 2048;

/**
 * Check the requested size of swatches and convert it to pixels.
 *
 * @throws {Fault} `bad-value` for a negative, non-numeric or too large size, and as `checkPatch`
 */
export function resolvePatch(
  requestedPatch: Value<'MapServerLegendPatch'>,
  image: Value<'ImageType'>,
  path: string,
): Patch {
  const dpi = requestedPatch.ImageDPI || defaultPatch.dpi;
  const sizePx = (points: number, defaultPt: number) => Math.round(((points || defaultPt) * dpi) / 72);
  const widthPx = sizePx(requestedPatch.Width, defaultPatch.widthPt);
  const heightPx = sizePx(requestedPatch.Height, defaultPatch.heightPt);
  const isSound = [widthPx, heightPx].every((side) => side >= 1 && side <= maxSidePx) && dpi > 0;
  checkPatch(requestedPatch.LinePatch, `${path}.LinePatch`);
  checkPatch(requestedPatch.AreaPatch, `${path}.AreaPatch`);
  if (isSound) return { widthPx, heightPx, dpi, given: requestedPatch, image };
  throw wrongValue(
    'bad-value',
    path,
    `1 to ${maxSidePx} pixels per side`,
    `${requestedPatch.Width} x ${requestedPatch.Height} points at ${requestedPatch.ImageDPI} dots per inch`,
  );
}

/**
 * Return the published legends of the layers in LayerIDs, each once; of all layers if LayerIDs is empty. Groups have no
 * legend and are skipped.
 */
export const GetLegendInfo: Handler<'GetLegendInfo'> = async (call, request) => {
  const map = getPublishedMap(call.service, request.MapName);
  const patch = resolvePatch(request.LegendPatch, request.ImageType, 'GetLegendInfo.LegendPatch');
  const ids = new Set(request.LayerIDs);
  const layers = ids.size > 0 ? Array.from(ids, (id) => getPublishedLayer(map, id)) : map.layers;
  const infos = [];
  for (const layer of layers) {
    if (layer.kind === 'group') continue;
    infos.push(await drawLegend(call, layer, await publishedLegendSections(call, map, layer), patch));
  }
  return { Result: infos };
};

/**
 * Return the legends of the layers that are visible at the requested scale, each as the request draws it. LayerIDs
 * limits them.
 */
export const GetLegendInfo2: Handler<'GetLegendInfo2'> = async (call, request) => {
  const { MapDescription, MapImageDisplay, LayerIDs } = request;
  const requested = await readRequestedView(call, MapDescription, MapImageDisplay, 'GetLegendInfo2.MapImageDisplay');
  const { map, view } = requested;
  const patch = resolvePatch(request.LegendPatch, request.ImageType, 'GetLegendInfo2.LegendPatch');
  const all = listDescribedLayers(map, MapDescription, call.service.definition.limits);
  // The published map doesn't contain layers that the request adds.
  const described = new Set(all.map(({ layer }) => layer.LayerID));
  const ids = new Set(LayerIDs);
  for (const id of ids) if (!described.has(id)) getPublishedLayer(map, id);
  const chosen = ids.size > 0 ? all.filter(({ layer }) => ids.has(layer.LayerID)) : all;
  const visible = chosen.filter((candidate) => isVisible(candidate, all, view.scale));
  return { Result: await describeLegends(call, map, visible, patch, { ...requested, description: MapDescription }) };
};

/**
 * Return the legends of layers, each as its description draws it, at any scale. Groups are skipped.
 *
 * @param requested map image for classes that depend on the scale; by default the map's initial view
 */
export async function describeLegends(
  call: Call,
  map: MapDefinition,
  layers: readonly DescribedLayer[],
  patch: Patch,
  requested?: RequestedMap,
): Promise<Value<'MapServerLegendInfo'>[]> {
  const infos = [];
  for (const described of layers) {
    const { layer } = described;
    if (layer.kind === 'group') continue;
    infos.push(await drawLegend(call, layer, await describedLegendSections(call, map, described, requested), patch));
  }
  return infos;
}

/** Return the legend sections of a layer as published. */
export const publishedLegendSections = (
  call: Call,
  map: MapDefinition,
  layer: LayerDefinition,
): Promise<LegendSection[]> =>
  describedLegendSections(call, map, { layer, description: describePublished(call, layer) });

/**
 * Return the legend sections of a layer as its description draws it.
 *
 * @param requested as in `describeLegends`
 */
export const describedLegendSections = (
  call: Call,
  map: MapDefinition,
  described: DescribedLayer,
  requested?: RequestedMap,
): Promise<LegendSection[]> =>
  described.layer.kind === 'raster'
    ? rasterSections(call, map, described)
    : featureSections(call, map, described, requested);

/** Return the legend sections of a renderer, plus a section of sizes if a field sets the symbol size. */
async function withSizes(drawing: LayerDefinition['drawing'], path: string): Promise<LegendSection[]> {
  const sections = legendSections(drawing?.FeatureRenderer);
  if (!drawing?.VisualVariables) return sections;
  const { sizeSection } = await import('../../draw/renderer/sized-classifier.ts');
  return [...sections, sizeSection(drawing.VisualVariables, sections, path)];
}

async function featureSections(
  call: Call,
  map: MapDefinition,
  described: DescribedLayer,
  requested: RequestedMap | undefined,
): Promise<LegendSection[]> {
  const { layer, description } = described;
  const requestedDrawing = description.DrawingDescription;
  const drawing =
    requestedDrawing?.type === 'FeatureLayerDrawingDescription' ? drawingUsed(layer, requestedDrawing) : layer.drawing;
  if (!drawing?.FeatureReduction) return withSizes(drawing, `Layer ${layer.LayerID} "${layer.Name}"`);
  const { reductionSections } = await import('../../draw/dense/dense-legend.ts');
  const requestedMap = requested ?? (await wholeMap(call, map));
  const plan = await layerPlan(call, requestedMap, described);
  const path = `Layer ${layer.LayerID} "${layer.Name}"`;
  const sections = await reductionSections(drawing.FeatureReduction, path, plan, requestedMap.view, call.scheduler);
  return sections ?? legendSections(drawing.FeatureRenderer);
}

/** Return the map's initial view at the size of an average window. */
async function wholeMap(call: Call, map: MapDefinition): Promise<RequestedMap> {
  const description = defaultDescription(map, call.service.definition.limits);
  const display = { ImageWidth: 1024, ImageHeight: 768, ImageDPI: 96 };
  return { ...(await readRequestedView(call, description, display, 'GetLegendInfo.MapImageDisplay')), description };
}

const describePublished = ({ service }: Call, layer: LayerDefinition) =>
  defaultLayerDescription(layer, service.definition.limits);

async function rasterSections(call: Call, map: MapDefinition, described: DescribedLayer): Promise<LegendSection[]> {
  const { raster, layer, drawing } = await openDescribedRaster(call, map, described);
  const path = `legend of layer ${layer.LayerID} "${layer.Name}"`;
  const readHistogram = (band: number) => bandHistogram(raster, band, call.context.decodeImage);
  return rasterLegend(drawing.RasterRenderer, raster.manifest, readHistogram, path);
}

async function drawLegend(
  call: Call,
  layer: LayerDefinition,
  sections: readonly LegendSection[],
  patch: Patch,
): Promise<Value<'MapServerLegendInfo'>> {
  const path = `legend of layer ${layer.LayerID} "${layer.Name}"`;
  await loadSymbolImages(call, sections, path);
  const groups: Value<'MapServerLegendGroup'>[] = [];
  for (const { heading, entries } of sections) {
    const classes: Value<'MapServerLegendClass'>[] = [];
    await forEachItem(entries, call.scheduler, async (entry) => {
      classes.push(await legendClass(call, entry, patch, path));
    });
    groups.push({ Heading: heading, LegendClasses: classes });
  }
  return { LayerID: layer.LayerID, Name: layer.Name, LegendGroups: groups };
}

/** Take swatch settings that the request leaves out from the format of the class. */
function applyFormat({ given, image }: Patch, format: Value<'LegendClassFormat'>, path: string): Patch {
  const line = given.LinePatch ?? format.LinePatch;
  const area = given.AreaPatch ?? format.AreaPatch;
  const patch = {
    ...given,
    Width: given.Width || format.PatchWidth,
    Height: given.Height || format.PatchHeight,
    LinePatch: line,
    AreaPatch: area,
  };
  return resolvePatch(patch, image, `${path}, LegendClassFormat`);
}

async function legendClass(
  call: Call,
  { label, description, symbol, format, ramp }: LegendEntry,
  requested: Patch,
  path: string,
): Promise<Value<'MapServerLegendClass'>> {
  const { context } = call;
  const { widthPx, heightPx, dpi, given, image } = format ? applyFormat(requested, format, path) : requested;
  const size = swatchSizePx(symbol, widthPx, heightPx, dpi);
  const surface = await createRasterSurface(size.widthPx, size.heightPx, context.createCanvas);
  if (ramp) drawRamp(surface, ramp);
  else drawSwatch(surface, symbol, dpi, { line: given.LinePatch, area: given.AreaPatch }, path);
  const encoded = await encodeImage(surface, image.ImageFormat, { dotsPerInch: dpi });
  return {
    Label: label,
    Description: description,
    SymbolImage: {
      ...(await deliverImage(call, encoded, image.ImageReturnType)),
      ImageHeight: size.heightPx,
      ImageWidth: size.widthPx,
      ImageDPI: dpi,
      ImageType: encoded.mimeType,
    },
  };
}

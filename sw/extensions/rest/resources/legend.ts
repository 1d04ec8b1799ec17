import { toBase64 } from '../../../contract/base64.ts';
import { quoteValue, type Value, wrongValue } from '../../../contract/index.ts';
import { describeLegends, resolvePatch } from '../../../handlers/legend/legend-info.ts';
import { type DescribedLayer, listDescribedLayers } from '../../../handlers/visible-layers.ts';
import type { RestCall, RestResource } from '../call.ts';
import { textAnswer } from '../response.ts';
import { readLayerId } from './layer.ts';
import { mapDescription, wholeMap } from './map-description.ts';

export const legend: RestResource<'legend'> = async (call, values) =>
  readLegends(call, await describeLayers(call, values), values);

export const queryLegends: RestResource<'queryLegends'> = async (call, values) => {
  const described = await describeLayers(call, values);
  return readLegends(
    call,
    values.layers ? described.filter(({ description }) => description.Visible) : described,
    values,
  );
};

async function readLegends(
  call: RestCall,
  described: readonly DescribedLayer[],
  values: Pick<Parameters<typeof legend>[1], 'size' | 'dpi'>,
): Promise<object> {
  const infos = await describeLegends(call, call.map, described, patchFor(values.size, values.dpi));
  return {
    layers: infos.map((info) => {
      const { layer, description } = described.find((candidate) => candidate.layer.LayerID === info.LayerID)!;
      const drawing = { ...layer.drawing, ...description.DrawingDescription };
      const values = listRendererValues(drawing.FeatureReduction ? undefined : drawing.FeatureRenderer);
      return {
        layerId: info.LayerID,
        layerName: info.Name,
        layerType: layer.kind === 'raster' ? 'Raster Layer' : 'Feature Layer',
        minScale: layer.MinScale,
        maxScale: layer.MaxScale,
        legend: listLegendClasses(info).map(({ Label, SymbolImage }, index) => ({
          label: Label,
          url: String(index),
          imageData: toBase64(SymbolImage!.ImageData!),
          contentType: SymbolImage!.ImageType,
          height: SymbolImage!.ImageHeight,
          width: SymbolImage!.ImageWidth,
          values: values[index] === undefined ? undefined : [values[index]],
        })),
      };
    }),
  };
}

export const legendImage: RestResource<'legendImage'> = async (call) => {
  const id = readLayerId(call);
  const described = (await describeLayers(call)).filter(({ layer }) => layer.LayerID === id);
  const [info] = await describeLegends(call, call.map, described, patchFor([20, 20], 96));
  const { image = '' } = call.path;
  const symbolImage = info && listLegendClasses(info)[Number(image)]?.SymbolImage;
  if (!symbolImage) throw wrongValue('not-found', 'Path', 'the number of a legend image', quoteValue(image));
  return textAnswer(symbolImage.ImageData as Uint8Array<ArrayBuffer>, symbolImage.ImageType!);
};

/** Describe the layers of the map, or those that a request describes instead. */
async function describeLayers(
  call: RestCall,
  settings: Parameters<typeof mapDescription>[1] = {},
): Promise<DescribedLayer[]> {
  const view = { MapArea: wholeMap(call), SpatialReference: call.map.SpatialReference };
  const display = { ImageWidth: 400, ImageHeight: 400, ImageDPI: 96 };
  const description = await mapDescription(call, settings, view, display);
  return listDescribedLayers(call.map, description, call.service.definition.limits);
}

/** Describe a legend patch in points. @param size in pixels at 96 dpi */
function patchFor(size: readonly [number, number], dpi: number) {
  const [Width, Height] = size.map((px) => (px * 72) / 96) as [number, number];
  const image = { ImageFormat: 'gisImagePNG32', ImageReturnType: 'gisImageReturnMimeData' } as const;
  return resolvePatch({ Width, Height, ImageDPI: dpi }, image, 'size');
}

const listLegendClasses = ({ LegendGroups = [] }: Value<'MapServerLegendInfo'>): Value<'MapServerLegendClass'>[] =>
  LegendGroups.flatMap(({ LegendClasses = [] }) => LegendClasses);

/** List the values that the entries of a legend represent, in order. */
function listRendererValues(renderer: Value<'FeatureRenderer'> | undefined): (string | number)[] {
  if (renderer?.type === 'ClassBreaksRenderer')
    return renderer.ClassBreakInfos.map(({ ClassMaximumValue }) => ClassMaximumValue);
  if (renderer?.type !== 'UniqueValueRenderer') return [];
  return (renderer.UniqueValueInfos ?? []).flatMap((info) => (info.Symbol ? [info.Value] : []));
}

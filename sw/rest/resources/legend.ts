import { toBase64 } from '../../contract/base64.ts';
import { Fault, type Value } from '../../contract/index.ts';
import { handlers } from '../../handlers/index.ts';
import type { RestCall, RestResource } from '../call.ts';
import { textAnswer } from '../response.ts';
import { layerIdOf } from './layer.ts';

export const legend: RestResource<'legend'> = async (call, { dpi, size }) => {
  const infos = await legendsOf(call, [], size, dpi);
  return {
    layers: infos.map((info) => {
      const layer = call.map.layers[info.LayerID]!;
      const values = valuesOf(layer.drawing?.FeatureRenderer);
      return {
        layerId: info.LayerID,
        layerName: info.Name,
        layerType: layer.kind === 'raster' ? 'Raster Layer' : 'Feature Layer',
        minScale: layer.MinScale,
        maxScale: layer.MaxScale,
        legend: classesOf(info).map(({ Label, SymbolImage }, at) => ({
          label: Label,
          url: String(at),
          imageData: toBase64(SymbolImage!.ImageData!),
          contentType: SymbolImage!.ImageType,
          height: SymbolImage!.ImageHeight,
          width: SymbolImage!.ImageWidth,
          ...(values[at] === undefined ? {} : { values: [values[at]] }),
        })),
      };
    }),
  };
};

export const legendImage: RestResource<'legendImage'> = async (call) => {
  const [info] = await legendsOf(call, [layerIdOf(call)], [20, 20], 96);
  const { image = '' } = call.path;
  const found = info && classesOf(info)[Number(image)]?.SymbolImage;
  if (!found) throw new Fault('not-found', `Path: a picture of the legend expected, ${image} found.`);
  return textAnswer(found.ImageData as Uint8Array<ArrayBuffer>, found.ImageType!);
};

/** @param size in pixels at 96 dots per inch */
async function legendsOf(call: RestCall, ids: number[], size: readonly [number, number], dpi: number) {
  const [Width, Height] = size.map((px) => (px * 72) / 96) as [number, number];
  const { Result } = await handlers.GetLegendInfo(call, {
    MapName: call.map.Name,
    LayerIDs: ids,
    LegendPatch: { Width, Height, ImageDPI: dpi },
    ImageType: { ImageFormat: 'gisImagePNG32', ImageReturnType: 'gisImageReturnMimeData' },
  });
  return Result;
}

const classesOf = ({ LegendGroups = [] }: Value<'MapServerLegendInfo'>): Value<'MapServerLegendClass'>[] =>
  LegendGroups.flatMap(({ LegendClasses = [] }) => LegendClasses);

/** What the entries of a legend stand for, in their order. */
function valuesOf(renderer: Value<'FeatureRenderer'> | undefined): (string | number)[] {
  if (renderer?.type === 'ClassBreaksRenderer')
    return renderer.ClassBreakInfos.map(({ ClassMaximumValue }) => ClassMaximumValue);
  if (renderer?.type !== 'UniqueValueRenderer') return [];
  return (renderer.UniqueValueInfos ?? []).flatMap((info) => (info.Symbol ? [info.Value] : []));
}

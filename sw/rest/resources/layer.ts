import { Fault } from '../../contract/index.ts';
import { handlers } from '../../handlers/index.ts';
import type { RestCall, RestResource } from '../call.ts';
import { layerJson, tableJson } from './layer-json.ts';

/** The id of the layer or table in the path. @throws {Fault} `unknown-layer` */
export function layerIdOf({ map, path, server }: RestCall): number {
  const text = path.layer ?? '';
  const layer = map.layers.find(({ LayerID }) => String(LayerID) === text);
  const isShown = layer ? server === 'MapServer' || layer.kind !== 'raster' : undefined;
  if (isShown ?? map.standaloneTables.some(({ ID }) => String(ID) === text)) return Number(text);
  const last = map.layers.length + map.standaloneTables.length - 1;
  throw new Fault('unknown-layer', `Path: the id of a layer or table, 0 to ${last}, expected, ${text} found.`);
}

export const layer: RestResource<'layer'> = async (call) => {
  const id = layerIdOf(call);
  const { Result: about } = await handlers.GetServerInfo(call, { MapName: call.map.Name });
  const info = about.MapLayerInfos?.find(({ LayerID }) => LayerID === id);
  if (info) return layerJson(call, about, info);
  return tableJson(call, about.StandaloneTableInfos!.find(({ ID }) => ID === id)!);
};

export const layers: RestResource<'layers'> = async (call) => {
  const { Result: about } = await handlers.GetServerInfo(call, { MapName: call.map.Name });
  const infos = (about.MapLayerInfos ?? []).filter(
    ({ LayerType }) => call.server === 'MapServer' || LayerType !== 'Raster Layer',
  );
  return {
    layers: infos.map((info) => layerJson(call, about, info)),
    tables: (about.StandaloneTableInfos ?? []).map((info) => tableJson(call, info)),
  };
};

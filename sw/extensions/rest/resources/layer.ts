import { Fault, type Value } from '../../../contract/index.ts';
import { defaultLayerDescription, defaultTableDescription } from '../../../handlers/description/default-description.ts';
import { handlers } from '../../../handlers/index.ts';
import type { RestCall, RestResource } from '../call.ts';
import { drawingInfos } from './drawing-json.ts';
import { dynamicLayerOf, publishedOf } from './dynamic-layers.ts';
import { layerJson, tableJson } from './layer-json.ts';
import { subtypeInfos } from './subtype-json.ts';

/** The id of the layer or table in the path. @throws {Fault} `unknown-layer` */
export function layerIdOf({ map, path, server }: RestCall): number {
  const text = path.layer ?? '';
  const layer = map.layers.find(({ LayerID }) => String(LayerID) === text);
  const isShown = layer ? server === 'MapServer' || layer.kind !== 'raster' : undefined;
  if (isShown ?? map.standaloneTables.some(({ ID }) => String(ID) === text)) return Number(text);
  const last = map.layers.length + map.standaloneTables.length - 1;
  throw new Fault('unknown-layer', `Path: the id of a layer or table, 0 to ${last}, expected, ${text} found.`);
}

/** The layer or table in the path as published. @throws {Fault} `unknown-layer` */
export function publishedDescription(call: RestCall): Value<'MapTableDescription'> {
  const id = layerIdOf(call);
  const { limits } = call.service.definition;
  const layer = call.map.layers[id];
  if (layer) return defaultLayerDescription(layer, limits);
  return defaultTableDescription(call.map.standaloneTables.find(({ ID }) => ID === id)!, limits);
}

export const layer: RestResource<'layer'> = async (call) => {
  const id = layerIdOf(call);
  const { Result: about } = await handlers.GetServerInfo(call, { MapName: call.map.Name });
  const info = about.MapLayerInfos?.find(({ LayerID }) => LayerID === id);
  const details = await detailsOf(call, about, [id]);
  if (info) return layerJson(call, about, info, details);
  return tableJson(call, about.StandaloneTableInfos!.find(({ ID }) => ID === id)!, details);
};

export const dynamicLayer: RestResource<'dynamicLayer'> = async (call, { layer: given }) => {
  const { description } = dynamicLayerOf(call.map, given, 'layer');
  const published = publishedOf(call.map, description);
  if (!published) throw new Fault('not-supported', 'layer.source: a published layer expected, rows of a table found.');
  const { LayerID: id, DrawingDescription, DefinitionExpression } = description;
  const described = await layer({ ...call, path: { ...call.path, layer: String(published.LayerID) } }, {});
  return {
    ...(described as object),
    id,
    definitionExpression: DefinitionExpression,
    ...(DrawingDescription ? { drawingInfo: (given as { drawingInfo?: unknown }).drawingInfo } : {}),
  };
};

export const layers: RestResource<'layers'> = async (call) => {
  const { Result: about } = await handlers.GetServerInfo(call, { MapName: call.map.Name });
  const infos = (about.MapLayerInfos ?? []).filter(
    ({ LayerType }) => call.server === 'MapServer' || LayerType !== 'Raster Layer',
  );
  const tables = about.StandaloneTableInfos ?? [];
  const ids = [...infos.map(({ LayerID }) => LayerID), ...tables.map(({ ID }) => ID)];
  const details = await detailsOf(call, about, ids);
  return {
    layers: infos.map((info) => layerJson(call, about, info, details)),
    tables: tables.map((info) => tableJson(call, info, details)),
  };
};

/** Read drawings and subtypes of those layers and tables that have any. */
async function detailsOf(call: RestCall, about: Value<'MapServerInfo'>, ids: readonly number[]) {
  const isNamed = (id: number): boolean => ids.includes(id);
  const infos = (about.MapLayerInfos ?? []).filter(({ LayerID }) => isNamed(LayerID));
  const drawn = infos.filter((one) => one.HasLayerDrawingDescription).map(({ LayerID }) => LayerID);
  const tables = (about.StandaloneTableInfos ?? []).filter(({ ID, HasSubtype }) => HasSubtype && isNamed(ID));
  const divided = infos.filter((one) => one.HasSubtype).map(({ LayerID }) => LayerID);
  return {
    // No ids would mean all.
    drawings: drawn.length > 0 ? await drawingInfos(call, drawn) : new Map<number, unknown>(),
    subtypes: await subtypeInfos(call, [...divided, ...tables.map(({ ID }) => ID)]),
  };
}

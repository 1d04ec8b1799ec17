import { type Value, wrongValue } from '../../../contract/index.ts';
import { encodeImage } from '../../../draw/image/encode.ts';
import { drawSwatch, swatchSizePx } from '../../../draw/legend/legend-patch.ts';
import { createRasterSurface } from '../../../draw/surface/pixels.ts';
import { defaultLayerDescription, defaultTableDescription } from '../../../handlers/description/default-description.ts';
import { handlers } from '../../../handlers/index.ts';
import { openRequestedTable } from '../../../handlers/query/requested-table.ts';
import { loadSymbolImages } from '../../../handlers/symbol-images.ts';
import { combineConditions } from '../../../rows/where/parse.ts';
import type { RestCall, RestResource } from '../call.ts';
import { fromJson, symbolsWithoutForm, toJson } from '../json/convert.ts';
import { findPublishedLayer, readDynamicLayer } from './dynamic-layers.ts';
import { layerJson, tableJson } from './layer-json.ts';

/**
 * Return the ID of the layer or table in the path. @throws {Fault} `unknown-layer` when the map has no such layer or
 * table
 */
export function readLayerId({ map, path, server }: RestCall): number {
  const text = path.layer ?? '';
  const layer = map.layers.find(({ LayerID }) => String(LayerID) === text);
  const isShown = layer ? server === 'MapServer' || layer.kind !== 'raster' : undefined;
  if (isShown ?? map.standaloneTables.some(({ ID }) => String(ID) === text)) return Number(text);
  const last = map.layers.length + map.standaloneTables.length - 1;
  throw wrongValue('unknown-layer', 'Path', `the ID of a layer or table from 0 to ${last}`, text);
}

/** Describe the layer or table in the path as published. @throws {Fault} `unknown-layer` */
function findPublishedDescription(call: RestCall): Value<'MapTableDescription'> {
  const id = readLayerId(call);
  const { limits } = call.service.definition;
  const layer = call.map.layers[id];
  if (layer) return defaultLayerDescription(layer, limits);
  return defaultTableDescription(call.map.standaloneTables.find(({ ID }) => ID === id)!, limits);
}

export const layer: RestResource<'layer'> = async (call) => {
  const id = readLayerId(call);
  const { Result: about } = await handlers.GetServerInfo(call, { MapName: call.map.Name });
  const info = about.MapLayerInfos?.find(({ LayerID }) => LayerID === id);
  const details = await readLayerDetails(call, about, [id]);
  if (info) return layerJson(call, about, info, details);
  return tableJson(call, about.StandaloneTableInfos!.find(({ ID }) => ID === id)!, details);
};

export const dynamicLayer: RestResource<'dynamicLayer'> = async (call, { layer: given }) => {
  const { description } = readDynamicLayer(call.map, given, 'layer');
  const published = findPublishedLayer(call.map, description);
  if (!published) throw wrongValue('not-supported', 'layer.source', 'a published layer', 'a table source');
  const { LayerID: id, DrawingDescription, DefinitionExpression } = description;
  const described = await layer({ ...call, path: { ...call.path, layer: String(published.LayerID) } }, {});
  return {
    ...(described as object),
    id,
    definitionExpression: DefinitionExpression,
    ...(DrawingDescription && { drawingInfo: (given as { drawingInfo?: unknown }).drawingInfo }),
  };
};

export const layers: RestResource<'layers'> = async (call) => {
  const { Result: about } = await handlers.GetServerInfo(call, { MapName: call.map.Name });
  const infos = (about.MapLayerInfos ?? []).filter(
    ({ LayerType }) => call.server === 'MapServer' || LayerType !== 'Raster Layer',
  );
  const tables = about.StandaloneTableInfos ?? [];
  const ids = [...infos.map(({ LayerID }) => LayerID), ...tables.map(({ ID }) => ID)];
  const details = await readLayerDetails(call, about, ids);
  return {
    layers: infos.map((info) => layerJson(call, about, info, details)),
    tables: tables.map((info) => tableJson(call, info, details)),
  };
};

/** Read the drawings and subtypes of the layers and tables that have any. */
async function readLayerDetails(call: RestCall, about: Value<'MapServerInfo'>, ids: readonly number[]) {
  const isNamed = (id: number): boolean => ids.includes(id);
  const infos = (about.MapLayerInfos ?? []).filter(({ LayerID }) => isNamed(LayerID));
  const drawn = infos.filter((info) => info.HasLayerDrawingDescription).map(({ LayerID }) => LayerID);
  const tables = (about.StandaloneTableInfos ?? []).filter(({ ID, HasSubtype }) => HasSubtype && isNamed(ID));
  const divided = infos.filter((info) => info.HasSubtype).map(({ LayerID }) => LayerID);
  return {
    // An empty list of IDs would select all layers.
    drawings: drawn.length > 0 ? await drawingInfos(call, drawn) : new Map<number, unknown>(),
    subtypes: await subtypeInfos(call, [...divided, ...tables.map(({ ID }) => ID)]),
  };
}

/** Return the subtypes of layers and tables as JSON by ID, in the members of older and newer clients. */
async function subtypeInfos(call: RestCall, ids: number[]): Promise<ReadonlyMap<number, object>> {
  if (ids.length === 0) return new Map();
  const request = { MapName: call.map.Name, TableIDs: ids };
  const { Result } = await handlers.GetMapTableSubtypeInfos(call, request);
  return new Map(Result.map((info) => [info.TableID, subtypeJson(info)]));
}

function subtypeJson({ SubtypeFieldName, SubtypeInfos }: Value<'MapTableSubtypeInfo'>): object {
  const kinds = SubtypeInfos.map(({ SubtypeCode, SubtypeName, FieldDomainInfos }) => ({
    code: SubtypeCode,
    name: SubtypeName,
    domains: Object.fromEntries(
      FieldDomainInfos.map(({ FieldName, Domain, IsInherited }) => [
        FieldName,
        IsInherited || !Domain ? { type: 'inherited' } : toJson('Domain', Domain),
      ]),
    ),
  }));
  return {
    typeIdField: SubtypeFieldName,
    subtypeField: SubtypeFieldName,
    types: kinds.map(({ code, ...kind }) => ({ id: code, ...kind, templates: [] })),
    subtypes: kinds.map((kind) => ({ ...kind, defaultValues: {} })),
  };
}

/** Return the published drawings as JSON by layer ID. Symbols without a JSON form become images. */
async function drawingInfos(call: RestCall, ids: number[]): Promise<ReadonlyMap<number, unknown>> {
  const { Result } = await handlers.GetDefaultLayerDrawingDescriptions(call, {
    MapName: call.map.Name,
    LayerIDs: ids,
    SymbolOutputOptions: { ConvertLabelExpressions: true },
  });
  const infos = new Map<number, unknown>();
  for (const drawing of Result) {
    if (drawing.type !== 'FeatureLayerDrawingDescription') continue;
    const images = await drawSymbolImages(call, symbolsWithoutForm(drawing), `layer ${drawing.SourceLayerID}`);
    infos.set(drawing.SourceLayerID!, toJson('FeatureLayerDrawingDescription', drawing, { images }));
  }
  return infos;
}

const dpi = 96;
const ptOfPx = 72 / dpi;

async function drawSymbolImages(call: RestCall, symbols: readonly Value<'Symbol'>[], path: string) {
  const images = new Map<object, { data: Uint8Array; contentType: string; widthPt: number; heightPt: number }>();
  await loadSymbolImages(call, symbols, path);
  if (symbols.length > 0) await call.context.fontsReady();
  for (const symbol of symbols) {
    const { widthPx, heightPx } = swatchSizePx(symbol, 20, 20, dpi);
    const surface = await createRasterSurface(widthPx, heightPx, call.context.createCanvas);
    drawSwatch(surface, symbol, dpi, {}, path);
    const { bytes, mimeType } = await encodeImage(surface, 'gisImagePNG32', { dotsPerInch: dpi });
    const [widthPt, heightPt] = [widthPx * ptOfPx, heightPx * ptOfPx];
    images.set(symbol, { data: bytes, contentType: mimeType, widthPt, heightPt });
  }
  return images;
}

export const queryDomains: RestResource<'queryDomains'> = async (call, { layers }) => {
  const MapName = call.map.Name;
  const { Result: about } = await handlers.GetServerInfo(call, { MapName });
  const fields = new Map<number, Value<'Fields'> | undefined>();
  for (const { LayerID, Fields } of about.MapLayerInfos ?? []) fields.set(LayerID, Fields);
  for (const { ID, Fields } of about.StandaloneTableInfos ?? []) fields.set(ID, Fields);
  const ids = new Set(layers?.length ? layers : fields.keys());
  for (const id of ids)
    if (!fields.has(id))
      throw wrongValue('unknown-layer', 'layers', `IDs of layers and tables from 0 to ${fields.size - 1}`, `${id}`);
  const domains = new Map<string, unknown>();
  const add = (domain: Value<'Domain'> | undefined): void => {
    if (domain?.DomainName) domains.set(domain.DomainName, toJson('Domain', domain));
  };
  for (const id of ids) for (const { Domain } of fields.get(id)?.FieldArray ?? []) add(Domain);
  const { Result: subtypes } = await handlers.GetMapTableSubtypeInfos(call, { MapName, TableIDs: [] });
  for (const { TableID, SubtypeInfos } of subtypes)
    if (ids.has(TableID))
      for (const { FieldDomainInfos } of SubtypeInfos) for (const { Domain } of FieldDomainInfos) add(Domain);
  return { domains: [...domains.values()] };
};

type Values = Parameters<typeof generateRenderer>[1];

export const generateRenderer: RestResource<'generateRenderer'> = (call, values) =>
  readRenderer(call, findPublishedDescription(call), values);

export const dynamicLayerRenderer: RestResource<'dynamicLayerRenderer'> = (call, { layer, ...values }) =>
  readRenderer(call, readDynamicLayer(call.map, layer, 'layer').description, values);

async function readRenderer(
  call: RestCall,
  description: Value<'MapTableDescription'>,
  { classificationDef, where }: Values,
): Promise<object> {
  const MapTableDescription = restrictDescription(description, where);
  const DataClassificationDef = fromJson('DataClassificationDef', classificationDef, 'classificationDef');
  const { published } = await openRequestedTable(call, call.map, MapTableDescription, 'where');
  checkSymbol(DataClassificationDef.BaseSymbol, published.manifest.geometry);
  const request = { MapName: call.map.Name, MapTableDescription, DataClassificationDef };
  const { Result } = await handlers.GenerateDataClasses(call, request);
  return toJson('FeatureRenderer', Result) as object;
}

/** Add a filter to a description. */
function restrictDescription(description: Value<'MapTableDescription'>, where = ''): Value<'MapTableDescription'> {
  const ownExpression = { text: description.DefinitionExpression ?? '', path: 'definitionExpression' };
  return { ...description, DefinitionExpression: combineConditions([ownExpression, { text: where, path: 'where' }]) };
}

const fitting = {
  point: 'MarkerSymbol',
  multipoint: 'MarkerSymbol',
  polyline: 'LineSymbol',
  polygon: 'FillSymbol',
} as const;

/**
 * Check that a symbol fits the geometry; otherwise no class would be visible. @throws {Fault} `bad-value` if it doesn't
 * fit
 */
function checkSymbol(symbol: Value<'Symbol'> | undefined, geometry: keyof typeof fitting | undefined): void {
  if (!symbol || !geometry || symbol.type.endsWith(fitting[geometry])) return;
  const path = 'classificationDef.baseSymbol';
  throw wrongValue('bad-value', path, `a ${geometry} symbol`, `a ${symbol.type}`);
}

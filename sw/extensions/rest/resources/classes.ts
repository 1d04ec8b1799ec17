import { Fault, type Value } from '../../../contract/index.ts';
import { handlers } from '../../../handlers/index.ts';
import { requestedTable } from '../../../handlers/query/requested-table.ts';
import { allOf } from '../../../rows/where/parse.ts';
import type { RestCall, RestResource } from '../call.ts';
import { fromJson, toJson } from '../json/convert.ts';
import { dynamicLayerOf } from './dynamic-layers.ts';
import { publishedDescription } from './layer.ts';

type Values = Parameters<typeof generateRenderer>[1];

export const generateRenderer: RestResource<'generateRenderer'> = (call, values) =>
  rendererOf(call, publishedDescription(call), values);

export const dynamicLayerRenderer: RestResource<'dynamicLayerRenderer'> = (call, { layer, ...values }) =>
  rendererOf(call, dynamicLayerOf(call.map, layer, 'layer').description, values);

async function rendererOf(
  call: RestCall,
  description: Value<'MapTableDescription'>,
  { classificationDef, where }: Values,
): Promise<object> {
  const MapTableDescription = restricted(description, where);
  const DataClassificationDef = fromJson('DataClassificationDef', classificationDef, 'classificationDef');
  const { published } = await requestedTable(call, call.map, MapTableDescription, 'where');
  checkSymbol(DataClassificationDef.BaseSymbol, published.manifest.geometry);
  const request = { MapName: call.map.Name, MapTableDescription, DataClassificationDef };
  const { Result } = await handlers.GenerateDataClasses(call, request);
  return toJson('FeatureRenderer', Result) as object;
}

/** A description whose rows pass another filter too. */
function restricted(description: Value<'MapTableDescription'>, where = ''): Value<'MapTableDescription'> {
  const own = { text: description.DefinitionExpression ?? '', path: 'definitionExpression' };
  return { ...description, DefinitionExpression: allOf([own, { text: where, path: 'where' }]) };
}

const fitting = {
  point: 'MarkerSymbol',
  multipoint: 'MarkerSymbol',
  polyline: 'LineSymbol',
  polygon: 'FillSymbol',
} as const;

/** A symbol that cannot draw the rows would leave the classes unseen. @throws {Fault} `bad-value` */
function checkSymbol(symbol: Value<'Symbol'> | undefined, geometry: keyof typeof fitting | undefined): void {
  if (!symbol || !geometry || symbol.type.endsWith(fitting[geometry])) return;
  const path = 'classificationDef.baseSymbol';
  throw new Fault('bad-value', `${path}: a symbol for ${geometry}s expected, a ${symbol.type} found.`);
}

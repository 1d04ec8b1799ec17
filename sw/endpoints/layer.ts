import { quoteValue, wrongValue } from '../contract/index.ts';
import { createCall } from '../handlers/call.ts';
import { handlers } from '../handlers/index.ts';
import { getPublishedTable } from '../handlers/published.ts';
import { describeShownRows } from '../handlers/shown-rows.ts';
import { jsonResponse, wantsPage } from './error-response.ts';
import type { ServiceEndpoint } from './request-context.ts';

const layerTypes = { feature: 'Feature Layer', group: 'Group Layer', raster: 'Raster Layer' } as const;

/**
 * Return a page about one layer or table of the default map.
 *
 * Other formats: its description as JSON, data for raster styles (`f=raster`), and the formats of extensions.
 *
 * @throws {Fault} `not-found` when the map has no such layer or table
 */
export const answerLayer: ServiceEndpoint = async (requestContext) => {
  const { context, request, match, service, url } = requestContext;
  const id = match.parameters.get('id') ?? '';
  const map = service.definition.maps[0]!;
  const layer = map.layers.find(({ LayerID }) => String(LayerID) === id);
  const table = map.standaloneTables.find(({ ID }) => String(ID) === id);
  if (!layer && !table) {
    const last = map.layers.length + map.standaloneTables.length - 1;
    throw wrongValue('not-found', 'Path', `the ID of a layer or table from 0 to ${last}`, quoteValue(id));
  }
  if (layer?.kind === 'raster' && url.searchParams.get('f') === 'raster')
    return (await import('./layer-raster.ts')).answerRaster(requestContext, layer);
  const { layerAnswers = {} } = requestContext;
  const format = url.searchParams.get('f') ?? '';
  if (layer && Object.hasOwn(layerAnswers, format)) return layerAnswers[format]!(requestContext, layer);
  const call = createCall(context, service, request.signal);
  const hasRows = (layer ?? table)!.table !== undefined;
  const rows = hasRows ? getPublishedTable(service, map, Number(id)) : undefined;
  const shown = hasRows ? await describeShownRows(call, map, Number(id)) : undefined;
  if (wantsPage(request, url)) {
    const { Result } = await handlers.GetServerInfo(call, { MapName: map.Name });
    const info = layer
      ? Result.MapLayerInfos?.find(({ LayerID }) => LayerID === layer.LayerID)
      : Result.StandaloneTableInfos?.find(({ ID }) => ID === table!.ID);
    const subtypesRequest = { MapName: map.Name, TableIDs: [Number(id)] };
    const subtypes = info?.HasSubtype
      ? (await handlers.GetMapTableSubtypeInfos(call, subtypesRequest)).Result[0]
      : undefined;
    const details = { info: info!, subtypes, rows, shown };
    const { layerPage, tablePage, withToken } = await import('../pages/index.ts');
    const page = { service, map, base: context.base };
    return withToken(layer ? layerPage(page, layer, details) : tablePage(page, table!, details), url, context.base);
  }
  const kind = layer ? layerTypes[layer.kind] : 'Table';
  return jsonResponse(
    {
      id: Number(id),
      name: (layer ?? table)!.Name,
      type: kind,
      description: (layer ?? table)!.Description,
      parentLayerId: layer?.ParentLayerID ?? -1,
      minScale: layer?.MinScale ?? 0,
      maxScale: layer?.MaxScale ?? 0,
      geometryType: rows?.manifest.geometry ?? null,
      extent: (shown ?? service.definition.rasters?.[layer?.raster ?? ''])?.extent ?? null,
      featureCount: shown ? shown.count : 0,
      displayField: rows?.DisplayField ?? '',
      fields: (rows?.manifest.fields ?? []).map(({ Name, AliasName, Type, Length, IsNullable }) => ({
        name: Name,
        alias: AliasName ?? Name,
        type: Type,
        length: Length,
        nullable: IsNullable,
      })),
    },
    url,
  );
};

import { Fault } from '../../../contract/index.ts';
import { handlers } from '../../../handlers/index.ts';
import type { RestResource } from '../call.ts';
import { restWord } from '../json.ts';
import type { JsonText } from '../response.ts';
import { rowIdOf } from './attachments.ts';
import { layerIdOf } from './layer.ts';
import { plainRows, query } from './query.ts';

export const feature: RestResource<'feature'> = async (call, values) => {
  const id = rowIdOf(call);
  const found = (await query({ ...call, format: 'json' }, { ...wholeRow, ...values, objectIds: [id] })) as JsonText;
  const { features } = found.value() as { readonly features: readonly object[] };
  if (features[0]) return { feature: features[0] };
  throw new Fault('not-found', `Path: the id of a row expected, ${id} found.`);
};

const wholeRow = {
  ...plainRows,
  outFields: '*',
  spatialRel: 'gisSpatialRelIntersects',
  timeRelation: 'gisTimeRelationOverlaps',
  returnIdsOnly: false,
  returnCountOnly: false,
  returnExtentOnly: false,
  returnDistinctValues: false,
  returnExceededLimitFeatures: true,
  returnZ: false,
  returnM: false,
  resultOffset: 0,
};

export const htmlPopup: RestResource<'htmlPopup'> = async (call) => {
  const id = layerIdOf(call);
  const MapName = call.map.Name;
  const { Result: about } = await handlers.GetServerInfo(call, { MapName });
  const type = about.MapLayerInfos?.find(({ LayerID }) => LayerID === id)?.HTMLPopupType;
  const { Result } = await handlers.QueryHTMLPopups(call, { MapName, TableID: id, RowIDs: [rowIdOf(call)] });
  return { htmlPopupType: restWord(type ?? 'gisServerHTMLPopupTypeNone'), content: Result[0] ?? '' };
};

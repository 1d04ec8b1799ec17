import { inPath } from '../../../contract/in-path.ts';
import { type Value, wrongValue } from '../../../contract/index.ts';
import { handlers } from '../../../handlers/index.ts';
import { QueryFeatureIDs } from '../../../handlers/query/query-data.ts';
import { fileResponse } from '../../../portal/index.ts';
import type { RestCall, RestResource } from '../call.ts';
import { restWord } from '../json.ts';
import type { JsonText } from '../response.ts';
import { readLayerId } from './layer.ts';
import { plainRows, query } from './query.ts';

export const feature: RestResource<'feature'> = async (call, values) => {
  const id = readRowId(call);
  const result = (await query({ ...call, format: 'json' }, { ...wholeRow, ...values, objectIds: [id] })) as JsonText;
  const { features } = result.value() as { readonly features: readonly object[] };
  if (features[0]) return { feature: features[0] };
  throw wrongValue('not-found', 'Path', 'the ID of a row of this layer', `${id}`);
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
  const id = readLayerId(call);
  const MapName = call.map.Name;
  const { Result: about } = await handlers.GetServerInfo(call, { MapName });
  const type = about.MapLayerInfos?.find(({ LayerID }) => LayerID === id)?.HTMLPopupType;
  const { Result } = await handlers.QueryHTMLPopups(call, { MapName, TableID: id, RowIDs: [readRowId(call)] });
  return { htmlPopupType: restWord(type ?? 'gisServerHTMLPopupTypeNone'), content: Result[0] ?? '' };
};

type Info = Value<'AttachmentInfo'>;

export const attachments: RestResource<'attachments'> = async (call) => ({
  attachmentInfos: (await readAttachmentInfos(call, [readRowId(call)])).map(infoJson),
});

export const attachment: RestResource<'attachment'> = async (call) => {
  const row = readRowId(call);
  const id = Number(call.path.attachment);
  const isListed = (await readAttachmentInfos(call, [row])).some(({ AttachmentID }) => AttachmentID === id);
  if (!isListed) throw wrongValue('not-found', 'Path', `an attachment ID of row ${row}`, `${id}`);
  const { Result } = await handlers.QueryAttachmentData(call, {
    MapName: call.map.Name,
    TableID: readLayerId(call),
    AttachmentIDs: [id],
    TransportType: 'gisTransportTypeEmbedded',
  });
  const { Data, AttachmentInfo } = Result[0]!;
  return fileResponse(new Blob([Data as Uint8Array<ArrayBuffer>]), AttachmentInfo.ContentType, AttachmentInfo.Name);
};

export const queryAttachments: RestResource<'queryAttachments'> = async (call, values) => {
  const { attachmentTypes, size, returnUrl, returnCountOnly, resultOffset, resultRecordCount } = values;
  const [smallest = 0, largest = Infinity] = size ?? [];
  const infos = (await readAttachmentInfos(call, await readRows(call, values))).filter(
    ({ ContentType, Size }) =>
      (!attachmentTypes || attachmentTypes.includes(ContentType)) && Size >= smallest && Size <= largest,
  );
  const rows = new Map<number, Info[]>();
  for (const info of infos) rows.set(info.ParentID, [...(rows.get(info.ParentID) ?? []), info]);
  const page = [...rows].slice(resultOffset, resultRecordCount && resultOffset + resultRecordCount);
  return {
    attachmentGroups: page.map(([parentObjectId, group]) => ({
      parentObjectId,
      parentGlobalId: null,
      count: returnCountOnly ? group.length : undefined,
      attachmentInfos: returnCountOnly
        ? undefined
        : group.map((info) => ({ ...infoJson(info), url: returnUrl ? attachmentUrl(call, info) : undefined })),
    })),
  };
};

/** Return the IDs of the rows that a request selects by ID, filter or both. */
async function readRows(
  call: RestCall,
  { objectIds, definitionExpression }: Parameters<typeof queryAttachments>[1],
): Promise<number[]> {
  if (objectIds && definitionExpression === undefined) return [...objectIds];
  const request = {
    MapName: call.map.Name,
    QueryFilter: {
      type: 'QueryFilter' as const,
      WhereClause: definitionExpression ?? '',
      Resolution: 0,
      FIDSet: objectIds && { FIDArray: [...objectIds] },
    },
    LayerID: readLayerId(call),
  };
  return (await QueryFeatureIDs(call, request)).Result.FIDArray;
}

async function readAttachmentInfos(call: RestCall, RowIDs: number[]): Promise<Info[]> {
  const request = { MapName: call.map.Name, TableID: readLayerId(call), RowIDs };
  return (await handlers.QueryAttachmentInfos(call, request)).Result;
}

const infoJson = ({ AttachmentID, Name, ContentType, Size }: Info): object => ({
  id: AttachmentID,
  globalId: null,
  name: Name,
  contentType: ContentType,
  size: Size,
  keywords: '',
});

function attachmentUrl({ context, service, server, path }: RestCall, { ParentID, AttachmentID }: Info): string {
  const key = inPath(service.key);
  return `${context.origin}${context.base}rest/services/${key}/${server}/${path.layer}/${ParentID}/attachments/${AttachmentID}`;
}

/** Return the row ID in the path. */
const readRowId = ({ path }: RestCall): number => Number(path.row);

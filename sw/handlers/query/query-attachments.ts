import { safeUploadType } from '../../body.ts';
import { unsupported, type Value, wrongValue } from '../../contract/index.ts';
import type { AttachmentsManifest, RowFileEntry } from '../../rows/manifest.ts';
import { forEachItem } from '../../scheduler.ts';
import type { Call, Handler } from '../call.ts';
import { outputUrl } from '../output-url.ts';
import { openRequestedRows, type RequestedRows } from './requested-rows.ts';

type Requested = number | Value<'MapTableDescription'>;

/** List the attachments of rows in the order of the row IDs, then by attachment number. */
async function attachmentInfos(
  call: Call,
  { MapName, RowIDs }: { readonly MapName: string; readonly RowIDs: readonly number[] },
  requested: Requested,
  operation: string,
): Promise<{ Result: Value<'AttachmentInfo'>[] }> {
  const source = await openRequestedRows(call, MapName, requested, operation);
  const ids = [...new Set(RowIDs)];
  const rows = await source.readRows(ids);
  const byRow = new Map<number, RowFileEntry[]>();
  for (const entry of requireAttachments(source, operation).entries) {
    if (!rows.has(entry.parentId)) continue;
    const existing = byRow.get(entry.parentId);
    if (existing) existing.push(entry);
    else byRow.set(entry.parentId, [entry]);
  }
  return {
    Result: ids.flatMap((id) => (byRow.get(id) ?? []).sort((a, b) => a.id - b.id).map(toAttachmentInfo)),
  };
}

/**
 * Return the attachments of a layer or table.
 *
 * @throws {Fault} `not-supported` when it has none
 */
function requireAttachments({ published }: RequestedRows, operation: string): AttachmentsManifest {
  const { attachments } = published.manifest;
  if (attachments) return attachments;
  throw unsupported(operation, `layer or table ${published.id} "${published.Name}" has no attachments`);
}

const toAttachmentInfo = ({ id, parentId, name, contentType, range }: RowFileEntry): Value<'AttachmentInfo'> => ({
  AttachmentID: id,
  ParentID: parentId,
  Name: name,
  ContentType: contentType,
  Size: range[1],
});

interface DataRequest {
  readonly MapName: string;
  readonly AttachmentIDs: readonly number[];
  readonly TransportType: Value<'gisTransportType'>;
}

/**
 * Maximum size of the files and of about 500 bytes of information for each. The response is built as one string in
 * memory.
 */
const maxBytes = 128 * 1024 ** 2;
const infoBytes = 500;

/**
 * Return attachment files in the order of the IDs.
 *
 * @throws {Fault} `unknown-id` for an ID that no attachment of a visible row has, `too-large` for more than 128 MiB,
 *   `not-supported` for a layer or table without attachments
 */
async function attachmentData(
  call: Call,
  { MapName, AttachmentIDs, TransportType }: DataRequest,
  requested: Requested,
  operation: string,
): Promise<{ Result: Value<'AttachmentData'>[] }> {
  const source = await openRequestedRows(call, MapName, requested, operation);
  const { file, entries } = requireAttachments(source, operation);
  const ids = new Set(AttachmentIDs);
  const entriesById = new Map(entries.filter(({ id }) => ids.has(id)).map((entry) => [entry.id, entry]));
  const rows = await source.readRows([...new Set([...entriesById.values()].map(({ parentId }) => parentId))]);
  const chosen = AttachmentIDs.map((id) => {
    const entry = entriesById.get(id);
    if (entry && rows.has(entry.parentId)) return entry;
    throw wrongValue('unknown-id', `${operation}.AttachmentIDs`, 'IDs of existing attachments', `${id}`, { id });
  });
  const bytes = chosen.reduce((sum, { range }) => sum + range[1] + infoBytes, 0);
  if (bytes > maxBytes)
    throw wrongValue(
      'too-large',
      `${operation}.AttachmentIDs`,
      `attachments of at most ${maxBytes} bytes in all`,
      `${bytes} bytes`,
    );
  const made = new Map<RowFileEntry, Value<'AttachmentData'>>();
  await forEachItem(new Set(chosen), source.scheduler, async (entry) => {
    const bytes = new Uint8Array(await source.table.fileBytes(entry.file ?? file!, entry.range));
    const isUrl = TransportType === 'gisTransportTypeUrl';
    made.set(entry, {
      Data: isUrl ? new Uint8Array(0) : bytes,
      AttachmentInfo: toAttachmentInfo(entry),
      URL: isUrl ? await outputUrl(call, bytes, outputType(entry.contentType), fileExtension(entry.name)) : '',
      TransportType,
    });
  });
  return { Result: chosen.map((entry) => made.get(entry)!) };
}

/**
 * Return the content type of an attachment's URL. SVG is safe to show as an image because output URLs are sandboxed.
 */
const outputType = (type: string): string => (/^image\/svg\+xml$/i.test(type) ? type : safeUploadType(type));

const fileExtension = (name: string): string => /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? 'bin';

export const QueryAttachmentInfos: Handler<'QueryAttachmentInfos'> = (call, request) =>
  attachmentInfos(call, request, request.TableID, 'QueryAttachmentInfos');

export const QueryAttachmentInfos2: Handler<'QueryAttachmentInfos2'> = (call, request) =>
  attachmentInfos(call, request, request.MapTableDescription, 'QueryAttachmentInfos2');

export const QueryAttachmentData: Handler<'QueryAttachmentData'> = (call, request) =>
  attachmentData(call, request, request.TableID, 'QueryAttachmentData');

export const QueryAttachmentData2: Handler<'QueryAttachmentData2'> = (call, request) =>
  attachmentData(call, request, request.MapTableDescription, 'QueryAttachmentData2');

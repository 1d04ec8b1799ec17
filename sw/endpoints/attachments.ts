import { readBody } from '../body.ts';
import { badValue, Fault, wrongValue } from '../contract/index.ts';
import { fileResponse, servicePublished } from '../portal/index.ts';
import { checkAttachment, maxStoredAttachmentBytes } from '../service/edit-attachments.ts';
import { jsonResponse } from './error-response.ts';
import { unknownServiceFault } from './gate.ts';
import type { ServiceEndpoint } from './request-context.ts';

/**
 * Read or change the attachments of rows in the stored table `table`.
 *
 * - GET lists the attachments of `row`, or of all rows, or returns the bytes of the attachment `id`.
 * - POST attaches the body to `row` as `id`, with `name`, content type, and `size` if its bytes are to be counted.
 * - DELETE removes `id`.
 *
 * Repeated requests change nothing, because a request can arrive twice.
 *
 * @throws {Fault} `unknown-service` when it was removed in the meantime, and as `Store.addAttachment`
 */
export const answerAttachments: ServiceEndpoint = async ({ context, request, service, url }) => {
  const { store } = context;
  const { method } = request;
  const { key } = service;
  const table = url.searchParams.get('table') ?? '';
  if (method !== 'POST' && method !== 'DELETE') {
    const opened = await store.table(service, table);
    const { file, entries = [] } = opened.manifest.attachments ?? {};
    if (url.searchParams.has('id')) {
      const id = readNumberParameter(url, 'id');
      const entry = entries.find((candidate) => candidate.id === id);
      if (!entry) throw new Fault('unknown-id', `Service "${key}", table "${table}": attachment ${id} not found.`);
      const bytes = await opened.fileBytes(entry.file ?? file!, entry.range);
      return fileResponse(new Blob([bytes]), entry.contentType, entry.name);
    }
    const row = url.searchParams.has('row') ? readNumberParameter(url, 'row') : undefined;
    const attachments = entries
      .filter(({ parentId }) => row === undefined || parentId === row)
      .map(({ id, parentId, name, contentType, range }) => ({ id, row: parentId, name, contentType, size: range[1] }));
    return jsonResponse({ attachments }, url);
  }
  const id = readNumberParameter(url, 'id');
  const add = async () => {
    const name = url.searchParams.get('name') ?? '';
    const contentType = request.headers.get('content-type') || 'application/octet-stream';
    const attachment = { id, parentId: readNumberParameter(url, 'row'), name, contentType };
    checkAttachment(attachment, 0);
    const body = await readBody(request, maxStoredAttachmentBytes);
    if (url.searchParams.has('size') && readNumberParameter(url, 'size') !== body.length)
      throw wrongValue(
        'bad-value',
        'size',
        `${body.length} (the length of the body)`,
        `${readNumberParameter(url, 'size')}`,
      );
    return store.addAttachment(key, table, attachment, new Blob([body]));
  };
  const record = await (method === 'POST' ? add() : store.removeAttachment(key, table, id));
  if (!record) throw unknownServiceFault(context, key);
  await servicePublished(context, record);
  return jsonResponse({ success: true, key, version: record.version, bytes: record.bytes }, url);
};

/**
 * Read a whole number from the query.
 *
 * @throws {Fault} `bad-value` when it is missing or not a whole number
 */
function readNumberParameter(url: URL, name: string): number {
  const text = url.searchParams.get(name) ?? '';
  if (/^-?\d{1,10}$/.test(text)) return Number(text);
  throw badValue(name, 'a whole number', text);
}

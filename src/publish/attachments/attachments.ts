import { askFile, askJson, inPath, ServiceFault } from '../../connection/call.ts';

export interface Attachment {
  readonly id: number;
  /** Object ID of the row. */
  readonly row: number;
  readonly name: string;
  /** MIME type. */
  readonly contentType: string;
  /** Bytes. */
  readonly size: number;
}

export interface Attached {
  readonly service: string;
  readonly table: string;
}

/** Maximum size of a file, as on the server. */
export const maxUploadBytes = 64 * 1024 ** 2;

/** List the files of all rows, in the order in which they were attached. @throws {ServiceFault} */
export async function readAttachments(of: Attached): Promise<readonly Attachment[]> {
  const { attachments } = await askJson<{ attachments: Attachment[] }>('attachments', makePath(of));
  // Sort by ID, so that a restored file returns to its place.
  return attachments.sort((a, b) => a.id - b.id);
}

/** Read one of the files. @throws {ServiceFault} `unknown-id` */
export async function readAttachment(of: Attached, { id, contentType }: Attachment): Promise<Blob> {
  const file = await askFile('attachment', makePath(of, { id }));
  return file.slice(0, file.size, contentType);
}

/**
 * Attach a file to a row. Sending the same file with the same ID again changes nothing.
 *
 * @throws {ServiceFault} `conflict` if another file has the ID, `no-space` and others; nothing changes then
 */
export async function addAttachment(of: Attached, { id, row, name, contentType }: Attachment, content: Blob) {
  const path = makePath(of, { id, row, name, size: content.size });
  // Browsers send no content type for a body without one, and the server then assumes plain bytes.
  await askJson('attach', path, { method: 'POST', body: content.slice(0, content.size, contentType) });
}

/** Remove a file; no error if it is already removed. @throws {ServiceFault} */
export const removeAttachment = (of: Attached, { id }: Pick<Attachment, 'id'>): Promise<unknown> =>
  askJson('detach', makePath(of, { id }), { method: 'DELETE' });

/**
 * Attach a file under an ID above all existing ones, so that files remain in order.
 *
 * @returns the attached file
 */
export async function attachNew(of: Attached, row: number, file: File): Promise<Attachment> {
  for (let tries = 1; ; tries++) {
    const taken = (await readAttachments(of)).map(({ id }) => id);
    const [chance] = crypto.getRandomValues(new Uint8Array(1));
    // Add a random offset, because two tabs may attach a file at the same time.
    const id = Math.max(0, ...taken) + 1 + (chance! % 32);
    const name = file.name.replace(/[\p{Cc}/\\]/gu, '_').slice(-255);
    const contentType = /^[\w.+-]+\/[\w.+-]+$/.test(file.type) ? file.type : 'application/octet-stream';
    const added = { id, row, name, contentType, size: file.size };
    try {
      await addAttachment(of, added, file);
      return added;
    } catch (error) {
      if (tries === 3 || !(error instanceof ServiceFault && error.code === 'conflict')) throw error;
    }
  }
}

function makePath({ service, table }: Attached, more: Readonly<Record<string, string | number>> = {}): string {
  const query = new URLSearchParams({ table });
  for (const [name, value] of Object.entries(more)) query.set(name, String(value));
  return `admin/attachments/${inPath(service)}?${query}`;
}

import { Fault } from '../contract/index.ts';
import type { Table } from '../rows/table.ts';
import {
  type AttachmentChange,
  checkAttachment,
  freeFileName,
  withAttachment,
  withoutAttachment,
} from '../service/edit-attachments.ts';
import { areEqual, filesVersionOf } from './catalogue.ts';
import { editFiles } from './edit-files.ts';
import type { Connection } from './open.ts';
import type { ServiceRecord, Store } from './store.ts';

/** Attached files of published services: each change is a new version of the definition, in one transaction with its file. */
export function createAttachments(
  connection: Connection,
  { service, table: openTable }: Pick<Store, 'service' | 'table'>,
  now: () => number,
): Pick<Store, 'addAttachment' | 'removeAttachment'> {
  /** Plan on what is stored, and plan anew when another was faster; `plan` answers undefined when nothing is to change. */
  const edit = async (
    key: string,
    name: string,
    plan: (before: ServiceRecord, table: Table, file: string) => Promise<AttachmentChange | undefined>,
  ): Promise<ServiceRecord | undefined> => {
    for (;;) {
      const before = await service(key);
      if (!before) return undefined;
      const file = freeFileName(before.definition, before.version + 1);
      const change = await plan(before, await openTable(before, name), file);
      if (!change) return before;
      const after = await commit(connection, before, name, change, now());
      if (after) return after;
    }
  };
  return {
    addAttachment: (key, name, attachment, content) =>
      edit(key, name, async (_, table, file) => {
        const { id, parentId } = attachment;
        checkAttachment(attachment, content.size);
        const { attachments } = table.manifest;
        const known = attachments?.entries.find((entry) => entry.id === id);
        if (known) {
          const isSame =
            known.parentId === parentId &&
            known.name === attachment.name &&
            known.contentType === attachment.contentType &&
            known.range[1] === content.size &&
            areEqual(
              new Uint8Array(await table.fileBytes(known.file ?? attachments!.file!, known.range)),
              new Uint8Array(await content.arrayBuffer()),
            );
          if (isSame) return undefined;
          throw new Fault('conflict', `Service ${key}: attachment ${id} of table "${name}" is another file.`, { id });
        }
        if ((await table.rowOfId(parentId)) < 0)
          throw new Fault('unknown-id', `Service ${key}: row ${parentId} of table "${name}" not found.`);
        return withAttachment(table.manifest, attachment, content, file);
      }),
    removeAttachment: (key, name, id) =>
      edit(key, name, async (before, { manifest: { attachments } }, file) => {
        if (!attachments?.entries.some((entry) => entry.id === id)) return undefined;
        return withoutAttachment(attachments, id, file, async (joined) => {
          const version = filesVersionOf(before);
          const blob = await connection.run((database) => database.get('files', [key, version, joined]));
          if (blob) return blob;
          throw new Fault('not-found', `Service ${key}: version ${before.version} has been replaced. Ask again.`);
        });
      }),
  };
}

/** Undefined when the service is another version by now, and then nothing was written. */
function commit(
  connection: Connection,
  before: ServiceRecord,
  name: string,
  { attachments, written, removed }: AttachmentChange,
  publishedAt: number,
): Promise<ServiceRecord | undefined> {
  const { definition } = before;
  const { attachments: old, ...table } = definition.tables[name]!;
  const manifest = attachments ? { ...table, attachments } : table;
  return editFiles(connection, before, publishedAt, {
    definition: { ...definition, tables: { ...definition.tables, [name]: manifest } },
    written: new Map(written ? [written] : []),
    removed: removed === undefined ? [] : [removed],
    isDrawnAsBefore: true,
  });
}

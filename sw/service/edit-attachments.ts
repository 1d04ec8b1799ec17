import { badValue, wrongValue } from '../contract/index.ts';
import type { AttachmentEntry, AttachmentsManifest, TableManifest } from '../rows/manifest.ts';
import { mimeType } from './checks/check-table.ts';
import type { ServiceDefinition } from './definition.ts';
import { fileNames } from './layers/file-names.ts';

/** Metadata of a file to attach to a row. Its size comes from its bytes. */
export type NewAttachment = Omit<AttachmentEntry, 'range' | 'file'>;

/** Maximum bytes of an attachment, because a response that embeds it is built in memory. */
export const maxStoredAttachmentBytes = 64 * 1024 ** 2;
const maxNameLength = 255;

/**
 * Attachments after a change, and the changed files. New files are written before they are referenced, old files
 * removed afterwards.
 */
export interface AttachmentChange {
  /** Undefined if no attachment is left. */
  readonly attachments: AttachmentsManifest | undefined;
  readonly written?: readonly [file: string, content: Blob];
  readonly removed?: string;
}

/**
 * Check the metadata and size of an attachment. @throws {Fault} `bad-value` for invalid metadata, `too-large` above 64
 * MiB
 */
export function checkAttachment({ id, name, contentType }: NewAttachment, bytes: number): void {
  const makeFault = (property: string, expected: string, actual: string) =>
    badValue(`Attachment.${property}`, expected, actual);
  if (!Number.isInteger(id) || id < 1 || id >= 2 ** 31)
    throw makeFault('id', `a number from 1 to ${2 ** 31 - 1}`, String(id));
  if (name.trim() === '' || name.length > maxNameLength || /[\p{Cc}/\\]/u.test(name))
    throw makeFault('name', `1 to ${maxNameLength} characters without slashes`, name);
  if (!mimeType.test(contentType)) throw makeFault('contentType', 'a MIME type', contentType);
  if (bytes > maxStoredAttachmentBytes)
    throw wrongValue('too-large', 'Attachment', `at most ${maxStoredAttachmentBytes} bytes`, `${bytes}`);
}

/** Attach a file. It is stored separately, so that the bytes of other attachments aren't written again. */
export function withAttachment(
  { attachments }: TableManifest,
  attachment: NewAttachment,
  content: Blob,
  file: string,
): AttachmentChange {
  const { id, parentId, name, contentType } = attachment;
  const entry: AttachmentEntry = { id, parentId, name, contentType, range: [0, content.size], file };
  return {
    attachments: { ...attachments, entries: [...(attachments?.entries ?? []), entry] },
    written: [file, content],
  };
}

/**
 * Remove an attachment and its bytes. If it is in the shared file, the rest of that file moves into a new file: a file
 * name must never have two contents.
 *
 * @param file name of the new shared file
 * @param joined loads the shared file; called only if needed
 */
export async function withoutAttachment(
  attachments: AttachmentsManifest,
  id: number,
  file: string,
  joined: (file: string) => Promise<Blob>,
): Promise<AttachmentChange> {
  const removedEntry = attachments.entries.find((entry) => entry.id === id);
  const entries = attachments.entries.filter((entry) => entry.id !== id);
  if (removedEntry?.file !== undefined || attachments.file === undefined) {
    const isEmpty = entries.length === 0 && attachments.file === undefined;
    return {
      attachments: isEmpty ? undefined : { ...attachments, entries },
      removed: removedEntry?.file,
    };
  }
  const removed = attachments.file;
  if (entries.every((entry) => entry.file !== undefined))
    return { attachments: entries.length === 0 ? undefined : { entries }, removed };
  const all = await joined(removed);
  const parts: Blob[] = [];
  const offsets = new Map<string, number>();
  let offset = 0;
  const moved = entries.map((entry) => {
    if (entry.file !== undefined) return entry;
    const [from, length] = entry.range;
    // Bytes shared by several rows are written once.
    const copiedOffset = offsets.get(`${from} ${length}`);
    if (copiedOffset !== undefined) return { ...entry, range: [copiedOffset, length] as const };
    offsets.set(`${from} ${length}`, offset);
    parts.push(all.slice(from, from + length));
    offset += length;
    return { ...entry, range: [offset - length, length] as const };
  });
  return { attachments: { file, entries: moved }, written: [file, new Blob(parts)], removed };
}

/** Return an unused file name for a service; the same version always gives the same name. */
export function freeFileName(definition: ServiceDefinition, version: number): string {
  const taken = fileNames(definition);
  let name = `attachments-${version}.bin`;
  while (taken.has(name)) name = `_${name}`;
  return name;
}

/**
 * Merge the attachments of each table into one file, so that many attachments need only a few parts of a package. No
 * bytes are read.
 *
 * @param files by name as in the manifests
 */
export function joinAttachments(
  definition: ServiceDefinition,
  files: ReadonlyMap<string, Blob>,
): { definition: ServiceDefinition; files: ReadonlyMap<string, Blob> } {
  const joined = new Map(files);
  let result = definition;
  for (const [name, table] of Object.entries(definition.tables)) {
    const { attachments } = table;
    if (!attachments?.entries.some(({ file }) => file !== undefined)) continue;
    const file = attachments.file ?? freeFileName(result, 0);
    const parts: Blob[] = [];
    let end = 0;
    const append = (part: Blob | undefined): number => {
      parts.push(part ?? new Blob());
      end += part?.size ?? 0;
      return end - (part?.size ?? 0);
    };
    append(joined.get(file));
    const entries = attachments.entries.map(({ file: entryFile, ...entry }): AttachmentEntry => {
      if (entryFile === undefined) return entry;
      const offset = append(joined.get(entryFile)?.slice(0, entry.range[1]));
      joined.delete(entryFile);
      return { ...entry, range: [offset, entry.range[1]] };
    });
    joined.set(file, new Blob(parts));
    result = { ...result, tables: { ...result.tables, [name]: { ...table, attachments: { file, entries } } } };
  }
  return { definition: result, files: joined };
}

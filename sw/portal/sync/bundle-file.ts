import { Fault } from '../../contract/index.ts';
import { checkDefinition, checkFiles } from '../../features/check-definition.ts';
import { readJson, writeJson } from '../../features/package-json.ts';
import type { ItemRecord } from '../../store/portal-records.ts';
import type { Bundle } from './peer.ts';

const format = 'soapstone-item';
const mostHeaderBytes = 64 * 1024 ** 2;

/** A file in the bundle: its size says where the next begins. */
interface Entry {
  readonly name: string;
  readonly size: number;
}

/**
 * Write an item with everything that belongs to it as one file for another server: the length of a JSON header (four
 * bytes, the lowest first), the header, and the files one after the other.
 */
export function writeBundleFile({ item, files, service, fingerprint, byReference }: Bundle): Blob {
  const serviceFiles = [...(service?.files ?? [])];
  const header = writeJson({
    format,
    item,
    fingerprint,
    byReference,
    files: files.map(({ name, fileName, type, created, blob }) => ({ name, fileName, type, created, size: blob.size })),
    ...(service
      ? {
          service: {
            definition: service.definition,
            access: service.access,
            bytes: service.bytes,
            files: serviceFiles.map(([name, blob]): Entry => ({ name, size: blob.size })),
          },
        }
      : {}),
  });
  const bytes = new TextEncoder().encode(header);
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, bytes.length, true);
  return new Blob([length, bytes, ...files.map((file) => file.blob), ...serviceFiles.map(([, blob]) => blob)]);
}

/**
 * Read what `writeBundleFile` wrote, trusting nothing in it.
 *
 * @throws {Fault} `bad-package`
 */
export async function readBundleFile(file: Blob): Promise<Bundle> {
  const bad = (expected: string) => new Fault('bad-package', `Item of a participant: ${expected} expected.`);
  if (file.size < 4) throw bad('a header');
  const length = new DataView(await file.slice(0, 4).arrayBuffer()).getUint32(0, true);
  if (length > mostHeaderBytes || 4 + length > file.size) throw bad('a header of at most 64 MiB');
  const header = readJson(await file.slice(4, 4 + length).text());
  const { item, fingerprint, byReference } = header as { item?: unknown; fingerprint?: unknown; byReference?: unknown };
  if (header.format !== format || typeof fingerprint !== 'string') throw bad(`the format ${format}`);
  let at = 4 + length;
  const take = (entry: Entry): Blob => {
    if (!Number.isSafeInteger(entry.size) || entry.size < 0 || at + entry.size > file.size) throw bad('whole files');
    at += entry.size;
    return file.slice(at - entry.size, at);
  };
  const files = listOf(header.files, bad).map((entry) => {
    const { name, fileName, type, created } = entry;
    const kind = text(type, 200);
    const blob = take(entry as unknown as Entry).slice(0, undefined, kind);
    return { name: text(name, 400), fileName: text(fileName, 400), type: kind, created: count(created), blob };
  });
  const bundle = {
    item: readItem(item, bad),
    files,
    fingerprint: text(fingerprint, 400),
    byReference: byReference === true,
  };
  if (header.service === undefined) return bundle;
  const service = header.service as Record<string, unknown>;
  const definition = checkDefinition(service.definition);
  const entries = listOf(service.files, bad).map(
    (entry) => [text(entry.name, 400), take(entry as unknown as Entry)] as const,
  );
  const serviceFiles = new Map(entries);
  checkFiles(definition, new Map(entries.map(([name, blob]) => [name, blob.size])));
  const access = service.access === 'private' ? 'private' : 'public';
  return { ...bundle, service: { definition, files: serviceFiles, bytes: count(service.bytes), access } };
}

function readItem(value: unknown, bad: (expected: string) => Fault): ItemRecord {
  if (typeof value !== 'object' || value === null) throw bad('an item');
  const item = value as Record<string, unknown>;
  const origin = item.origin as { portalId?: unknown } | undefined;
  if (!/^[0-9a-f]{32}$/.test(text(item.id, 64))) throw bad('an id of 32 hexadecimal digits');
  const url = text(item.url, 2048);
  return {
    portalId: text(item.portalId, 64),
    id: text(item.id, 64),
    type: item.type === 'Map Service' ? 'Map Service' : 'File',
    title: text(item.title, 250),
    description: text(item.description, 4000),
    tags: Array.isArray(item.tags) ? item.tags.slice(0, 200).map((tag) => text(tag, 200)) : [],
    owner: '',
    created: count(item.created),
    modified: count(item.modified),
    revision: count(item.revision),
    groups: [],
    url: /^https?:/.test(url) ? url : '',
    ...(origin
      ? {
          origin: {
            portalId: text(origin.portalId, 64),
            viaPortalId: '',
            workspaceId: '',
            fingerprint: '',
            byReference: false,
          },
        }
      : {}),
  };
}

function listOf(value: unknown, bad: (expected: string) => Fault): Record<string, unknown>[] {
  if (!Array.isArray(value) || value.length > 2000) throw bad('a list of at most 2000 files');
  return value.map((entry: unknown) => {
    if (typeof entry !== 'object' || entry === null) throw bad('a file');
    return entry as Record<string, unknown>;
  });
}

const text = (value: unknown, longest: number): string => (typeof value === 'string' ? value.slice(0, longest) : '');
const count = (value: unknown): number => (typeof value === 'number' && value >= 0 ? value : 0);

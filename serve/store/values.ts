import { Deserializer, Serializer } from 'node:v8';
import { crc32 } from 'node:zlib';
import { Fault } from '../../sw/contract/fault.ts';
import type { FileFacts } from './engine.ts';

/**
 * Rows as bytes: a structured clone by V8, in which Blobs are replaced by references to files.
 *
 * The first byte is 1 if the row has references. The references then precede the row, so that rows without references
 * needn't be searched. A checksum follows (CRC-32, 4 bytes), because engines don't notice damage.
 */
const noReferences = Buffer.of(0);
const withReferences = Buffer.of(1);
const headerBytes = 5;

/** The file of a Blob in a row, and the keys that lead to it. */
interface FileReference extends FileFacts {
  readonly path: readonly (string | number | MapEntry)[];
}
/** The index of an entry of a `Map`, whose value is or contains the Blob. */
interface MapEntry {
  readonly entry: number;
}

/**
 * Encode a row.
 *
 * @param idOf the ID of the file that has the bytes of a Blob
 * @throws `DataCloneError` if the row contains a function or something else that can't be stored
 */
export function encodeRow(row: unknown, idOf: (blob: Blob) => string): { bytes: Buffer; files: string[] } {
  const references: FileReference[] = [];
  const reference = (blob: Blob, path: Path) =>
    references.push({ id: idOf(blob), type: blob.type, size: blob.size, path });
  const stored = containsBlob(row) ? detachBlobs(row, [], reference) : row;
  const value = references.length === 0 ? stored : [references, stored];
  const prefix = references.length === 0 ? noReferences : withReferences;
  const content = serialize(value);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(content, prefix[0]));
  return { bytes: Buffer.concat([prefix, checksum, content]), files: references.map(({ id }) => id) };
}

/** Decode a row. @param open opens the file of a Blob @throws {Fault} `storage-failed` if the row is damaged */
export async function decodeRow(
  bytes: Uint8Array,
  open: (file: FileReference) => Blob | Promise<Blob>,
): Promise<unknown> {
  const content = bytes.subarray(headerBytes);
  const checksum = bytes.length < headerBytes ? undefined : new DataView(bytes.buffer, bytes.byteOffset).getUint32(1);
  if (checksum !== crc32(content, bytes[0]))
    throw new Fault('storage-failed', 'A stored row is damaged. Restore a backup.');
  const value = deserialize(content);
  if (bytes[0] === noReferences[0]) return value;
  const [references, stored] = value as [readonly FileReference[], unknown];
  const holder = [stored];
  for (const reference of references) setAt(holder, [0, ...reference.path], await open(reference));
  return holder[0];
}

/** Decode a row with empty Blobs. */
export const decodeWithoutFiles = (bytes: Uint8Array): Promise<unknown> => decodeRow(bytes, () => new Blob());

function serialize(value: unknown): Buffer {
  // Not `v8.serialize`, whose typed arrays are views of a larger buffer when they are read.
  const serializer = new Serializer();
  serializer.writeHeader();
  try {
    serializer.writeValue(value);
  } catch (error) {
    throw new DOMException(error instanceof Error ? error.message : String(error), 'DataCloneError');
  }
  return serializer.releaseBuffer();
}

function deserialize(bytes: Uint8Array): unknown {
  const deserializer = new Deserializer(bytes);
  deserializer.readHeader();
  return deserializer.readValue();
}

type Path = FileReference['path'];

function containsBlob(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (value instanceof Blob) return true;
  if (Array.isArray(value)) return value.some(containsBlob);
  if (value instanceof Map) return [...value.values()].some(containsBlob);
  return isPlain(value) && Object.values(value).some(containsBlob);
}

function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Return the value with null in place of Blobs; only parts that contain Blobs are copied. */
function detachBlobs(value: unknown, path: Path, report: (blob: Blob, path: Path) => void): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Blob) {
    report(value, path);
    return null;
  }
  if (Array.isArray(value)) {
    const items = value.map((item, index) => detachBlobs(item, [...path, index], report));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  if (value instanceof Map) {
    const entries = [...value];
    const items = entries.map(([, item], entry) => detachBlobs(item, [...path, { entry }], report));
    const isChanged = items.some((item, index) => item !== entries[index]![1]);
    return isChanged ? new Map(entries.map(([key], index) => [key, items[index]])) : value;
  }
  if (!isPlain(value)) return value;
  const members = Object.entries(value);
  const items = members.map(([name, item]) => detachBlobs(item, [...path, name], report));
  const isChanged = items.some((item, index) => item !== members[index]![1]);
  return isChanged ? Object.fromEntries(members.map(([name], index) => [name, items[index]])) : value;
}

/** Replace the value at a path that `detachBlobs` reported. */
function setAt(root: unknown, path: Path, blob: Blob): void {
  let holder = root;
  for (const step of path.slice(0, -1)) holder = child(holder, step);
  const last = path.at(-1)!;
  if (typeof last === 'object')
    (holder as Map<unknown, unknown>).set([...(holder as Map<unknown, unknown>).keys()][last.entry], blob);
  else (holder as Record<string | number, unknown>)[last] = blob;
}

const child = (holder: unknown, step: Path[number]): unknown =>
  typeof step === 'object'
    ? [...(holder as Map<unknown, unknown>).values()][step.entry]
    : (holder as Record<string | number, unknown>)[step];

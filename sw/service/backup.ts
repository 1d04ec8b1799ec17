import { describeValue, Fault, quoteValue, reasonOf, wrongValue } from '../contract/index.ts';
import { crc32 } from '../formats/zip/crc32.ts';
import { openStoredZip, writeStoredZip, type ZipEntry } from '../formats/zip/stored-zip.ts';
import type { Key } from '../store/database.ts';
import { describeFormat } from './package-json.ts';

/** A record of an object store. */
interface BackupRow {
  readonly key: Key;
  readonly value: unknown;
}
type BackupStores = ReadonlyMap<string, readonly BackupRow[]>;

interface Manifest {
  readonly format: string;
  readonly formatVersion: number;
  /** Epoch milliseconds. */
  readonly madeAt: number;
  /** Number of records in each store. */
  readonly stores: Readonly<Record<string, number>>;
  readonly files: Readonly<Record<string, { readonly bytes: number; readonly sha256: string }>>;
}

const format = 'soapstone-backup';
/** Version 1 stores each Blob as a separate part. */
const [formatVersion, readableVersions] = [2, [1, 2]];
const manifestName = 'backup.json';

/** Smaller Blobs share a part, because a cache has hundreds of thousands of tiles. */
const smallBytes = 1024 * 1024;
const packBytes = 16 * 1024 * 1024;
/** Number of records converted to text, and of bytes added to a checksum, between two yields. */
const rowsAtOnce = 1000;
const summedAtOnce = 4 * 1024 * 1024;

/**
 * Write stores into one file: a zip of the records of each store as JSON, their Blobs, and a manifest with the SHA-256
 * of each part. Small Blobs share a part. Only one part at a time is in memory.
 *
 * @param read reads the stores, replacing each value by the result of its parameter
 * @param yieldNow awaited between parts
 */
export async function writeBackup(
  read: (turn: (value: unknown) => unknown) => Promise<BackupStores>,
  madeAt: number,
  yieldNow: () => Promise<void>,
): Promise<Blob> {
  const contents: [name: string, content: Blob][] = [];
  let pack: Blob[] = [];
  let packed = 0;
  const closePack = () => {
    if (pack.length > 0) contents.push([`blobs/${contents.length}`, new Blob(pack)]);
    pack = [];
    packed = 0;
  };
  const keep = (blob: Blob): string => {
    if (blob.size >= smallBytes) {
      closePack();
      contents.push([`blobs/${contents.length}`, blob]);
      return `blobs/${contents.length - 1}`;
    }
    if (packed + blob.size > packBytes) closePack();
    pack.push(blob);
    packed += blob.size;
    return `blobs/${contents.length}:${packed - blob.size}:${blob.size}`;
  };
  const stores = await read((value) => toBackupValue(value, keep));
  closePack();
  const counts: Record<string, number> = {};
  for (const [name, rows] of stores) {
    counts[name] = rows.length;
    const texts: string[] = [];
    for (let start = 0; start < rows.length; start += rowsAtOnce) {
      texts.push((start > 0 ? ',' : '') + JSON.stringify(rows.slice(start, start + rowsAtOnce)).slice(1, -1));
      await yieldNow();
    }
    contents.push([`stores/${name}.json`, new Blob(['[', ...texts, ']'])]);
  }
  const entries: ZipEntry[] = [];
  const files: Record<string, { bytes: number; sha256: string }> = {};
  for (const [name, content] of contents) {
    const bytes = new Uint8Array(await content.arrayBuffer());
    files[name] = { bytes: bytes.length, sha256: await sha256(bytes) };
    let sum = 0;
    for (let start = 0; start < bytes.length; start += summedAtOnce) {
      sum = crc32(bytes.subarray(start, start + summedAtOnce), sum);
      await yieldNow();
    }
    entries.push({ name, content, crc32: sum });
  }
  const manifest: Manifest = { format, formatVersion, madeAt, stores: counts, files };
  const json = new TextEncoder().encode(JSON.stringify(manifest, undefined, 1));
  return writeStoredZip([{ name: manifestName, content: new Blob([json]), crc32: crc32(json) }, ...entries]);
}

/**
 * Read a backup written by `writeBackup`, without trusting it: every part must match its hash, and no part may be
 * missing or added.
 *
 * @throws {Fault} `bad-package` if it isn't a backup or was changed
 */
export async function readBackup(zip: Blob, yieldNow: () => Promise<void>): Promise<BackupStores> {
  const parts = await openStoredZip(zip);
  const manifest = await readManifest(parts.get(manifestName));
  parts.delete(manifestName);
  for (const name of Object.keys(manifest.files))
    if (!parts.has(name)) throw backupFault(`"${name.slice(0, 80)}" is missing`);
  for (const [name, content] of parts) {
    const entry = Object.hasOwn(manifest.files, name) ? manifest.files[name] : undefined;
    if (!entry) throw backupFault(`unexpected file "${name.slice(0, 80)}"`);
    const bytes = new Uint8Array(await content.arrayBuffer());
    if (bytes.length !== entry.bytes || (await sha256(bytes)) !== entry.sha256)
      throw backupFault(`"${name.slice(0, 80)}" was changed`);
    await yieldNow();
  }
  const find = (name: string): Blob => {
    const blob = parts.get(name);
    if (!blob) throw backupFault(`"${name.slice(0, 80)}" is missing`);
    return blob;
  };
  const blobs = makeBlobReader(find);
  const stores = new Map<string, readonly BackupRow[]>();
  for (const [name, count] of Object.entries(manifest.stores)) {
    const plain = await parseJson(find(`stores/${name}.json`));
    if (!Array.isArray(plain) || plain.length !== count)
      throw wrongValue('bad-package', `Backup: store "${name}"`, `a list of ${count}`, describeValue(plain));
    const rows: BackupRow[] = [];
    for (const row of plain) {
      rows.push((await fromBackupValue(row, blobs)) as BackupRow);
      if (rows.length % rowsAtOnce === 0) await yieldNow();
    }
    stores.set(name, rows);
  }
  return stores;
}

/** Return a reader of Blobs by the name of their part, with offset and length if they share it. */
function makeBlobReader(find: (part: string) => Blob): FoundBlobs {
  const blob = (name: string): Blob => {
    const [part = '', start, length] = name.split(':');
    const partBlob = find(part);
    return start === undefined ? partBlob : partBlob.slice(Number(start), Number(start) + Number(length));
  };
  let last: { part: string; bytes: Promise<ArrayBuffer> } | undefined;
  return {
    blob,
    async bytes(name) {
      const [part = '', start, length] = name.split(':');
      if (start === undefined) return blob(name).arrayBuffer();
      // Records are in the order of their parts, so caching the last part reads each part only once.
      if (last?.part !== part) last = { part, bytes: find(part).arrayBuffer() };
      return (await last.bytes).slice(Number(start), Number(start) + Number(length));
    },
  };
}

async function readManifest(content: Blob | undefined): Promise<Manifest> {
  if (!content) throw backupFault(`${manifestName} is missing`);
  const manifest = (await parseJson(content)) as Manifest;
  if (manifest?.format !== format || !readableVersions.includes(manifest.formatVersion))
    throw wrongValue(
      'bad-package',
      'Backup',
      `format "${format}", version ${readableVersions.join(' or ')}`,
      describeFormat(manifest?.format, manifest?.formatVersion),
    );
  if (typeof manifest.files !== 'object' || typeof manifest.stores !== 'object')
    throw backupFault('the list of parts is missing');
  return manifest;
}

async function parseJson(content: Blob): Promise<unknown> {
  try {
    return JSON.parse(await content.text());
  } catch (error) {
    throw backupFault(`not valid JSON: ${reasonOf(error)}`);
  }
}

const backupFault = (problem: string): Fault => new Fault('bad-package', `Backup: ${problem}.`);

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Adds a Blob to the backup and returns its name. */
type KeepBlob = (blob: Blob) => string;
/** Returns the Blobs of a backup by name. Both methods throw if there is none. */
interface FoundBlobs {
  blob(name: string): Blob;
  bytes(name: string): Promise<ArrayBuffer>;
}

const views = {
  Int8Array,
  Uint8Array,
  Uint8ClampedArray,
  Int16Array,
  Uint16Array,
  Int32Array,
  Uint32Array,
  Float32Array,
  Float64Array,
};
type ViewName = keyof typeof views;

/**
 * Convert a stored value to JSON. Dates, bytes, Blobs, maps and sets, objects with names that begin with `$` and absent
 * members survive the conversion.
 */
function toBackupValue(value: unknown, keep: KeepBlob): unknown {
  if (typeof value !== 'object' || value === null) {
    if (typeof value === 'number' && !Number.isFinite(value)) return { $number: String(value) };
    if (typeof value === 'bigint') return { $bigint: String(value) };
    return value;
  }
  if (value instanceof Date) return { $date: value.getTime() };
  if (value instanceof Blob) return { $blob: keep(value), type: value.type };
  if (value instanceof ArrayBuffer) return { $buffer: keep(new Blob([value])) };
  if (ArrayBuffer.isView(value))
    return { $view: value.constructor.name, blob: keep(new Blob([value as Uint8Array<ArrayBuffer>])) };
  if (Array.isArray(value)) return value.map((item) => toBackupValue(item, keep));
  if (value instanceof Map)
    return { $map: [...value].map(([key, item]) => [toBackupValue(key, keep), toBackupValue(item, keep)]) };
  if (value instanceof Set) return { $set: [...value].map((item) => toBackupValue(item, keep)) };
  const members = Object.entries(value).map(([name, member]) => [name, toBackupValue(member, keep)] as const);
  const plain = Object.fromEntries(members);
  return members.some(([name]) => name.startsWith('$')) ? { $object: plain } : plain;
}

/**
 * Convert back the result of `toBackupValue`.
 *
 * @param blobs the Blobs of the backup
 * @throws {Fault} `bad-package` for an unknown kind of bytes or a missing Blob
 */
async function fromBackupValue(value: unknown, blobs: FoundBlobs): Promise<unknown> {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return Promise.all(value.map((item) => fromBackupValue(item, blobs)));
  const marked = value as Record<string, unknown>;
  const mark = Object.keys(marked)[0];
  switch (mark) {
    case '$number':
      return Number(marked.$number);
    case '$bigint':
      return BigInt(String(marked.$bigint));
    case '$date':
      return new Date(Number(marked.$date));
    case '$blob': {
      const blob = blobs.blob(String(marked.$blob));
      return blob.slice(0, blob.size, String(marked.type ?? ''));
    }
    case '$buffer':
      return blobs.bytes(String(marked.$buffer));
    case '$view': {
      const View = views[marked.$view as ViewName];
      if (!View)
        throw wrongValue('bad-package', 'Backup', 'the name of a typed array', quoteValue(String(marked.$view)));
      return new View(await blobs.bytes(String(marked.blob)));
    }
    case '$map':
      return new Map((await fromBackupValue(marked.$map, blobs)) as [unknown, unknown][]);
    case '$set':
      return new Set((await fromBackupValue(marked.$set, blobs)) as unknown[]);
    case '$object':
      return readMembers(marked.$object as Record<string, unknown>, blobs);
    default:
      return readMembers(marked, blobs);
  }
}

async function readMembers(value: Record<string, unknown>, blobs: FoundBlobs): Promise<Record<string, unknown>> {
  const members = await Promise.all(
    Object.entries(value).map(async ([name, member]) => [name, await fromBackupValue(member, blobs)] as const),
  );
  return Object.fromEntries(members);
}

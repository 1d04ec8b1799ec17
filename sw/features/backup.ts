import { Fault } from '../contract/index.ts';
import { fromBackupValue, toBackupValue } from './backup-value.ts';
import { crc32, openStoredZip, storedZip, type ZipEntry } from './stored-zip.ts';

/** A row of a store: its key and what stands there. */
interface BackupRow {
  readonly key: IDBValidKey;
  readonly value: unknown;
}
type BackupStores = ReadonlyMap<string, readonly BackupRow[]>;

interface Manifest {
  readonly format: string;
  readonly formatVersion: number;
  /** Epoch milliseconds. */
  readonly madeAt: number;
  /** How many rows each store has. */
  readonly stores: Readonly<Record<string, number>>;
  readonly files: Readonly<Record<string, { readonly bytes: number; readonly sha256: string }>>;
}

const format = 'soapstone-backup';
const formatVersion = 1;
const manifestName = 'backup.json';

/**
 * Write stores into one file: a zip of the rows of each store as JSON, every Blob as a part of its own, and a manifest with
 * the SHA-256 of each part. One part at a time is read into memory.
 *
 * @param yieldNow awaited between parts
 * @throws {Fault} `too-large` above 4 GiB
 */
export async function writeBackup(stores: BackupStores, madeAt: number, yieldNow: () => Promise<void>): Promise<Blob> {
  const contents: [name: string, content: Blob][] = [];
  const keep = (blob: Blob): string => {
    const name = `blobs/${contents.length}`;
    contents.push([name, blob]);
    return name;
  };
  const counts: Record<string, number> = {};
  for (const [name, rows] of stores) {
    counts[name] = rows.length;
    const plain = rows.map(({ key, value }) => ({ key: toBackupValue(key, keep), value: toBackupValue(value, keep) }));
    contents.push([`stores/${name}.json`, new Blob([JSON.stringify(plain)])]);
  }
  const entries: ZipEntry[] = [];
  const files: Record<string, { bytes: number; sha256: string }> = {};
  for (const [name, content] of contents) {
    const bytes = new Uint8Array(await content.arrayBuffer());
    files[name] = { bytes: bytes.length, sha256: await sha256(bytes) };
    entries.push({ name, content, crc32: crc32(bytes) });
    await yieldNow();
  }
  const manifest: Manifest = { format, formatVersion, madeAt, stores: counts, files };
  const json = new TextEncoder().encode(JSON.stringify(manifest, undefined, 1));
  return storedZip([{ name: manifestName, content: new Blob([json]), crc32: crc32(json) }, ...entries]);
}

/**
 * Read what `writeBackup` wrote, trusting nothing: every part is compared with its hash, and no part may be missing or new.
 *
 * @throws {Fault} `bad-package` when it is no backup or anything in it was changed
 */
export async function readBackup(zip: Blob, yieldNow: () => Promise<void>): Promise<BackupStores> {
  const parts = await openStoredZip(zip);
  const manifest = await readManifest(parts.get(manifestName));
  parts.delete(manifestName);
  for (const name of Object.keys(manifest.files)) if (!parts.has(name)) throw bad(`"${name.slice(0, 80)}" is missing`);
  for (const [name, content] of parts) {
    const told = Object.hasOwn(manifest.files, name) ? manifest.files[name] : undefined;
    if (!told) throw bad(`"${name.slice(0, 80)}" does not belong to it`);
    const bytes = new Uint8Array(await content.arrayBuffer());
    if (bytes.length !== told.bytes || (await sha256(bytes)) !== told.sha256)
      throw bad(`"${name.slice(0, 80)}" was changed`);
    await yieldNow();
  }
  const find = (name: string): Blob => {
    const blob = parts.get(name);
    if (!blob) throw bad(`"${name.slice(0, 80)}" is missing`);
    return blob;
  };
  const stores = new Map<string, readonly BackupRow[]>();
  for (const [name, count] of Object.entries(manifest.stores)) {
    const rows = (await fromBackupValue(await jsonOf(find(`stores/${name}.json`)), find)) as BackupRow[];
    if (!Array.isArray(rows) || rows.length !== count) throw bad(`store ${name.slice(0, 80)} has not ${count} rows`);
    stores.set(name, rows);
  }
  return stores;
}

async function readManifest(content: Blob | undefined): Promise<Manifest> {
  if (!content) throw bad(`${manifestName} is missing`);
  const manifest = (await jsonOf(content)) as Manifest;
  if (manifest?.format !== format || manifest.formatVersion !== formatVersion)
    throw bad(
      `${format} ${formatVersion} expected, ${String(manifest?.format).slice(0, 40)} ${String(manifest?.formatVersion).slice(0, 10)} found`,
    );
  if (typeof manifest.files !== 'object' || typeof manifest.stores !== 'object')
    throw bad('its list of parts is missing');
  return manifest;
}

async function jsonOf(content: Blob): Promise<unknown> {
  try {
    return JSON.parse(await content.text());
  } catch (error) {
    throw bad(`JSON expected: ${error instanceof Error ? error.message : error}`);
  }
}

const bad = (found: string): Fault => new Fault('bad-package', `Backup: ${found}.`);

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

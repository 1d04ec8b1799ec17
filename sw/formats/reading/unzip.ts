import { Inflate } from 'fflate';
import { reasonOf } from '../../contract/index.ts';
import { crc32 } from '../zip/crc32.ts';
import { readZipDirectory, startOfEntry, type ZipListing } from '../zip/zip-directory.ts';
import { readFault } from './diagnostic.ts';
import { joinedBytes } from './joined-bytes.ts';
import { ReadFault } from './read-fault.ts';
import { type Progress, readSlice, type SourceFile, sizeOf } from './source-table.ts';

export interface UnzipLimits {
  /** Of all entries together. */
  readonly bytes: number;
  readonly entries: number;
  /** Unpacked to packed, looked at after the first megabyte of an entry. */
  readonly ratio: number;
}
export const unzipLimits: UnzipLimits = { bytes: 1 << 30, entries: 2000, ratio: 200 };

const chunkBytes = 1 << 20;
/** Unpacked at a time: at most a thousand times as much comes out before it is counted. */
const pieceBytes = 1 << 13;
const [stored, deflated] = [0, 8];

/**
 * List the files of a zip by their names: folders and hidden files of archivers are left out. Of files of one name the last
 * counts.
 *
 * @throws {Fault} `bad-package` when the zip is damaged or an entry would leave its folder, `too-large` past the limit of entries
 */
export async function listZip(file: SourceFile, limits: UnzipLimits = unzipLimits): Promise<Map<string, ZipListing>> {
  const read = (start: number, end: number) => readSlice(file, start, end);
  let listed: ZipListing[];
  try {
    listed = await readZipDirectory(read, sizeOf(file), limits.entries);
  } catch (error) {
    const [first, second] = await read(0, 2);
    if (first !== 0x50 || second !== 0x4b) throw readFault('bad-package', 'noZip', file.name);
    throw readFault('bad-package', 'badZip', file.name, reasonOf(error));
  }
  if (listed.length > limits.entries) throw readFault('too-large', 'zipEntries', file.name, limits.entries);
  const files = new Map<string, ZipListing>();
  for (const entry of listed) {
    // macOS writes letters and their marks apart.
    const name = entry.name.normalize('NFC');
    if (/(?:^|[\\/])\.\.(?:[\\/]|$)|^[\\/]|^[A-Za-z]:/.test(name))
      throw readFault('bad-package', 'zipLeaves', file.name, name);
    if (!/(?:^|\/)(?:__MACOSX\/|\.)/.test(name) && !name.endsWith('/')) files.set(name, entry);
  }
  return files;
}

/**
 * Unpack the requested files of a zip. The sizes it declares are not believed: what comes out is counted.
 *
 * @param requested tells by name which files are unpacked
 * @throws {Fault} as `listZip`; `bad-package` when a file is damaged, `not-supported` when it is encrypted or of a rare
 *   method, `too-large` past a limit
 */
export async function unzipFile(
  file: SourceFile,
  requested: (name: string) => boolean,
  onProgress?: Progress,
  signal?: AbortSignal,
  limits: UnzipLimits = unzipLimits,
): Promise<Map<string, Uint8Array>> {
  const chosen = [...(await listZip(file, limits))].filter(([name]) => requested(name));
  const packed = chosen.reduce((sum, [, { packedBytes }]) => sum + packedBytes, 0);
  // Files that are laid over each other would make much of little.
  if (packed > sizeOf(file)) throw readFault('bad-package', 'badZip', file.name, 'its files overlap');
  const files = new Map<string, Uint8Array>();
  let total = 0;
  let done = 0;
  for (const [name, entry] of chosen) {
    if (entry.isEncrypted) throw readFault('not-supported', 'zipEncrypted', file.name, name);
    if (entry.method !== stored && entry.method !== deflated)
      throw readFault('not-supported', 'zipMethod', file.name, name, entry.method);
    const chunks: Uint8Array[] = [];
    let size = 0;
    let checksum = 0;
    const most = Math.min(limits.bytes - total, Math.max(1 << 20, entry.packedBytes * limits.ratio));
    const take = (chunk: Uint8Array): void => {
      size += chunk.length;
      total += chunk.length;
      // The entry says how large it is, if it says the truth.
      if (size > most)
        throw readFault('too-large', 'zipTooLarge', file.name, name, most, Math.max(size, entry.plainBytes));
      checksum = crc32(chunk, checksum);
      chunks.push(chunk);
    };
    try {
      await unpack(file, entry, take, (bytes) => {
        signal?.throwIfAborted();
        done += bytes;
        onProgress?.(done / packed);
      });
    } catch (error) {
      if (error instanceof ReadFault || signal?.aborted) throw error;
      throw readFault('bad-package', 'zipDamaged', file.name, name, reasonOf(error));
    }
    if (size !== entry.plainBytes || checksum !== entry.crc32)
      throw readFault('bad-package', 'zipDamaged', file.name, name, 'its checksum differs');
    files.set(name, joinedBytes(chunks));
  }
  return files;
}

/** Unpack one file of a zip in pieces. @throws {Error} when it is damaged; what `take` and `onRead` throw */
async function unpack(
  file: SourceFile,
  entry: ZipListing,
  take: (chunk: Uint8Array) => void,
  onRead: (bytes: number) => void,
): Promise<void> {
  const start = await startOfEntry((from, to) => readSlice(file, from, to), sizeOf(file), entry);
  const end = start + entry.packedBytes;
  const inflate = entry.method === deflated ? new Inflate(take) : undefined;
  for (let at = start; at < end; at += chunkBytes) {
    const chunk = await readSlice(file, at, Math.min(end, at + chunkBytes));
    onRead(chunk.length);
    if (!inflate) take(chunk);
    else
      for (let from = 0; from < chunk.length; from += pieceBytes)
        inflate.push(chunk.subarray(from, from + pieceBytes), at + from + pieceBytes >= end);
  }
}

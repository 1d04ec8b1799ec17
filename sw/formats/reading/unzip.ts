import { Inflate } from 'fflate';
import { reasonOf } from '../../contract/index.ts';
import { crc32 } from '../zip/crc32.ts';
import { findEntryStart, readZipDirectory, type ZipListing } from '../zip/zip-directory.ts';
import { concatBytes } from './concat-bytes.ts';
import { readFault } from './diagnostic.ts';
import { ReadFault } from './read-fault.ts';
import { type Progress, readSlice, type SourceFile, sizeOf } from './source-table.ts';

export interface UnzipLimits {
  /** Maximum unpacked bytes of all entries together. */
  readonly bytes: number;
  readonly entries: number;
  /** Maximum ratio of unpacked to packed bytes, checked after the first megabyte of an entry. */
  readonly ratio: number;
}
export const unzipLimits: UnzipLimits = { bytes: 1 << 30, entries: 2000, ratio: 200 };

const chunkBytes = 1 << 20;
/** Packed bytes inflated per step. A step returns at most a thousand times as much before it is counted. */
const pieceBytes = 1 << 13;
const [stored, deflated] = [0, 8];

/**
 * List the files of a zip by name, without folders and the hidden files of archivers. If several have the same name,
 * the last one counts.
 *
 * @throws {Fault} `bad-package` if the zip is damaged or an entry would leave its folder, `too-large` above the limit
 *   of entries
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
    // macOS writes letters and their accents separately.
    const name = entry.name.normalize('NFC');
    if (/(?:^|[\\/])\.\.(?:[\\/]|$)|^[\\/]|^[A-Za-z]:/.test(name))
      throw readFault('bad-package', 'zipLeaves', file.name, name);
    if (!/(?:^|\/)(?:__MACOSX\/|\.)/.test(name) && !name.endsWith('/')) files.set(name, entry);
  }
  return files;
}

/**
 * Unpack the requested files of a zip. The unpacked bytes are counted, because the declared sizes may be wrong.
 *
 * @param requested returns whether to unpack the file with this name
 * @throws {Fault} like `listZip`; `bad-package` if a file is damaged, `not-supported` if it is encrypted or uses a rare
 *   method, `too-large` above a limit
 */
export async function unzipFile(
  file: SourceFile,
  requested: (name: string) => boolean,
  onProgress?: Progress,
  signal?: AbortSignal,
  limits: UnzipLimits = unzipLimits,
): Promise<Map<string, Uint8Array>> {
  const requestedEntries = [...(await listZip(file, limits))].filter(([name]) => requested(name));
  const packed = requestedEntries.reduce((sum, [, { packedBytes }]) => sum + packedBytes, 0);
  // With overlapping files, a small zip could unpack to a huge size.
  if (packed > sizeOf(file)) throw readFault('bad-package', 'badZip', file.name, 'its files overlap');
  const files = new Map<string, Uint8Array>();
  let total = 0;
  let done = 0;
  for (const [name, entry] of requestedEntries) {
    if (entry.isEncrypted) throw readFault('not-supported', 'zipEncrypted', file.name, name);
    if (entry.method !== stored && entry.method !== deflated)
      throw readFault('not-supported', 'zipMethod', file.name, name, entry.method);
    const chunks: Uint8Array[] = [];
    let size = 0;
    let checksum = 0;
    const maxBytes = Math.min(limits.bytes - total, Math.max(1 << 20, entry.packedBytes * limits.ratio));
    const take = (chunk: Uint8Array): void => {
      size += chunk.length;
      total += chunk.length;
      // Report the declared size, unless more was already unpacked.
      if (size > maxBytes)
        throw readFault('too-large', 'zipTooLarge', file.name, name, maxBytes, Math.max(size, entry.plainBytes));
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
    files.set(name, concatBytes(chunks));
  }
  return files;
}

/** Unpack one file of a zip in pieces. @throws {Error} if it is damaged; errors of `take` and `onRead` */
async function unpack(
  file: SourceFile,
  entry: ZipListing,
  take: (chunk: Uint8Array) => void,
  onRead: (bytes: number) => void,
): Promise<void> {
  const start = await findEntryStart((from, to) => readSlice(file, from, to), sizeOf(file), entry);
  const end = start + entry.packedBytes;
  const inflate = entry.method === deflated ? new Inflate(take) : undefined;
  for (let offset = start; offset < end; offset += chunkBytes) {
    const chunk = await readSlice(file, offset, Math.min(end, offset + chunkBytes));
    onRead(chunk.length);
    if (!inflate) take(chunk);
    else
      for (let from = 0; from < chunk.length; from += pieceBytes)
        inflate.push(chunk.subarray(from, from + pieceBytes), offset + from + pieceBytes >= end);
  }
}

import { Unzip, UnzipInflate } from 'fflate';
import { ReadFault, readFault } from '../diagnostic.ts';
import { joinedBytes } from '../joined-bytes.ts';
import { type Progress, readSlice, type SourceFile, sizeOf } from '../source-table.ts';

export interface UnzipLimits {
  /** Of all entries together. */
  readonly bytes: number;
  readonly entries: number;
  /** Unpacked to packed, looked at after the first megabyte of an entry. */
  readonly ratio: number;
}
export const unzipLimits: UnzipLimits = { bytes: 1 << 30, entries: 2000, ratio: 200 };

const chunkBytes = 1 << 20;
/**
 * Unpacked at a time: at most a thousand times as much comes out before it is counted, and the reader calls itself once for
 * each entry inside.
 */
const pieceBytes = 1 << 13;

/**
 * Unpack the wanted entries of a zip. The sizes it declares are not believed: what comes out is counted.
 *
 * @param requested tells by name which entries are unpacked; folders and hidden files of archivers never are
 * @throws {Fault} `bad-package` when the zip is damaged or an entry would leave its folder, `too-large` past a limit
 */
export async function unzipFile(
  file: SourceFile,
  requested: (name: string) => boolean,
  onProgress?: Progress,
  signal?: AbortSignal,
  limits: UnzipLimits = unzipLimits,
): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  const open = new Set<string>();
  let entries = 0;
  let total = 0;
  let fault: Error | undefined;
  const unzip = new Unzip((entry) => {
    if (++entries > limits.entries) fault ??= readFault('too-large', 'zipEntries', file.name, limits.entries);
    if (/(?:^|[\\/])\.\.(?:[\\/]|$)|^[\\/]|^[A-Za-z]:/.test(entry.name)) {
      fault ??= readFault('bad-package', 'zipLeaves', file.name, entry.name);
    }
    const hidden = /(?:^|\/)(?:__MACOSX\/|\.)/.test(entry.name) || entry.name.endsWith('/');
    if (fault || hidden || !requested(entry.name)) return;
    const chunks: Uint8Array[] = [];
    let size = 0;
    open.add(entry.name);
    entry.ondata = (error, chunk, last) => {
      if (fault) return;
      if (error) {
        fault = readFault('bad-package', 'zipDamaged', file.name, entry.name, error.message);
        return;
      }
      chunks.push(chunk);
      size += chunk.length;
      total += chunk.length;
      const packed = entry.size ?? sizeOf(file);
      if (total > limits.bytes || (size > 1 << 20 && size > packed * limits.ratio)) {
        fault = readFault('too-large', 'zipTooLarge', file.name, entry.name);
        entry.terminate();
      }
      if (last) {
        open.delete(entry.name);
        files.set(entry.name, joinedBytes(chunks));
      }
    };
    entry.start();
  });
  unzip.register(UnzipInflate);
  const bytes = sizeOf(file);
  for (let at = 0; at < bytes; at += chunkBytes) {
    signal?.throwIfAborted();
    const chunk = await readSlice(file, at, Math.min(bytes, at + chunkBytes));
    if (at === 0 && !(chunk[0] === 0x50 && chunk[1] === 0x4b)) {
      throw readFault('bad-package', 'noZip', file.name);
    }
    for (let from = 0; from < chunk.length; from += pieceBytes) {
      const piece = chunk.subarray(from, from + pieceBytes);
      push(unzip, piece, at + from + pieceBytes >= bytes, file.name);
      if (fault) throw fault;
    }
    onProgress?.(Math.min(1, (at + chunkBytes) / bytes));
  }
  for (const name of open) throw readFault('bad-package', 'zipCut', file.name, name);
  return files;
}

function push(unzip: Unzip, chunk: Uint8Array, last: boolean, fileName: string): void {
  try {
    unzip.push(chunk, last);
  } catch (error) {
    if (error instanceof ReadFault) throw error;
    throw readFault('bad-package', 'badZip', fileName, (error as Error).message);
  }
}

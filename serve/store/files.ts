import { randomBytes } from 'node:crypto';
import { mkdirSync, openAsBlob } from 'node:fs';
import { link, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Fault } from '../../sw/contract/fault.ts';
import type { FileStore } from './engine.ts';

/** Number of bytes to copy at a time. */
const sliceBytes = 1024 * 1024;
/** Suffix for the name of a file whose bytes aren't complete. */
const partSuffix = '.part';

/**
 * Open the folder that stores each Blob as one file. A file never changes, so that a Blob can read it while others
 * replace the row.
 */
export async function openFiles(folder: string): Promise<FileStore> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  /** Files of the Blobs that were opened, to store them again without reading their bytes. */
  const opened = new WeakMap<Blob, string>();
  const pathOf = (id: string) => join(folder, id);

  return {
    async write(blob) {
      const id = newId();
      try {
        const source = opened.get(blob);
        if (source !== undefined) await link(pathOf(source), pathOf(id));
        else await writeFile(pathOf(id), readSlices(blob));
        await syncFolder(folder);
      } catch (error) {
        throw asQuotaError(error);
      }
      return id;
    },
    async open({ id, type, size }) {
      try {
        const blob = await openAsBlob(pathOf(id), { type });
        if (blob.size !== size) throw new Error(`It has ${blob.size} bytes instead of ${size}.`);
        opened.set(blob, id);
        return blob;
      } catch (error) {
        throw new Fault(
          'storage-failed',
          `File ${id} of the data folder is missing or damaged. Restore a backup.`,
          {},
          { cause: error },
        );
      }
    },
    async list(before) {
      const names = await readdir(folder);
      return names.filter((name) => writtenAt(name) < before);
    },
    delete: (id) => rm(pathOf(id), { force: true }),
  };
}

/** Make a new ID, which starts with the time. */
const newId = (): string => `${Date.now().toString(36)}-${randomBytes(12).toString('hex')}`;

/** Return the time in an ID; Infinity for files that aren't ours. */
export function writtenAt(name: string): number {
  const time = /^([0-9a-z]{8})-[0-9a-f]{24}(\.part)?$/.exec(name)?.[1];
  return time === undefined ? Number.POSITIVE_INFINITY : Number.parseInt(time, 36);
}

/**
 * Write a file whose bytes are on the disk before it gets its name. Others may write the same file at the same time.
 */
export async function writeFile(path: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  const part = join(dirname(path), newId() + partSuffix);
  try {
    const file = await open(part, 'wx', 0o600);
    try {
      for await (const chunk of chunks) await writeAll(file, chunk);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    throw asQuotaError(error);
  }
}

/** Read a Blob in slices. Its stream is slower, because it returns each of the small chunks that the Blob was made of. */
async function* readSlices(blob: Blob): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < blob.size; start += sliceBytes)
    yield new Uint8Array(await blob.slice(start, start + sliceBytes).arrayBuffer());
}

/** Write a whole chunk; a single call may write less. */
async function writeAll(file: Awaited<ReturnType<typeof open>>, chunk: Uint8Array): Promise<void> {
  for (let offset = 0; offset < chunk.length; ) offset += (await file.write(chunk, offset)).bytesWritten;
}

/** Make the names in a folder durable. Windows can't open folders, and doesn't need this. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const fullDisk = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

function asQuotaError(error: unknown): unknown {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  return fullDisk.has(code) ? new DOMException('The disk of the data folder is full.', 'QuotaExceededError') : error;
}

import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { Fault } from '../../sw/contract/fault.ts';
import type { FileStore } from './engine.ts';
import { openFiles, writeFile, writtenAt } from './files.ts';
import { query, type Statement } from './postgres-connections.ts';

/** CockroachDB advises against much larger rows. */
const chunkBytes = 256 * 1024;

const statements = {
  add: {
    name: 'add-file',
    text: 'insert into soapstone_files (id, size, written_at) values ($1, $2, $3) on conflict (id) do nothing',
  },
  addChunk: {
    name: 'add-chunk',
    text: 'insert into soapstone_chunks (id, part, bytes) values ($1, $2, $3) on conflict (id, part) do nothing',
  },
  size: { name: 'file-size', text: 'select size from soapstone_files where id = $1' },
  chunk: { name: 'chunk', text: 'select bytes from soapstone_chunks where id = $1 and part = $2' },
  list: { name: 'list-files', text: 'select id from soapstone_files where written_at < $1' },
  deleteChunks: { name: 'delete-chunks', text: 'delete from soapstone_chunks where id = $1' },
  delete: { name: 'delete-file', text: 'delete from soapstone_files where id = $1' },
} as const satisfies Record<string, Statement>;

/**
 * Open the files that are stored in PostgreSQL as rows of 256 KiB.
 *
 * Files never change. Those that were written or opened here are also in a folder, from which Blobs read them.
 */
export async function openPostgresFiles(pool: Pool, folder: string): Promise<FileStore> {
  const cache = await openFiles(folder);
  const downloads = new Map<string, Promise<void>>();

  /** Copy a file to the folder unless it is there. Callers at the same time share the download. */
  const assureCached = async (id: string): Promise<void> => {
    const path = join(folder, id);
    if (await exists(path)) return;
    const download = downloads.get(id) ?? writeFile(path, readChunks(pool, id)).finally(() => downloads.delete(id));
    downloads.set(id, download);
    await download;
  };

  return {
    async write(blob) {
      const id = await cache.write(blob);
      try {
        await query(pool, statements.add, [id, blob.size, writtenAt(id)]);
        const copy = await cache.open({ id, type: '', size: blob.size });
        for (let part = 0; part * chunkBytes < copy.size; part++) {
          const bytes = await copy.slice(part * chunkBytes, (part + 1) * chunkBytes).arrayBuffer();
          await query(pool, statements.addChunk, [id, part, new Uint8Array(bytes)]);
        }
      } catch (error) {
        await cache.delete(id);
        throw error;
      }
      return id;
    },
    async open(file) {
      await assureCached(file.id);
      try {
        return await cache.open(file);
      } catch {
        // The copy is damaged or has just been deleted.
        await cache.delete(file.id);
        await assureCached(file.id);
        return cache.open(file);
      }
    },
    async list(before) {
      const rows = await query<string>(pool, statements.list, [before]);
      // Another process may have deleted a file whose copy is still here.
      return [...new Set([...rows.map(([id]) => id!), ...(await cache.list(before))])];
    },
    async delete(id) {
      await query(pool, statements.deleteChunks, [id]);
      await query(pool, statements.delete, [id]);
      await cache.delete(id);
    },
  };
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** Read the bytes of a file. @throws {Fault} `storage-failed` if some are missing */
async function* readChunks(pool: Pool, id: string): AsyncGenerator<Uint8Array> {
  const [file] = await query<string>(pool, statements.size, [id]);
  const missing = new Fault('storage-failed', `File ${id} of the database is incomplete. Restore a backup.`);
  if (file === undefined) throw missing;
  let left = Number(file[0]);
  for (let part = 0; left > 0; part++) {
    const [row] = await query(pool, statements.chunk, [id, part]);
    if (row === undefined) throw missing;
    yield row[0]!;
    left -= row[0]!.length;
  }
}

import { openAsBlob } from 'node:fs';
import type { MadePackage } from '../../../src/publish/import/make-package.ts';
import { createPublisherHandlers } from '../../../src/publish/import/publisher-handlers.ts';
import { type CallPort, serveCalls } from '../../../src/worker-calls.ts';
import type { SourceFile } from '../../../sw/formats/reading/source-table.ts';
import type { FileToRead } from './file-to-read.ts';
import * as codec from './image-codec.ts';

/** Serve the reader of files in this thread. */
export function serveReader(port: CallPort): void {
  /** Paths of the open files, because file-backed Blobs can't be sent to another thread. */
  const paths = new Map<Blob, string>();
  const open = async ({ name, path }: FileToRead): Promise<SourceFile> => {
    const bytes = await openFile(path);
    paths.set(bytes, path);
    return { name, bytes };
  };
  const handlers = createPublisherHandlers(codec, open);
  const make = async (...parameters: Parameters<typeof handlers.make>) => {
    const made: MadePackage = await handlers.make(...parameters);
    const path = made.tiles && paths.get(made.tiles.archive);
    return path === undefined ? made : { ...made, tiles: { ...made.tiles, archive: path } };
  };
  serveCalls({ ...handlers, make }, port);
}

/** Open a file as a Blob. @throws {DOMException} `NotFoundError` if it doesn't exist, like in a browser */
async function openFile(path: string): Promise<Blob> {
  try {
    return await openAsBlob(path);
  } catch {
    throw new DOMException(`${path} can't be opened.`, 'NotFoundError');
  }
}

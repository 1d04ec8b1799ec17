import type { FileElsewhere } from '../manifest.ts';
import { sourceFault } from './range-reader.ts';

/** The part of `FileSystemFileHandle` that is used. */
export interface LocalHandle {
  getFile(): Promise<LocalFile>;
}

/** The part of `File` that is used. */
interface LocalFile {
  readonly size: number;
  /** Epoch milliseconds. */
  readonly lastModified: number;
  slice(start: number, end: number): { arrayBuffer(): Promise<ArrayBuffer> };
}

/** The handle of a file on this computer by its address; undefined where this browser has none. */
export type HandleOf = (address: string) => Promise<LocalHandle | undefined>;

/**
 * Find the file on this computer that an address means, as it is now.
 *
 * @throws {Fault} `source-failed`: `locked` when it has to be opened once by a person, or `missing`
 */
export async function openLocal(address: string, handleOf?: HandleOf): Promise<FileElsewhere & { file: LocalFile }> {
  const locked = (why: string, cause?: unknown) => sourceFault(address, 'locked', `${why} Open the file once.`, cause);
  const handle = await handleOf?.(address);
  if (!handle) throw locked('this browser does not know the file on this computer.');
  try {
    const file = await handle.getFile();
    return { address, sizeBytes: file.size, version: `modified:${file.lastModified}`, file };
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    if (name === 'NotAllowedError') throw locked('the browser asks for permission to read it again.', error);
    if (name === 'NotFoundError') throw sourceFault(address, 'missing', 'the file was moved or deleted.', error);
    throw sourceFault(address, 'in-use', `the file cannot be read at the moment (${name || error}).`, error);
  }
}

/**
 * Read a run of bytes of a file on this computer.
 *
 * @throws {Fault} `source-failed`, `changed` when it is another content by now
 */
export async function readLocal(
  { address, sizeBytes, version }: FileElsewhere,
  handleOf: HandleOf | undefined,
  offset: number,
  length: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const found = await openLocal(address, handleOf);
  if (found.version !== version || found.sizeBytes !== sizeBytes)
    throw sourceFault(address, 'changed', 'the file has changed since it was published. Publish it again.');
  try {
    return new Uint8Array(await found.file.slice(offset, offset + length).arrayBuffer());
  } catch (error) {
    // Somebody writes to it, or has it locked.
    throw sourceFault(address, 'in-use', 'the file cannot be read at the moment.', error);
  }
}

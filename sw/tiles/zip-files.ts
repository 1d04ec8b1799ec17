import { Zip, ZipPassThrough } from 'fflate';
import { Fault } from '../contract/index.ts';

/** What one zip may hold here: beyond it another form of zip begins, which many programs do not read. */
const maximumBytes = 4_000_000_000;
const chunkBytes = 4 * 1024 * 1024;

/**
 * Put files into a zip, not compressed: pictures are compressed already. No file is in memory as a whole.
 *
 * @throws {Fault} `too-large` past 4 GB
 */
export async function zipFiles(files: AsyncIterable<readonly [name: string, file: Blob]>): Promise<Blob> {
  const parts: Blob[] = [];
  let failure: Error | undefined;
  const zip = new Zip((error, chunk) => {
    failure ??= error ?? undefined;
    if (chunk) parts.push(new Blob([chunk as Uint8Array<ArrayBuffer>]));
  });
  let bytes = 0;
  for await (const [name, file] of files) {
    bytes += file.size;
    if (bytes > maximumBytes)
      throw new Fault('too-large', `Zip: at most ${maximumBytes} bytes expected, more found. Export fewer levels.`);
    const entry = new ZipPassThrough(name);
    entry.mtime = '2000-01-01T00:00:00Z';
    zip.add(entry);
    for (let at = 0; at < file.size; at += chunkBytes) {
      const chunk = new Uint8Array(await file.slice(at, at + chunkBytes).arrayBuffer());
      entry.push(chunk, at + chunkBytes >= file.size);
    }
    if (file.size === 0) entry.push(new Uint8Array(), true);
  }
  zip.end();
  if (failure) throw failure;
  return new Blob(parts, { type: 'application/zip' });
}

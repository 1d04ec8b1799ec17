import { writeStoredZip } from './stored-zip.ts';

/** Deflated bytes with the values for their zip header. */
interface Deflated {
  readonly content: Blob;
  readonly crc32: number;
  readonly plainBytes: number;
}

/** Lengths of a gzip header without a name, and of the trailer with checksum and size. */
const [headBytes, endBytes] = [10, 8];

/**
 * Deflate text in UTF-8, or bytes. Each piece is read after the previous one was compressed, so only the output is in
 * memory. The platform makes a gzip, whose trailer also has the checksum for a zip.
 *
 * @see RFC 1952
 */
export async function deflate(pieces: AsyncIterable<string | Uint8Array<ArrayBuffer>>): Promise<Deflated> {
  const { readable, writable } = new CompressionStream('gzip');
  const out = new Response(readable).blob();
  const writer = writable.getWriter();
  const encoder = new TextEncoder();
  let plainBytes = 0;
  try {
    for await (const piece of pieces) {
      const bytes = typeof piece === 'string' ? encoder.encode(piece) : piece;
      plainBytes += bytes.length;
      await writer.write(bytes);
    }
    await writer.close();
  } catch (error) {
    out.catch(() => undefined);
    await writer.abort(error).catch(() => undefined);
    throw error;
  }
  const zipped = await out;
  const end = new DataView(await zipped.slice(-endBytes).arrayBuffer());
  return { content: zipped.slice(headBytes, -endBytes), crc32: end.getUint32(0, true), plainBytes };
}

const pieceBytes = 2 ** 20;

async function* readPieces(file: Blob): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (let offset = 0; offset < file.size; offset += pieceBytes)
    yield new Uint8Array(await file.slice(offset, offset + pieceBytes).arrayBuffer());
}

/** Put files into a zip, deflating one after the other. */
export async function writeDeflatedZip(files: readonly (readonly [name: string, content: Blob])[]): Promise<Blob> {
  const entries = [];
  for (const [name, content] of files) entries.push({ name, ...(await deflate(readPieces(content))) });
  return writeStoredZip(entries);
}

/** Deflated bytes with the values of their zip header. */
interface Deflated {
  readonly content: Blob;
  readonly crc32: number;
  readonly plainBytes: number;
}

/** Of a gzip without a name, and of its end: checksum and size. */
const [headBytes, endBytes] = [10, 8];

/**
 * Deflate texts in UTF-8 one after the other, each when the one before has been taken, so that only what comes out is kept.
 * The platform makes a gzip, whose end has the checksum that a zip wants as well.
 *
 * @see RFC 1952
 */
export async function deflate(texts: AsyncIterable<string>): Promise<Deflated> {
  const { readable, writable } = new CompressionStream('gzip');
  const out = new Response(readable).blob();
  const writer = writable.getWriter();
  const encoder = new TextEncoder();
  let plainBytes = 0;
  try {
    for await (const text of texts) {
      const bytes = encoder.encode(text);
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

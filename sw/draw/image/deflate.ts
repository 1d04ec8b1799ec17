/**
 * Compress in the zlib format (RFC 1950), as PNG, TIFF and PDF want it.
 *
 * `CompressionStream` is taken from the language's surroundings like `TextEncoder`: every host has the same one, and it
 * leaves the thread free.
 */
export async function deflate(parts: readonly Uint8Array[]): Promise<Uint8Array<ArrayBuffer>> {
  const source = new Blob(parts as Uint8Array<ArrayBuffer>[]);
  const compressed = source.stream().pipeThrough(new CompressionStream('deflate'));
  return new Uint8Array(await new Response(compressed).arrayBuffer());
}

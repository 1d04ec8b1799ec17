/**
 * Compress parts into one zlib stream (RFC 1950), as required by PNG, TIFF and PDF.
 *
 * `CompressionStream` is available in every host and doesn't block the thread.
 */
export async function deflate(parts: readonly Uint8Array[]): Promise<Uint8Array<ArrayBuffer>> {
  const source = new Blob(parts as Uint8Array<ArrayBuffer>[]);
  const compressed = source.stream().pipeThrough(new CompressionStream('deflate'));
  return new Uint8Array(await new Response(compressed).arrayBuffer());
}

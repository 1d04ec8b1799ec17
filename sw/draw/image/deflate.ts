/**
 * Compress in the zlib format (RFC 1950), as PNG, TIFF and PDF require.
 *
 * `CompressionStream`, like `TextEncoder`, is the same in every host, and it does not block the thread.
 */
export async function deflate(parts: readonly Uint8Array[]): Promise<Uint8Array<ArrayBuffer>> {
  const source = new Blob(parts as Uint8Array<ArrayBuffer>[]);
  const compressed = source.stream().pipeThrough(new CompressionStream('deflate'));
  return new Uint8Array(await new Response(compressed).arrayBuffer());
}

/** Find the MIME type of a picture by its first bytes; PNG when it is none of the common ones. */
export function contentTypeOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return 'image/jpeg';
  if (bytes[0] === 0x47 && bytes[1] === 0x49) return 'image/gif';
  if (bytes[0] === 0x42 && bytes[1] === 0x4d) return 'image/bmp';
  if (bytes[0] === 0x3c) return 'image/svg+xml';
  return 'image/png';
}

/** Width divided by height of a PNG; 1 for other files. */
export function proportionsOf(bytes: Uint8Array | undefined): number {
  if (!bytes || bytes.length < 24 || bytes[0] !== 0x89) return 1;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return view.getUint32(16) / (view.getUint32(20) || 1);
}

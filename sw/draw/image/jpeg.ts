/**
 * Write the resolution into a JPEG (JFIF 1.02): in its first segment, or in a new one.
 *
 * @param jpeg may be changed
 */
export function withJpegResolution(jpeg: Uint8Array<ArrayBuffer>, dotsPerInch: number): Uint8Array<ArrayBuffer> {
  const hasSegment = jpeg[2] === 0xff && jpeg[3] === 0xe0;
  const file = hasSegment ? jpeg : new Uint8Array(jpeg.length + 18);
  if (!hasSegment) {
    // "JFIF", version 1.2, no thumbnail.
    file.set([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1, 2]);
    file.set(jpeg.subarray(2), 20);
  }
  const density = Math.round(dotsPerInch);
  // The unit 1 is dots per inch, across and down.
  file.set([1, density >> 8, density & 255, density >> 8, density & 255], 13);
  return file;
}

const fileHeaderBytes = 14;
const infoHeaderBytes = 40;
const alphaHeaderBytes = 108;

/**
 * Write a BMP file. Opaque images have 24 bits per pixel, others 32 with alpha (BITMAPV4HEADER).
 *
 * With `hasFileHeader` false, the result is a device-independent bitmap without the first 14 bytes, as used by
 * clipboards and metafiles.
 */
export function encodeBmp(
  rgba: Uint8ClampedArray,
  widthPx: number,
  heightPx: number,
  options: { readonly dotsPerInch: number; readonly isOpaque: boolean; readonly hasFileHeader: boolean },
): Uint8Array<ArrayBuffer> {
  const { dotsPerInch, isOpaque, hasFileHeader } = options;
  const headerBytes = isOpaque ? infoHeaderBytes : alphaHeaderBytes;
  const start = hasFileHeader ? fileHeaderBytes : 0;
  const lineBytes = isOpaque ? Math.ceil((widthPx * 3) / 4) * 4 : widthPx * 4;
  const bytes = new Uint8Array(start + headerBytes + lineBytes * heightPx);
  const view = new DataView(bytes.buffer);
  if (hasFileHeader) {
    view.setUint16(0, 0x424d);
    view.setUint32(2, bytes.length, true);
    view.setUint32(10, start + headerBytes, true);
  }
  view.setUint32(start, headerBytes, true);
  view.setInt32(start + 4, widthPx, true);
  view.setInt32(start + 8, heightPx, true);
  view.setUint16(start + 12, 1, true);
  view.setUint16(start + 14, isOpaque ? 24 : 32, true);
  view.setUint32(start + 20, lineBytes * heightPx, true);
  const pixelsPerMeter = Math.round(dotsPerInch / 0.0254);
  view.setInt32(start + 24, pixelsPerMeter, true);
  view.setInt32(start + 28, pixelsPerMeter, true);
  if (!isOpaque) {
    // BI_BITFIELDS with the masks of red, green, blue and alpha. The color space is sRGB.
    view.setUint32(start + 16, 3, true);
    for (const [i, mask] of [0xff0000, 0xff00, 0xff, 0xff000000].entries())
      view.setUint32(start + 40 + 4 * i, mask, true);
    view.setUint32(start + 56, 0x73524742, true);
  }
  const step = isOpaque ? 3 : 4;
  for (let line = 0; line < heightPx; line++) {
    // Rows are stored bottom-up.
    let offset = start + headerBytes + (heightPx - 1 - line) * lineBytes;
    for (let i = line * widthPx * 4, end = i + widthPx * 4; i < end; i += 4, offset += step) {
      bytes[offset] = rgba[i + 2]!;
      bytes[offset + 1] = rgba[i + 1]!;
      bytes[offset + 2] = rgba[i]!;
      if (!isOpaque) bytes[offset + 3] = rgba[i + 3]!;
    }
  }
  return bytes;
}

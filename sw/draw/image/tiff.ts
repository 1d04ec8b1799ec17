import { deflate } from './deflate.ts';
import { type GeoPlacement, geoTags } from './geo-tags.ts';
import { type Tag, writeTiffDirectory } from './tiff-tags.ts';

/** Approximate strip size. The specification recommends small strips for readers with little memory. */
const stripBytes = 1 << 18;

interface TiffOptions {
  readonly dotsPerInch: number;
  readonly isOpaque: boolean;
  /** Georeference; undefined for images that aren't maps. */
  readonly geo?: GeoPlacement;
}

/**
 * Write a TIFF 6.0 file with its resolution, and with GeoTIFF 1.1 keys for maps. Strips of RGB are deflated with
 * horizontal differencing. Images that aren't opaque have alpha as an extra sample.
 *
 * @param rgba not premultiplied
 */
export async function encodeTiff(
  rgba: Uint8ClampedArray,
  widthPx: number,
  heightPx: number,
  { dotsPerInch, isOpaque, geo }: TiffOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  const samples = isOpaque ? 3 : 4;
  const linesPerStrip = Math.max(1, Math.floor(stripBytes / (widthPx * samples)));
  const strips: Uint8Array[] = [];
  for (let line = 0; line < heightPx; line += linesPerStrip) {
    const lines = Math.min(linesPerStrip, heightPx - line);
    strips.push(await deflate([differences(rgba, widthPx, line, lines, samples)]));
  }
  const start = 8;
  const offsets: number[] = [];
  let offset = start;
  for (const strip of strips) {
    offsets.push(offset);
    // Values start at even offsets.
    offset += strip.length + (strip.length & 1);
  }
  const tags: Tag[] = [
    { id: 256, kind: 'long', values: [widthPx] },
    { id: 257, kind: 'long', values: [heightPx] },
    { id: 258, kind: 'short', values: Array.from({ length: samples }, () => 8) },
    // Compression: deflate. Color space: RGB.
    { id: 259, kind: 'short', values: [8] },
    { id: 262, kind: 'short', values: [2] },
    { id: 273, kind: 'long', values: offsets },
    { id: 277, kind: 'short', values: [samples] },
    { id: 278, kind: 'long', values: [linesPerStrip] },
    { id: 279, kind: 'long', values: strips.map((strip) => strip.length) },
    { id: 282, kind: 'rational', values: [Math.round(dotsPerInch * 1000), 1000] },
    { id: 283, kind: 'rational', values: [Math.round(dotsPerInch * 1000), 1000] },
    { id: 284, kind: 'short', values: [1] },
    { id: 296, kind: 'short', values: [2] },
    { id: 317, kind: 'short', values: [2] },
    // Alpha isn't premultiplied.
    ...(isOpaque ? [] : [{ id: 338, kind: 'short', values: [2] } as const]),
    ...(geo ? geoTags(geo) : []),
  ];
  const directory = writeTiffDirectory(tags, offset);
  const bytes = new Uint8Array(offset + directory.length);
  const view = new DataView(bytes.buffer);
  view.setUint16(0, 0x4949);
  view.setUint16(2, 42, true);
  view.setUint32(4, offset, true);
  for (const [i, strip] of strips.entries()) bytes.set(strip, offsets[i]!);
  bytes.set(directory, offset);
  return bytes;
}

/** Difference rows horizontally, so that flat areas become zeros. */
function differences(
  rgba: Uint8ClampedArray,
  widthPx: number,
  firstLine: number,
  lines: number,
  samples: number,
): Uint8Array {
  const out = new Uint8Array(lines * widthPx * samples);
  let offset = 0;
  for (let line = firstLine; line < firstLine + lines; line++) {
    for (let x = 0; x < widthPx; x++) {
      const i = (line * widthPx + x) * 4;
      for (let c = 0; c < samples; c++) out[offset++] = x === 0 ? rgba[i + c]! : rgba[i + c]! - rgba[i + c - 4]!;
    }
  }
  return out;
}

import type { FontFace } from './font-face.ts';

/** Segments per curve. Few are enough, because glyphs are small. */
const piecesPerCurve = 4;

/**
 * Read the outline of a glyph as polygons with flattened curves (OpenType 1.9, `glyf`).
 *
 * @returns rings as flat [x, y, ...] in units of `unitsPerEm`, y up; empty for a blank glyph
 */
export function glyphOutline(face: FontFace, glyph: number): number[][] {
  const bytes = face.tables.get('glyf')!;
  const glyf = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = face.glyphOffsets[glyph]!;
  if (start === face.glyphOffsets[glyph + 1]) return [];
  const contours = glyf.getInt16(start);
  return contours >= 0 ? simpleOutline(glyf, start + 10, contours) : compositeOutline(face, glyf, start + 10);
}

function simpleOutline(glyf: DataView, start: number, contours: number): number[][] {
  const ends = Array.from({ length: contours }, (_, i) => glyf.getUint16(start + 2 * i));
  const count = (ends.at(-1) ?? -1) + 1;
  let offset = start + 2 * contours;
  offset += 2 + glyf.getUint16(offset);
  const flags: number[] = [];
  while (flags.length < count) {
    const flag = glyf.getUint8(offset++);
    flags.push(flag);
    if (flag & 8) for (let repeats = glyf.getUint8(offset++); repeats > 0; repeats--) flags.push(flag);
  }
  const coordinates = (short: number, same: number): number[] => {
    let value = 0;
    return flags.map((flag) => {
      if (flag & short) value += flag & same ? glyf.getUint8(offset++) : -glyf.getUint8(offset++);
      else if (!(flag & same)) {
        value += glyf.getInt16(offset);
        offset += 2;
      }
      return value;
    });
  };
  const xs = coordinates(2, 16);
  const ys = coordinates(4, 32);
  return ends.map((end, i) => {
    const from = i === 0 ? 0 : ends[i - 1]! + 1;
    return flattenOutline(
      Array.from({ length: end + 1 - from }, (_, j) => ({
        x: xs[from + j]!,
        y: ys[from + j]!,
        isOn: (flags[from + j]! & 1) === 1,
      })),
    );
  });
}

interface OutlinePoint {
  readonly x: number;
  readonly y: number;
  readonly isOn: boolean;
}

/** Flatten the curves of a contour. Two adjacent off-curve points imply an on-curve point midway. */
function flattenOutline(points: readonly OutlinePoint[]): number[] {
  const full: OutlinePoint[] = [];
  for (const [i, point] of points.entries()) {
    const before = points.at(i - 1)!;
    if (!point.isOn && !before.isOn)
      full.push({ x: (point.x + before.x) / 2, y: (point.y + before.y) / 2, isOn: true });
    full.push(point);
  }
  const ring: number[] = [];
  for (const [i, point] of full.entries()) {
    if (point.isOn) {
      ring.push(point.x, point.y);
      continue;
    }
    const from = full.at(i - 1)!;
    const to = full[(i + 1) % full.length]!;
    for (let piece = 1; piece < piecesPerCurve; piece++) {
      const t = piece / piecesPerCurve;
      const [a, b, c] = [(1 - t) ** 2, 2 * t * (1 - t), t * t];
      ring.push(a * from.x + b * point.x + c * to.x, a * from.y + b * point.y + c * to.y);
    }
  }
  return ring;
}

/**
 * Move and scale the components of a composite glyph. Alignment by points is ignored, because the shipped font doesn't
 * use it.
 */
function compositeOutline(face: FontFace, glyf: DataView, start: number): number[][] {
  const rings: number[][] = [];
  let offset = start;
  let flags: number;
  do {
    flags = glyf.getUint16(offset);
    const part = glyphOutline(face, glyf.getUint16(offset + 2));
    const isWide = (flags & 1) !== 0;
    const isMoved = (flags & 2) !== 0;
    const dx = !isMoved ? 0 : isWide ? glyf.getInt16(offset + 4) : glyf.getInt8(offset + 4);
    const dy = !isMoved ? 0 : isWide ? glyf.getInt16(offset + 6) : glyf.getInt8(offset + 5);
    offset += isWide ? 8 : 6;
    const share = (i: number) => glyf.getInt16(offset + 2 * i) / 16384;
    let [a, b, c, d] = [1, 0, 0, 1];
    if (flags & 8) [a, d] = [share(0), share(0)];
    else if (flags & 0x40) [a, d] = [share(0), share(1)];
    else if (flags & 0x80) [a, b, c, d] = [share(0), share(1), share(2), share(3)];
    offset += flags & 8 ? 2 : flags & 0x40 ? 4 : flags & 0x80 ? 8 : 0;
    for (const ring of part) {
      const moved: number[] = [];
      for (let i = 0; i < ring.length; i += 2)
        moved.push(a * ring[i]! + c * ring[i + 1]! + dx, b * ring[i]! + d * ring[i + 1]! + dy);
      rings.push(moved);
    }
  } while (flags & 0x20);
  return rings;
}

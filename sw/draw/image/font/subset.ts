import type { FontFace } from './font-face.ts';

interface FontSubset {
  readonly bytes: Uint8Array;
  /** Offsets at which the file may be split, ascending: between tables, between glyphs, and its end. */
  readonly breaks: readonly number[];
}

/** Tables needed by readers of embedded TrueType fonts (PDF 1.7, 9.9; Adobe technical note 5012). */
const requiredTables = ['cvt ', 'fpgm', 'glyf', 'head', 'hhea', 'hmtx', 'loca', 'maxp', 'prep'];

/**
 * Make a TrueType file with selected glyphs. Other glyphs become empty, and all glyphs keep their numbers, so
 * references to glyphs need no change.
 */
export function subsetFont(face: FontFace, glyphs: ReadonlySet<number>): FontSubset {
  const rowMask = withComponents(face, new Set([0, ...glyphs]));
  const glyf = face.tables.get('glyf')!;
  const offsets = new Uint32Array(face.glyphCount + 1);
  const pieces: Uint8Array[] = [];
  let nextOffset = 0;
  for (let glyph = 0; glyph < face.glyphCount; glyph++) {
    offsets[glyph] = nextOffset;
    if (!rowMask.has(glyph)) continue;
    const piece = glyf.subarray(face.glyphOffsets[glyph]!, face.glyphOffsets[glyph + 1]!);
    pieces.push(piece);
    nextOffset += Math.ceil(piece.length / 4) * 4;
  }
  offsets[face.glyphCount] = nextOffset;
  const newGlyf = new Uint8Array(nextOffset);
  let next = 0;
  for (const piece of pieces) {
    newGlyf.set(piece, next);
    next += Math.ceil(piece.length / 4) * 4;
  }
  const loca = new DataView(new ArrayBuffer(4 * offsets.length));
  offsets.forEach((offset, i) => {
    loca.setUint32(4 * i, offset);
  });
  const head = face.tables.get('head')!.slice();
  new DataView(head.buffer).setInt16(50, 1);
  const tables = new Map(face.tables);
  tables.set('glyf', newGlyf).set('loca', new Uint8Array(loca.buffer)).set('head', head);
  return fontFile(
    requiredTables.filter((tag) => tables.has(tag)).map((tag) => [tag, tables.get(tag)!] as const),
    [...new Set(offsets)],
  );
}

/** Add the components of composite glyphs. */
function withComponents(face: FontFace, glyphs: Set<number>): Set<number> {
  const bytes = face.tables.get('glyf')!;
  const glyf = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // Iterating over a growing set also visits its new members.
  for (const glyph of glyphs) {
    const start = face.glyphOffsets[glyph]!;
    if (start === face.glyphOffsets[glyph + 1] || glyf.getInt16(start) >= 0) continue;
    let offset = start + 10;
    let flags: number;
    do {
      flags = glyf.getUint16(offset);
      glyphs.add(glyf.getUint16(offset + 2));
      offset += 4 + (flags & 1 ? 4 : 2) + (flags & 8 ? 2 : flags & 0x40 ? 4 : flags & 0x80 ? 8 : 0);
    } while (flags & 0x20);
  }
  return glyphs;
}

function fontFile(tables: readonly (readonly [string, Uint8Array])[], glyphBreaks: readonly number[]): FontSubset {
  const directoryBytes = 12 + 16 * tables.length;
  const total = tables.reduce((sum, [, { length }]) => sum + Math.ceil(length / 4) * 4, directoryBytes);
  const bytes = new Uint8Array(total);
  const view = new DataView(bytes.buffer);
  const power = Math.floor(Math.log2(tables.length));
  view.setUint32(0, 0x00010000);
  view.setUint16(4, tables.length);
  view.setUint16(6, 16 * 2 ** power);
  view.setUint16(8, power);
  view.setUint16(10, 16 * (tables.length - 2 ** power));
  const breaks: number[] = [];
  let tableOffset = directoryBytes;
  for (const [i, [tag, data]] of tables.entries()) {
    const entry = 12 + 16 * i;
    bytes.set(data, tableOffset);
    for (let c = 0; c < 4; c++) view.setUint8(entry + c, tag.charCodeAt(c));
    const padded = Math.ceil(data.length / 4) * 4;
    view.setUint32(entry + 4, checksum(view, tableOffset, padded));
    view.setUint32(entry + 8, tableOffset);
    view.setUint32(entry + 12, data.length);
    if (tag === 'glyf') for (const offset of glyphBreaks) breaks.push(tableOffset + offset);
    else breaks.push(tableOffset);
    tableOffset += padded;
  }
  return { bytes, breaks: [...new Set([...breaks, total])].sort((a, b) => a - b) };
}

function checksum(view: DataView, offset: number, length: number): number {
  let sum = 0;
  for (let i = offset; i < offset + length; i += 4) sum = (sum + view.getUint32(i)) >>> 0;
  return sum;
}

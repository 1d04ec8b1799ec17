import { Fault } from '../../../contract/index.ts';

import type { FontTables } from './woff.ts';

export interface FontFace {
  readonly tables: FontTables;
  readonly unitsPerEm: number;
  readonly glyphCount: number;
  /** Return the glyph of a code point; 0 if it is missing. */
  findGlyph(codePoint: number): number;
  getAdvance(glyph: number): number;
  readonly ascent: number;
  readonly descent: number;
  /** [xmin, ymin, xmax, ymax] around all glyphs, in units of `unitsPerEm`. */
  readonly box: readonly [number, number, number, number];
  /** Offset of each glyph in the table `glyf`, followed by the end of the last glyph. */
  readonly glyphOffsets: Uint32Array;
}

/** Read a font with TrueType outlines (OpenType 1.9). @throws {Fault} `internal` if a table is missing */
export function openFontFace(tables: FontTables): FontFace {
  const table = (tag: string): DataView => {
    const bytes = tables.get(tag);
    if (!bytes) throw new Fault('internal', `Font: table "${tag}" not found.`);
    return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  };
  const head = table('head');
  const hhea = table('hhea');
  const hmtx = table('hmtx');
  const loca = table('loca');
  const glyphCount = table('maxp').getUint16(4);
  const metrics = hhea.getUint16(34);
  const isLong = head.getInt16(50) === 1;
  const glyphs = readCharacterMap(table('cmap'));
  return {
    tables,
    glyphCount,
    unitsPerEm: head.getUint16(18),
    findGlyph: (codePoint) => glyphs.get(codePoint) ?? 0,
    getAdvance: (glyph) => hmtx.getUint16(4 * Math.min(glyph, metrics - 1)),
    ascent: hhea.getInt16(4),
    descent: hhea.getInt16(6),
    box: [head.getInt16(36), head.getInt16(38), head.getInt16(40), head.getInt16(42)],
    glyphOffsets: Uint32Array.from({ length: glyphCount + 1 }, (_, i) =>
      isLong ? loca.getUint32(4 * i) : 2 * loca.getUint16(2 * i),
    ),
  };
}

/** Read the Unicode character map: format 12 if present, else format 4. */
function readCharacterMap(cmap: DataView): Map<number, number> {
  const glyphs = new Map<number, number>();
  let best = 0;
  let bestFormat = 0;
  for (let i = 0; i < cmap.getUint16(2); i++) {
    const platform = cmap.getUint16(4 + 8 * i);
    const offset = cmap.getUint32(8 + 8 * i);
    const format = cmap.getUint16(offset);
    if ((platform === 0 || platform === 3) && (format === 4 || format === 12) && format > bestFormat) {
      best = offset;
      bestFormat = format;
    }
  }
  if (bestFormat === 12) {
    for (let i = 0; i < cmap.getUint32(best + 12); i++) {
      const group = best + 16 + 12 * i;
      const first = cmap.getUint32(group);
      for (let code = first; code <= cmap.getUint32(group + 4); code++)
        glyphs.set(code, cmap.getUint32(group + 8) + code - first);
    }
  } else if (bestFormat === 4) {
    const doubled = cmap.getUint16(best + 6);
    for (let i = 0; i < doubled; i += 2) {
      const last = cmap.getUint16(best + 14 + i);
      const first = cmap.getUint16(best + 16 + doubled + i);
      const delta = cmap.getUint16(best + 16 + 2 * doubled + i);
      const rangeAt = best + 16 + 3 * doubled + i;
      const range = cmap.getUint16(rangeAt);
      for (let code = first; code <= last && code < 0xffff; code++) {
        const glyph = range === 0 ? code : cmap.getUint16(rangeAt + range + 2 * (code - first));
        if (glyph !== 0) glyphs.set(code, (glyph + delta) & 0xffff);
      }
    }
  }
  return glyphs;
}

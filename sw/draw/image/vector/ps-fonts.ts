import type { ByteWriter } from '../byte-writer.ts';
import { subsetFont } from '../font/subset.ts';
import type { LoadedFont } from '../font/text-layout.ts';

/** A string of PostScript holds at most 65,535 bytes. */
const longestString = 65_000;

/**
 * Define fonts as /F<number>-<page>, each page with an encoding of 255 letters (Adobe technical note 5012, The Type 42
 * Font Format). Glyphs are named after their letters, so that text can be searched.
 */
export function writePsFonts(ps: ByteWriter, fonts: readonly LoadedFont[]): void {
  for (const [number, { face, order, used }] of fonts.entries()) {
    if (order.size === 0) continue;
    const { bytes, breaks } = subsetFont(face, new Set(order.keys()));
    ps.text(`/S${number} [\n`);
    let from = 0;
    while (from < bytes.length) {
      const to = breaks.findLast((offset) => offset > from && offset - from <= longestString) ?? bytes.length;
      // A padding byte, since some interpreters drop the last one.
      ps.text(`<${hexLines(bytes.subarray(from, to))}00>\n`);
      from = to;
    }
    ps.text('] def\n');
    const glyphs = [...order.keys()];
    const nameOf = (glyph: number) => `uni${used.get(glyph)!.toString(16).toUpperCase().padStart(4, '0')}`;
    const names = glyphs.map((glyph) => `/${nameOf(glyph)} ${glyph}`);
    for (let page = 0; page * 255 < glyphs.length; page++) {
      const encoding = glyphs.slice(page * 255, page * 255 + 255).map((glyph) => `/${nameOf(glyph)}`);
      while (encoding.length < 255) encoding.push('/.notdef');
      ps.text(
        `/F${number}-${page} << /FontType 42 /FontName /F${number}-${page} /PaintType 0 /FontMatrix [1 0 0 1 0 0] /FontBBox [` +
          `${face.box.map((side) => (side / face.unitsPerEm).toFixed(4)).join(' ')}] /Encoding [/.notdef\n${encoding.join('\n')}]\n` +
          `/CharStrings << /.notdef 0\n${names.join('\n')} >> /sfnts S${number} >> definefont pop\n`,
      );
    }
  }
}

function hexLines(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i++) {
    if (i % 64 === 0) text += '\n';
    text += bytes[i]!.toString(16).padStart(2, '0');
  }
  return text;
}

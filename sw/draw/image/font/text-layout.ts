import { type FontFile, fontFiles } from '../../../service/font-files.ts';
import type { DrawingCommand } from '../../surface/record.ts';
import type { TextRun } from '../../surface/surface.ts';
import { collectLetters, includesAny, parseUnicodeRange } from '../vector/used-letters.ts';
import { type FontFace, openFontFace } from './font-face.ts';
import { woffTables } from './woff.ts';

/** Font file and its used glyphs. */
export interface LoadedFont {
  readonly file: FontFile;
  readonly face: FontFace;
  /** Code point of the character that each used glyph represents, by glyph. */
  readonly used: Map<number, number>;
  /** Index of each used glyph in the order of first use, by glyph. */
  readonly order: Map<number, number>;
}

/** Consecutive characters in one font. */
interface TextPiece {
  readonly font: LoadedFont;
  readonly glyphs: readonly number[];
  /** Offset from the start of the text in pixels, before `stretch`. */
  readonly startPx: number;
  /** Slant of an upright font that replaces a missing italic; otherwise 0. */
  readonly slant: number;
}

interface TextLayout {
  readonly pieces: readonly TextPiece[];
  /** Factor that gives the text its width in the browser, including kerning; about 1. */
  readonly stretch: number;
}

/** Lays out text in the shipped fonts. */
export interface TextLayouts {
  /**
   * Lay out a text. Returns undefined if a character is missing in all fonts, or characters aren't in reading order.
   */
  layOut(run: TextRun, widthPx: number): TextLayout | undefined;
  readonly fonts: readonly LoadedFont[];
}

/**
 * Matches text that looks the same in both directions: direction only moves leading digits and punctuation at either
 * end.
 */
const readsAlike = /^\p{L}(.*[\p{L}\p{N}])?$/u;

/**
 * Load the fonts that a drawing's text needs.
 *
 * @param readFile as in `EncodeOptions`; each WOFF 2 file has a WOFF file next to it
 */
export async function loadLayouts(
  commands: readonly DrawingCommand[],
  readFile: ((path: string) => Promise<ArrayBuffer>) | undefined,
): Promise<TextLayouts> {
  const letters = new Set([...collectLetters(commands).values()].flatMap((set) => [...set]));
  const needed = readFile
    ? fontFiles.filter(({ unicodeRange }) => includesAny(parseUnicodeRange(unicodeRange), letters))
    : [];
  const loaded = await Promise.allSettled(
    needed.map(async (file): Promise<LoadedFont> => {
      const bytes = await readFile!(file.file.replace(/\.woff2$/, '.woff'));
      return { file, face: openFontFace(woffTables(bytes)), used: new Map(), order: new Map() };
    }),
  );
  // Text becomes an image if its font fails to load, like text with characters that no font has.
  const fonts = loaded.filter((result) => result.status === 'fulfilled').map(({ value }) => value);
  const choices = new Map<string, LoadedFont[]>();
  const rankFonts = (weight: number, isItalic: boolean): LoadedFont[] => {
    const key = `${weight} ${isItalic}`;
    let ranked = choices.get(key);
    if (!ranked) {
      const rank = ({ file }: LoadedFont) =>
        (file.style === (isItalic ? 'italic' : 'normal') ? 0 : 2) + (file.weight === weight ? 0 : 1);
      ranked = fonts.toSorted((a, b) => rank(a) - rank(b));
      choices.set(key, ranked);
    }
    return ranked;
  };

  return {
    fonts,
    layOut(run, widthPx) {
      if (run.isRightToLeft && !readsAlike.test(run.text)) return undefined;
      const choice = rankFonts(run.font.weight, run.font.isItalic);
      const pieces: { font: LoadedFont; glyphs: number[]; startPx: number; slant: number }[] = [];
      const named: [LoadedFont, number, number][] = [];
      let x = 0;
      for (const letter of run.text) {
        const codePoint = letter.codePointAt(0)!;
        const font = choice.find(({ face }) => face.findGlyph(codePoint) !== 0);
        if (!font) return undefined;
        const glyph = font.face.findGlyph(codePoint);
        named.push([font, glyph, codePoint]);
        if (pieces.at(-1)?.font !== font)
          pieces.push({
            font,
            glyphs: [],
            startPx: x,
            slant: run.font.isItalic && font.file.style === 'normal' ? 0.2 : 0,
          });
        pieces.at(-1)!.glyphs.push(glyph);
        x += (font.face.getAdvance(glyph) / font.face.unitsPerEm) * run.font.sizePx;
      }
      for (const [font, glyph, codePoint] of named) {
        font.used.set(glyph, codePoint);
        if (!font.order.has(glyph)) font.order.set(glyph, font.order.size);
      }
      return { pieces, stretch: x > 0 && widthPx > 0 ? widthPx / x : 1 };
    },
  };
}

import type { DrawingCommand } from '../../surface/record.ts';
import type { TextRun } from '../../surface/surface.ts';
import { type FontFile, fontFiles } from '../../text/font.ts';
import { includesAny, rangesOf, usedLetters } from '../vector/used-letters.ts';
import { type FontFace, openFontFace } from './font-face.ts';
import { woffTables } from './woff.ts';

/** A font of a file, and which of its glyphs are used. */
export interface LoadedFont {
  readonly file: FontFile;
  readonly face: FontFace;
  /** Glyphs that a layout named, with the letter each stands for. */
  readonly used: Map<number, number>;
  /** The same glyphs, numbered in the order of their first use. */
  readonly order: Map<number, number>;
}

/** Letters in a row that one font writes. */
interface TextPiece {
  readonly font: LoadedFont;
  readonly glyphs: readonly number[];
  /** From the beginning of the text in pixels, before `stretch`. */
  readonly startPx: number;
  /** Slant of an upright font that replaces a missing italic; 0 for others. */
  readonly slant: number;
}

interface TextLayout {
  readonly pieces: readonly TextPiece[];
  /** What makes the text as wide as the browser draws it, kerning included: about 1. */
  readonly stretch: number;
}

/** Lays text out with the fonts that are shipped. */
export interface TextLayouts {
  /** Undefined when a letter stands in none of the fonts, or letters stand in another order than they are read. */
  layoutOf(run: TextRun, widthPx: number): TextLayout | undefined;
  /** All that were loaded. */
  readonly fonts: readonly LoadedFont[];
}

/** Text that looks the same in either direction, as only signs and numbers at its ends would move; of letters that a font has. */
const readsAlike = /^\p{L}(.*[\p{L}\p{N}])?$/u;

/**
 * Load the fonts that the text of a drawing needs, and no others.
 *
 * @param readFile as in `EncodeOptions`; the WOFF file stands beside each WOFF 2
 */
export async function loadLayouts(
  commands: readonly DrawingCommand[],
  readFile: ((path: string) => Promise<ArrayBuffer>) | undefined,
): Promise<TextLayouts> {
  const letters = new Set([...usedLetters(commands).values()].flatMap((set) => [...set]));
  const needed = readFile ? fontFiles.filter(({ unicodeRange }) => includesAny(rangesOf(unicodeRange), letters)) : [];
  const loaded = await Promise.allSettled(
    needed.map(async (file): Promise<LoadedFont> => {
      const bytes = await readFile!(file.file.replace(/\.woff2$/, '.woff'));
      return { file, face: openFontFace(woffTables(bytes)), used: new Map(), order: new Map() };
    }),
  );
  // Text in a font that cannot be had becomes a picture, as letters do that no font has.
  const fonts = loaded.filter((result) => result.status === 'fulfilled').map(({ value }) => value);
  const choices = new Map<string, LoadedFont[]>();
  const choicesOf = (weight: number, isItalic: boolean): LoadedFont[] => {
    const key = `${weight} ${isItalic}`;
    let found = choices.get(key);
    if (!found) {
      const rank = ({ file }: LoadedFont) =>
        (file.style === (isItalic ? 'italic' : 'normal') ? 0 : 2) + (file.weight === weight ? 0 : 1);
      found = fonts.toSorted((a, b) => rank(a) - rank(b));
      choices.set(key, found);
    }
    return found;
  };

  return {
    fonts,
    layoutOf(run, widthPx) {
      if (run.isRightToLeft && !readsAlike.test(run.text)) return undefined;
      const choice = choicesOf(run.font.weight, run.font.isItalic);
      const pieces: { font: LoadedFont; glyphs: number[]; startPx: number; slant: number }[] = [];
      const named: [LoadedFont, number, number][] = [];
      let x = 0;
      for (const letter of run.text) {
        const codePoint = letter.codePointAt(0)!;
        const font = choice.find(({ face }) => face.glyphOf(codePoint) !== 0);
        if (!font) return undefined;
        const glyph = font.face.glyphOf(codePoint);
        named.push([font, glyph, codePoint]);
        if (pieces.at(-1)?.font !== font)
          pieces.push({
            font,
            glyphs: [],
            startPx: x,
            slant: run.font.isItalic && font.file.style === 'normal' ? 0.2 : 0,
          });
        pieces.at(-1)!.glyphs.push(glyph);
        x += (font.face.advanceOf(glyph) / font.face.unitsPerEm) * run.font.sizePx;
      }
      for (const [font, glyph, codePoint] of named) {
        font.used.set(glyph, codePoint);
        if (!font.order.has(glyph)) font.order.set(glyph, font.order.size);
      }
      return { pieces, stretch: x > 0 && widthPx > 0 ? widthPx / x : 1 };
    },
  };
}

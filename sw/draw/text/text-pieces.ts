import type { Font, Surface, TextRun } from '../surface/surface.ts';
import type { TextDrawing } from './text-symbol.ts';

/** Characters written together, with their offset in the line and their width. */
interface TextPiece {
  readonly text: string;
  readonly font: Font;
  readonly dxPx: number;
  readonly widthPx: number;
}

/** Line split into separately written pieces, from left to right. */
export interface SpacedLine {
  readonly pieces: readonly TextPiece[];
  readonly widthPx: number;
}

/** Height of small capitals as a fraction of the font size: the height of lower-case letters. */
const smallCapitals = 0.76;

/** Scripts whose characters join or change form. They are never split. */
export const joining = /[\u0590-\u08ff\u0900-\u109f\u1780-\u17ff\ufb1d-\ufeff]/;

/** Split text into lines and apply the case of its symbol. `spaceLine` makes small capitals. */
export function splitTextLines(text: string, { lineBreak, textCase }: TextDrawing): string[] {
  const broken = lineBreak ? text.replaceAll(lineBreak, '\n') : text;
  const spelled =
    textCase === 'gisTCAllCaps'
      ? broken.toLocaleUpperCase('en')
      : textCase === 'gisTCLowercase'
        ? broken.toLocaleLowerCase('en')
        : broken;
  return spelled.split(/\r\n|\r|\n/);
}

/**
 * Split a line for small capitals and for character and word spacing. Text that needs no splitting is one piece. So is
 * right-to-left text, because the order of its characters depends on the whole line.
 */
export function spaceLine(surface: Surface, line: string, drawing: TextDrawing): SpacedLine {
  const { font, wordGap = 1 } = drawing;
  const letterGapPx = joining.test(line) ? 0 : (drawing.letterGapPx ?? 0);
  const isSmall = drawing.textCase === 'gisTCSmallCaps';
  if ((letterGapPx === 0 && wordGap === 1 && !isSmall) || drawing.isRightToLeft) {
    const { widthPx } = surface.measureText(line, font);
    return { pieces: [{ text: line, font, dxPx: 0, widthPx }], widthPx };
  }
  const pieces: TextPiece[] = [];
  const spacePx = surface.measureText(' ', font).widthPx * (wordGap - 1);
  let dxPx = 0;
  for (const run of isSmall ? smallCaps(line, font) : [{ text: line, font }]) {
    const parts = letterGapPx !== 0 ? run.text : wordGap === 1 ? [run.text] : run.text.split(/(?<= )/);
    for (const text of parts) {
      const { widthPx } = surface.measureText(text, run.font);
      pieces.push({ text, font: run.font, dxPx, widthPx });
      dxPx += widthPx + letterGapPx + (text.endsWith(' ') ? spacePx : 0);
    }
  }
  return { pieces, widthPx: Math.max(0, dxPx - letterGapPx) };
}

/** Split text into runs of capitals and of characters that become small capitals. */
function smallCaps(line: string, font: Font): { text: string; font: Font }[] {
  const small = { ...font, sizePx: font.sizePx * smallCapitals };
  const runs: { text: string; font: Font }[] = [];
  for (const letter of line) {
    const capital = letter.toLocaleUpperCase('en');
    const letterFont = capital === letter ? font : small;
    const last = runs.at(-1);
    // A space belongs to the previous run.
    if (last && (last.font === letterFont || letter === ' ')) last.text += capital;
    else runs.push({ text: capital, font: letterFont });
  }
  return runs;
}

/** Positioned piece, in the form that surfaces draw. */
export type PlacedPiece = Omit<TextRun, 'color' | 'halo'>;

/**
 * Write pieces line by line. All shadows are first, and the halos of a line precede its text, so that none covers the
 * previous character.
 */
export function writeLines(
  surface: Surface,
  lines: readonly (readonly PlacedPiece[])[],
  { shadow, halos, color }: Pick<TextDrawing, 'shadow' | 'halos' | 'color'>,
): void {
  const write = (pieces: readonly PlacedPiece[], style: Pick<TextRun, 'color' | 'halo'>) => {
    for (const piece of pieces) if (piece.text.trim() !== '') surface.drawText({ ...piece, ...style });
  };
  if (shadow)
    for (const line of lines)
      write(
        line.map((piece) => ({ ...piece, xPx: piece.xPx + shadow.dxPx, yPx: piece.yPx + shadow.dyPx })),
        { color: shadow.color },
      );
  for (const line of lines) {
    // A single piece and its halo are one run, which vector formats write once.
    const pieceHalo = line.length === 1 ? halos.at(-1) : undefined;
    for (const halo of pieceHalo ? halos.slice(0, -1) : halos) write(line, { halo, color: [0, 0, 0, 0] });
    write(line, { color, halo: pieceHalo });
  }
}

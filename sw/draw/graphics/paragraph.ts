import type { PixelBox, Surface } from '../surface/surface.ts';
import { linesOf, type PlacedPiece, spacedLine, writeLines } from '../text/text-pieces.ts';
import type { TextDrawing } from '../text/text-symbol.ts';

/** How a paragraph fills its box. */
interface ParagraphLayout {
  readonly columns: number;
  readonly gapPx: number;
  readonly marginPx: number;
  /** Full lines are flush on both sides. */
  readonly isJustified: boolean;
}

interface Line {
  readonly wordList: readonly string[];
  /** True at the end of a paragraph. */
  readonly isLast: boolean;
}

/** Write text through the columns of a box; text that does not fit is cut off. */
export function drawParagraph(
  surface: Surface,
  text: string,
  drawing: TextDrawing,
  box: PixelBox,
  { columns, gapPx, marginPx, isJustified }: ParagraphLayout,
): void {
  const innerPx = box.widthPx - 2 * marginPx;
  const columnPx = (innerPx - gapPx * (columns - 1)) / columns;
  if (!(columnPx > 0)) return;
  const { font } = drawing;
  const { ascentPx, descentPx } = surface.measureText('X', font);
  const lineHeightPx = ascentPx + descentPx + (drawing.leadingPx ?? 0);
  const perColumn = Math.floor((box.heightPx - 2 * marginPx + 0.5) / lineHeightPx);
  if (perColumn < 1) return;
  const widthOf = (label: string) => spacedLine(surface, label, drawing).widthPx;
  const lines = linesOf(text, drawing).flatMap((paragraph) => wrapped(paragraph, columnPx, widthOf));
  const usedPx = Math.min(perColumn, lines.length) * lineHeightPx;
  const freePx = box.heightPx - 2 * marginPx - usedPx;
  const topPx = marginPx + { top: 0, baseline: 0, middle: freePx / 2, bottom: freePx }[drawing.vertical];
  // The whole paragraph turns about the centre of the box.
  const middle = {
    xPx: box.xPx + box.widthPx / 2 + drawing.dxPx,
    yPx: box.yPx + box.heightPx / 2 + drawing.dyPx,
    angleDeg: drawing.angleDeg,
  };
  const written: PlacedPiece[][] = [];
  for (const [i, line] of lines.slice(0, perColumn * columns).entries()) {
    const left = -box.widthPx / 2 + marginPx + Math.floor(i / perColumn) * (columnPx + gapPx);
    const dyPx = -box.heightPx / 2 + topPx + (i % perColumn) * lineHeightPx + ascentPx - (drawing.raisePx ?? 0);
    const placed: PlacedPiece[] = [];
    const write = (label: string, fromPx: number) => {
      for (const { text: letters, font: its, dxPx } of spacedLine(surface, label, drawing).pieces) {
        const at = { ...middle, dxPx: fromPx + dxPx, dyPx };
        placed.push({ text: letters, font: its, ...at, isRightToLeft: drawing.isRightToLeft });
      }
    };
    if (isJustified && !line.isLast && line.wordList.length > 1) {
      const free = columnPx - line.wordList.reduce((sum, word) => sum + widthOf(word), 0);
      let xPx = left;
      for (const word of line.wordList) {
        write(word, xPx);
        xPx += widthOf(word) + free / (line.wordList.length - 1);
      }
    } else {
      const label = line.wordList.join(' ');
      const free = columnPx - widthOf(label);
      write(label, left + { left: 0, center: free / 2, right: free }[drawing.horizontal]);
    }
    written.push(placed);
  }
  if (drawing.background) surface.fillBox(box, { kind: 'solid', color: drawing.background });
  writeLines(surface, written, drawing);
}

/** Wrap at spaces; break a word that is wider than a line. */
function wrapped(paragraph: string, widthPx: number, widthOf: (label: string) => number): Line[] {
  const lines: Line[] = [];
  let wordList: string[] = [];
  const end = (isLast: boolean) => {
    lines.push({ wordList, isLast });
    wordList = [];
  };
  for (let word of paragraph.split(/ +/)) {
    if (wordList.length > 0 && widthOf([...wordList, word].join(' ')) > widthPx) end(false);
    while (wordList.length === 0 && widthOf(word) > widthPx && word.length > 1) {
      let count = 1;
      while (widthOf(word.slice(0, count + 1)) <= widthPx) count++;
      wordList = [word.slice(0, count)];
      word = word.slice(count);
      end(false);
    }
    wordList.push(word);
  }
  end(true);
  return lines;
}

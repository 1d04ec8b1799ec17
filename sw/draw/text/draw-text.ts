import { minMax } from '../../geometry/min-max.ts';
import { makePixelPaths } from '../surface/pixel-paths.ts';
import type { PixelBox, Rgba, Surface } from '../surface/surface.ts';
import { type PlacedPiece, spaceLine, splitTextLines, writeLines } from './text-pieces.ts';
import type { TextDrawing } from './text-symbol.ts';

interface LaidText {
  readonly lines: readonly (readonly Pick<PlacedPiece, 'text' | 'font' | 'dxPx' | 'dyPx'>[])[];
  readonly box: PixelBox;
}

/** Draw text of one or more lines with its anchor at a pixel, aligned and rotated as in the symbol. */
export function drawTextAt(surface: Surface, text: string, drawing: TextDrawing, xPx: number, yPx: number): void {
  const { lines, box } = drawing.isVertical
    ? layOutVertically(surface, text, drawing)
    : layOutHorizontally(surface, text, drawing);
  const position = { xPx: xPx + drawing.dxPx, yPx: yPx + drawing.dyPx, angleDeg: drawing.angleDeg };
  if (drawing.background) fillBehind(surface, box, position, drawing.background);
  const { isRightToLeft } = drawing;
  const placed = lines.map((line) => line.map((piece) => ({ ...piece, ...position, isRightToLeft })));
  writeLines(surface, placed, drawing);
}

export function fillBehind(
  surface: Surface,
  { xPx, yPx, widthPx, heightPx }: PixelBox,
  position: { readonly xPx: number; readonly yPx: number; readonly angleDeg: number },
  color: Rgba,
): void {
  const paint = { kind: 'solid', color } as const;
  if (position.angleDeg === 0) {
    surface.fillBox({ xPx: position.xPx + xPx, yPx: position.yPx + yPx, widthPx, heightPx }, paint);
    return;
  }
  const turn = (position.angleDeg * Math.PI) / 180;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const corner = (x: number, y: number) => [position.xPx + x * cos + y * sin, position.yPx - x * sin + y * cos];
  const [right, bottom] = [xPx + widthPx, yPx + heightPx];
  const ring = [...corner(xPx, yPx), ...corner(right, yPx), ...corner(right, bottom), ...corner(xPx, bottom)];
  surface.fillPaths(makePixelPaths([ring], true), 0, 1, paint);
}

function layOutHorizontally(surface: Surface, text: string, drawing: TextDrawing): LaidText {
  const lines = splitTextLines(text, drawing).map((line) => spaceLine(surface, line, drawing));
  const { ascentPx, descentPx } = surface.measureText('', drawing.font);
  const lineHeightPx = ascentPx + descentPx + (drawing.leadingPx ?? 0);
  const heightPx = lineHeightPx * lines.length;
  const first = {
    top: ascentPx,
    middle: ascentPx - heightPx / 2,
    baseline: lineHeightPx * (1 - lines.length),
    bottom: ascentPx - heightPx,
  }[drawing.vertical];
  const widthPx = minMax(lines.map((line) => line.widthPx))[1];
  return {
    lines: lines.map((line, i) =>
      line.pieces.map(({ text: letters, font, dxPx }) => ({
        text: letters,
        font,
        dxPx: horizontalShift(line.widthPx, drawing) + dxPx,
        dyPx: first + i * lineHeightPx - (drawing.raisePx ?? 0),
      })),
    ),
    box: { xPx: horizontalShift(widthPx, drawing), yPx: first - ascentPx, widthPx, heightPx },
  };
}

/** Stack characters below each other, centered in columns from right to left. */
function layOutVertically(surface: Surface, text: string, drawing: TextDrawing): LaidText {
  const columns = splitTextLines(text, drawing).map((line) =>
    spaceLine(surface, line, drawing).pieces.flatMap(({ text: letters, font }) =>
      // Combining marks stay with their character.
      (letters.match(/\P{M}\p{M}*/gu) ?? []).map((letter) => ({ text: letter, font })),
    ),
  );
  const { ascentPx, descentPx } = surface.measureText('', drawing.font);
  const columnPx = ascentPx + descentPx + (drawing.leadingPx ?? 0);
  const { letterGapPx = 0, wordGap = 1 } = drawing;
  const stepPx = (letter: string) => drawing.font.sizePx * (letter === ' ' ? wordGap / 2 : 1) + letterGapPx;
  const columnHeightPx = (column: readonly { readonly text: string }[]) =>
    column.reduce((sum, letter) => sum + stepPx(letter.text), -letterGapPx);
  const heightPx = Math.max(0, ...columns.map(columnHeightPx));
  const widthPx = columnPx * columns.length;
  const left = horizontalShift(widthPx, drawing);
  // Characters are shorter than their line.
  const upPx = (drawing.font.sizePx + ascentPx - descentPx) / 2;
  const top = { top: 0, middle: -heightPx / 2, baseline: drawing.font.sizePx - upPx - heightPx, bottom: -heightPx }[
    drawing.vertical
  ];
  const lines = columns.map((column, i) => {
    let y = top + upPx;
    return column.map(({ text: letter, font }) => {
      const dxPx = left + (columns.length - i - 0.5) * columnPx - surface.measureText(letter, font).widthPx / 2;
      const piece = { text: letter, font, dxPx, dyPx: y - (drawing.raisePx ?? 0) };
      y += stepPx(letter);
      return piece;
    });
  });
  return { lines, box: { xPx: left, yPx: top, widthPx, heightPx } };
}

function horizontalShift(widthPx: number, { horizontal }: TextDrawing): number {
  return { left: 0, center: -widthPx / 2, right: -widthPx }[horizontal];
}

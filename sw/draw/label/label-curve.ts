import type { Value } from '../../contract/index.ts';
import type { Font, Surface } from '../surface/surface.ts';
import { joining, type SpacedLine, writeLines } from '../text/text-pieces.ts';
import type { TextDrawing } from '../text/text-symbol.ts';
import type { Box } from './collision.ts';
import { lineLength, pointAlong, startAlong, type TextBlock } from './label-placement.ts';

/** Character on a bent line: its center and angle. */
interface Letter {
  readonly text: string;
  readonly font: Font;
  readonly widthPx: number;
  readonly xPx: number;
  readonly yPx: number;
  readonly angleDeg: number;
}

/** Maximum angle between adjacent letters of a readable word. */
const sharpestTurnDeg = 30;

/**
 * Place text character by character on or next to a bent line.
 *
 * @param line flat pixel coordinates
 * @returns undefined if the line is too short or bends too sharply, or the text can't be split into characters
 */
export function curveOnLine(
  surface: Surface,
  block: TextBlock,
  drawing: TextDrawing,
  type: Value<'gisServerLineLabelPlacementType'>,
  line: Float64Array,
  awayPx: number,
): Letter[] | undefined {
  const word = block.lines[0]!;
  if (block.lines.length > 1 || drawing.isRightToLeft) return undefined;
  if (word.pieces.some(({ text }) => joining.test(text))) return undefined;
  if (type.endsWith('Before') || type.endsWith('After')) return undefined;
  const width = word.widthPx;
  const wholePx = lineLength(line);
  if (wholePx < width || width === 0) return undefined;
  const first = startAlong(type, wholePx, width);
  // Text reads from left to right, so a line in the other direction is followed from its end.
  const isBack = isFlipped(pointAlong(line, first), pointAlong(line, first + width), drawing.flipDeg ?? 90);
  const above = type.includes('Above') ? 1 : type.includes('Below') ? -1 : 0;
  const base = besideLine(isBack ? reverseLine(line) : line, above * (awayPx + block.heightPx / 2), block.heightPx / 2);
  const length = lineLength(base);
  if (length < width) return undefined;
  const start = isBack ? length - width - startAlong(type, length, width) : startAlong(type, length, width);
  const letters: Letter[] = [];
  let lastDeg: number | undefined;
  for (const { text, font, from, to } of splitIntoLetters(surface, word)) {
    // Use several pixels for the direction of narrow characters. Otherwise small steps of the line would make them
    // wobble.
    const half = Math.max(to - from, block.heightPx / 2) / 2;
    const middle = start + (from + to) / 2;
    const [ax, ay] = pointAlong(base, Math.max(0, middle - half));
    const [bx, by] = pointAlong(base, Math.min(length, middle + half));
    const angleDeg = (Math.atan2(ay - by, bx - ax) * 180) / Math.PI;
    if (lastDeg !== undefined && Math.abs(turnBetween(lastDeg, angleDeg)) > sharpestTurnDeg) return undefined;
    lastDeg = angleDeg;
    const [xPx, yPx] = pointAlong(base, middle);
    letters.push({
      text,
      font,
      widthPx: to - from,
      xPx: (xPx + (ax + bx) / 2) / 2,
      yPx: (yPx + (ay + by) / 2) / 2,
      angleDeg,
    });
  }
  const isUpright = drawing.flipDeg !== undefined || letters.every(({ angleDeg }) => Math.abs(angleDeg) <= 120);
  return isUpright ? letters : undefined;
}

/** Split a line of text into characters with their start and end in pixels. */
function splitIntoLetters(
  surface: Surface,
  line: SpacedLine,
): { text: string; font: Font; from: number; to: number }[] {
  return line.pieces.flatMap(({ text, font, dxPx }) => {
    let before = '';
    let from = dxPx;
    return Array.from(text, (letter) => {
      before += letter;
      const to = dxPx + surface.measureText(before, font).widthPx;
      const curveLetter = { text: letter, font, from, to };
      from = to;
      return curveLetter;
    });
  });
}

/** Return true if a line is followed backward: its direction is within the half turn after `flipDeg`. */
function isFlipped([x0, y0]: readonly [number, number], [x1, y1]: readonly [number, number], flipDeg: number): boolean {
  const beyond = (Math.atan2(y0 - y1, x1 - x0) * 180) / Math.PI - flipDeg;
  const turn = ((beyond % 360) + 360) % 360;
  return turn > 0 && turn < 180;
}

/** Pixels between the vertices of an offset line. */
const stepPx = 3;

/** Offset a line to its left (up, if it runs right) and smooth small bends. */
function besideLine(line: Float64Array, shiftPx: number, smoothPx: number): Float64Array {
  const length = lineLength(line);
  const count = Math.max(2, Math.ceil(length / stepPx) + 1);
  const shiftedLine = new Float64Array(2 * count);
  for (let i = 0; i < count; i++) {
    const distance = (length * i) / (count - 1);
    const [x, y] = pointAlong(line, distance);
    const [ax, ay] = pointAlong(line, Math.max(0, distance - smoothPx));
    const [bx, by] = pointAlong(line, Math.min(length, distance + smoothPx));
    const chordPx = Math.hypot(bx - ax, by - ay) || 1;
    shiftedLine[2 * i] = x + (shiftPx * (by - ay)) / chordPx;
    shiftedLine[2 * i + 1] = y - (shiftPx * (bx - ax)) / chordPx;
  }
  return shiftedLine;
}

function reverseLine(line: Float64Array): Float64Array {
  const back = new Float64Array(line.length);
  for (let i = 0; i < line.length; i += 2) {
    back[i] = line[line.length - 2 - i]!;
    back[i + 1] = line[line.length - 1 - i]!;
  }
  return back;
}

function turnBetween(fromDeg: number, toDeg: number): number {
  return ((((toDeg - fromDeg + 180) % 360) + 360) % 360) - 180;
}

/** Return the boxes of characters, moved by the symbol's offset. */
export function letterBoxes(
  letters: readonly Letter[],
  heightPx: number,
  paddingPx: number,
  { dxPx, dyPx }: TextDrawing,
): Box[] {
  return letters.map(({ xPx, yPx, widthPx }) => {
    const half = Math.max(widthPx, heightPx) / 2 + paddingPx;
    return [xPx + dxPx - half, yPx + dyPx - half, xPx + dxPx + half, yPx + dyPx + half];
  });
}

/** Draw placed characters. All halos are drawn first, so that none covers the previous character. */
export function drawLetters(
  surface: Surface,
  letters: readonly Letter[],
  block: TextBlock,
  drawing: TextDrawing,
): void {
  const dyPx = -block.heightPx / 2 + block.ascentPx - (drawing.raisePx ?? 0);
  const pieces = letters.map(({ text, font, xPx, yPx, widthPx, angleDeg }) => ({
    text,
    font,
    xPx: xPx + drawing.dxPx,
    yPx: yPx + drawing.dyPx,
    dxPx: -widthPx / 2,
    dyPx,
    angleDeg,
    isRightToLeft: false,
  }));
  writeLines(surface, [pieces], drawing);
}

import type { Value } from '../../contract/index.ts';
import type { Font, Surface } from '../surface/surface.ts';
import { joining, type SpacedLine, writeLines } from '../text/text-pieces.ts';
import type { TextDrawing } from '../text/text-symbol.ts';
import type { Box } from './collision.ts';
import { lengthOf, pointAlong, startAlong, type TextBlock } from './label-placement.ts';

/** One letter on a bent line: its middle, and its turn. */
interface Letter {
  readonly text: string;
  readonly font: Font;
  readonly widthPx: number;
  readonly xPx: number;
  readonly yPx: number;
  readonly angleDeg: number;
}

/** Letters that lean more than this against each other cannot be read as a word. */
const sharpestTurnDeg = 30;

/**
 * Place a line of text letter by letter along a bent line, on it or beside it.
 *
 * @param line flat pixels
 * @returns undefined when the line is too short or turns too sharply for it, or the text cannot be taken apart
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
  const wholePx = lengthOf(line);
  if (wholePx < width || width === 0) return undefined;
  const first = startAlong(type, wholePx, width);
  // Read from left to right: a line that runs the other way is followed from its far end.
  const isBack = isFlipped(pointAlong(line, first), pointAlong(line, first + width), drawing.flipDeg ?? 90);
  const above = type.includes('Above') ? 1 : type.includes('Below') ? -1 : 0;
  const base = besideLine(isBack ? reversed(line) : line, above * (awayPx + block.heightPx / 2), block.heightPx / 2);
  const length = lengthOf(base);
  if (length < width) return undefined;
  const start = isBack ? length - width - startAlong(type, length, width) : startAlong(type, length, width);
  const letters: Letter[] = [];
  let lastDeg: number | undefined;
  for (const { text, font, from, to } of lettersOf(surface, word)) {
    // A narrow letter takes the direction of some pixels around it, or steps of the line would shake it.
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

/** Each letter of a line with the part of the line that it takes. */
function lettersOf(surface: Surface, line: SpacedLine): { text: string; font: Font; from: number; to: number }[] {
  return line.pieces.flatMap(({ text, font, dxPx }) => {
    let before = '';
    let from = dxPx;
    return Array.from(text, (letter) => {
      before += letter;
      const to = dxPx + surface.measureText(before, font).widthPx;
      const its = { text: letter, font, from, to };
      from = to;
      return its;
    });
  });
}

/** Tell whether a way from one point to another is followed backwards: its direction lies in the half turn from `flipDeg` on. */
function isFlipped([x0, y0]: readonly [number, number], [x1, y1]: readonly [number, number], flipDeg: number): boolean {
  const beyond = (Math.atan2(y0 - y1, x1 - x0) * 180) / Math.PI - flipDeg;
  const turn = ((beyond % 360) + 360) % 360;
  return turn > 0 && turn < 180;
}

/** Pixels between two points of a line that is followed at a distance. */
const stepPx = 3;

/** The line at a distance to its left (up, for one that runs to the right), its small bends smoothed. */
function besideLine(line: Float64Array, shiftPx: number, smoothPx: number): Float64Array {
  const length = lengthOf(line);
  const count = Math.max(2, Math.ceil(length / stepPx) + 1);
  const beside = new Float64Array(2 * count);
  for (let i = 0; i < count; i++) {
    const at = (length * i) / (count - 1);
    const [x, y] = pointAlong(line, at);
    const [ax, ay] = pointAlong(line, Math.max(0, at - smoothPx));
    const [bx, by] = pointAlong(line, Math.min(length, at + smoothPx));
    const far = Math.hypot(bx - ax, by - ay) || 1;
    beside[2 * i] = x + (shiftPx * (by - ay)) / far;
    beside[2 * i + 1] = y - (shiftPx * (bx - ax)) / far;
  }
  return beside;
}

function reversed(line: Float64Array): Float64Array {
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

/** The boxes the letters take, moved by the offset of their symbol. */
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

/** Draw placed letters: all halos first, so that none lies over the letter before. */
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

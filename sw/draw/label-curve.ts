import type { Value } from '../contract/index.ts';
import type { Box } from './collision.ts';
import { lengthOf, pointAlong, startAlong, type TextBlock } from './label-place.ts';
import type { Surface } from './surface/surface.ts';
import type { TextDrawing } from './text.ts';

/** One letter on a bent line: its middle, and its turn. */
interface Letter {
  readonly text: string;
  readonly widthPx: number;
  readonly xPx: number;
  readonly yPx: number;
  readonly angleDeg: number;
}

/** Letters that lean more than this against each other cannot be read as a word. */
const sharpestTurnDeg = 30;

/** Scripts whose letters change or join beside others: they are never taken apart. */
const joining = /[\u0590-\u08ff\u0900-\u109f\u1780-\u17ff\ufb1d-\ufeff]/;

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
  if (block.lines.length > 1 || joining.test(word.text) || drawing.isRightToLeft) return undefined;
  if (type.endsWith('Before') || type.endsWith('After')) return undefined;
  const width = word.widthPx;
  const wholePx = lengthOf(line);
  if (wholePx < width || width === 0) return undefined;
  const first = startAlong(type, wholePx, width);
  // Read from left to right: a line that runs the other way is followed from its far end.
  const isBack = pointAlong(line, first + width)[0] < pointAlong(line, first)[0];
  const above = type.includes('Above') ? 1 : type.includes('Below') ? -1 : 0;
  const base = besideLine(isBack ? reversed(line) : line, above * (awayPx + block.heightPx / 2), block.heightPx / 2);
  const length = lengthOf(base);
  if (length < width) return undefined;
  const start = isBack ? length - width - startAlong(type, length, width) : startAlong(type, length, width);
  const letters: Letter[] = [];
  let before = '';
  let from = 0;
  let lastDeg: number | undefined;
  for (const text of word.text) {
    before += text;
    const to = surface.measureText(before, drawing.font).widthPx;
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
      widthPx: to - from,
      xPx: (xPx + (ax + bx) / 2) / 2,
      yPx: (yPx + (ay + by) / 2) / 2,
      angleDeg,
    });
    from = to;
  }
  return letters.every(({ angleDeg }) => Math.abs(angleDeg) <= 120) ? letters : undefined;
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
  const { halo, color, font } = drawing;
  const passes = halo ? [{ halo, color: [0, 0, 0, 0] as const }, { color }] : [{ color }];
  for (const look of passes)
    for (const letter of letters) {
      if (letter.text.trim() === '') continue;
      surface.drawText({
        text: letter.text,
        font,
        ...look,
        xPx: letter.xPx + drawing.dxPx,
        yPx: letter.yPx + drawing.dyPx,
        dxPx: -letter.widthPx / 2,
        dyPx: -block.heightPx / 2 + block.ascentPx,
        angleDeg: letter.angleDeg,
        isRightToLeft: false,
      });
    }
}

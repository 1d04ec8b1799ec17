import type { Value } from '../../contract/index.ts';
import { minMax } from '../../geometry/min-max.ts';
import type { Surface } from '../surface/surface.ts';
import { fillBehind } from '../text/draw-text.ts';
import { type SpacedLine, spaceLine, splitTextLines, writeLines } from '../text/text-pieces.ts';
import type { TextDrawing } from '../text/text-symbol.ts';
import type { Box } from './collision.ts';

/** Measured text: all its lines as one block around its center. */
export interface TextBlock {
  readonly lines: readonly SpacedLine[];
  readonly widthPx: number;
  readonly heightPx: number;
  readonly lineHeightPx: number;
  /** Distance from the top of a line to its baseline. */
  readonly ascentPx: number;
}

/** Center and rotation of a block. */
export interface BlockPosition {
  readonly xPx: number;
  readonly yPx: number;
  /** Degrees counterclockwise, -90 to 90, so that text is never upside down. */
  readonly angleDeg: number;
}

/** Actual heights of characters as fractions of the font size: capitals above the baseline, descenders below it. */
const capitals = 0.7;
const descenders = 0.2;
const leading = 1.15;

/** Split a text into lines and measure it as a block. */
export function textBlock(surface: Surface, text: string, drawing: TextDrawing): TextBlock {
  const lines = splitTextLines(text, drawing).map((line) => spaceLine(surface, line, drawing));
  const lineHeightPx = drawing.font.sizePx * leading + (drawing.leadingPx ?? 0);
  return {
    lines,
    widthPx: minMax(lines.map((line) => line.widthPx))[1],
    heightPx: drawing.font.sizePx * (capitals + descenders) + (lines.length - 1) * lineHeightPx,
    lineHeightPx,
    ascentPx: drawing.font.sizePx * capitals,
  };
}

/** Direction from a point to its text, right and down. Cached by name, because dense layers need it often. */
const directions = new Map<string, readonly [right: number, below: number]>();

/** Place a block next to a point. @param radiusPx radius of the marker at the point */
export function blockAtPoint(
  block: TextBlock,
  type: Value<'gisServerPointLabelPlacementType'>,
  xPx: number,
  yPx: number,
  radiusPx: number,
  gapPx: number,
): BlockPosition {
  let direction = directions.get(type);
  if (!direction) {
    const right = type.endsWith('Right') ? 1 : type.endsWith('Left') ? -1 : 0;
    direction = [right, type.includes('Below') ? 1 : type.includes('Above') ? -1 : 0];
    directions.set(type, direction);
  }
  const [right, below] = direction;
  // Diagonally, the circle of a marker is nearer than its square.
  const distancePx = (right !== 0 && below !== 0 ? radiusPx * Math.SQRT1_2 : radiusPx) + gapPx;
  return {
    xPx: xPx + right * (distancePx + block.widthPx / 2),
    yPx: yPx + below * (distancePx + block.heightPx / 2),
    angleDeg: 0,
  };
}

/** Adapt a placement to a line that the image cuts: text before or after a cut end moves to that end. */
export function placementInView(
  type: Value<'gisServerLineLabelPlacementType'>,
  { start, end }: { readonly start: boolean; readonly end: boolean },
): Value<'gisServerLineLabelPlacementType'> {
  const seen = start ? type.replace('Before', 'Start') : type;
  return (end ? seen.replace('After', 'End') : seen) as typeof type;
}

/**
 * Place a block along a line, on it or next to it.
 *
 * @param line   flat pixel coordinates
 * @param awayPx distance from the center of the line to the edge of text above or below it
 * @returns undefined if the line is too short or bends too much for the text
 */
export function blockOnLine(
  block: TextBlock,
  type: Value<'gisServerLineLabelPlacementType'>,
  line: Float64Array,
  awayPx: number,
): BlockPosition | undefined {
  const length = lineLength(line);
  const width = block.widthPx;
  if (length === 0) return undefined;
  const isBeyond = type.endsWith('Before') || type.endsWith('After');
  if (!isBeyond && length < width) return undefined;
  const start = startAlong(type, length, width);
  let ends: [number, number, number, number];
  if (isBeyond) ends = beyond(line, length, width, awayPx, type.endsWith('After'));
  else ends = [...pointAlong(line, start), ...pointAlong(line, start + width)];
  const [x0, y0, x1, y1] = ends;
  if (Math.hypot(x1 - x0, y1 - y0) < width * straightness) return undefined;
  let angleDeg = (Math.atan2(y0 - y1, x1 - x0) * 180) / Math.PI;
  if (angleDeg > 90) angleDeg -= 180;
  else if (angleDeg <= -90) angleDeg += 180;
  const above = type.includes('Above') ? 1 : type.includes('Below') ? -1 : 0;
  const shift = above * (awayPx + block.heightPx / 2);
  const turn = (angleDeg * Math.PI) / 180;
  const [mx, my] = isBeyond ? [(x0 + x1) / 2, (y0 + y1) / 2] : findTextMiddle(line, start, width);
  return { xPx: mx - shift * Math.sin(turn), yPx: my - shift * Math.cos(turn), angleDeg };
}

/** Return how far a line bends away from straight text along it, in pixels; 0 for text before or after the line. */
export function bendBelow(type: Value<'gisServerLineLabelPlacementType'>, line: Float64Array, width: number): number {
  const length = lineLength(line);
  if (type.endsWith('Before') || type.endsWith('After') || length < width) return 0;
  const start = startAlong(type, length, width);
  const [x0, y0] = pointAlong(line, start);
  const [x1, y1] = pointAlong(line, start + width);
  const far = Math.hypot(x1 - x0, y1 - y0) || 1;
  let bend = 0;
  for (let i = 1; i < 8; i++) {
    const [x, y] = pointAlong(line, start + (width * i) / 8);
    bend = Math.max(bend, Math.abs((x - x0) * (y1 - y0) - (y - y0) * (x1 - x0)) / far);
  }
  return bend;
}

/** Return the distance along a line at which a text starts. */
export function startAlong(type: Value<'gisServerLineLabelPlacementType'>, length: number, width: number): number {
  return type.endsWith('Start') ? 0 : type.endsWith('End') ? length - width : (length - width) / 2;
}

/** Minimum distance between the ends of a text, as a fraction of its width. */
const straightness = 0.9;

function findTextMiddle(line: Float64Array, start: number, width: number): [number, number] {
  // The mean of points along the text centers it in small bends.
  let x = 0;
  let y = 0;
  for (let i = 0; i <= 4; i++) {
    const [px, py] = pointAlong(line, start + (width * i) / 4);
    x += px / 5;
    y += py / 5;
  }
  return [x, y];
}

function beyond(
  line: Float64Array,
  length: number,
  width: number,
  gapPx: number,
  isAfter: boolean,
): [number, number, number, number] {
  const [x, y] = pointAlong(line, isAfter ? length : 0);
  const [inX, inY] = pointAlong(line, isAfter ? Math.max(0, length - width) : Math.min(length, width));
  const far = Math.hypot(x - inX, y - inY) || 1;
  const [ux, uy] = [(x - inX) / far, (y - inY) / far];
  return [x + ux * gapPx, y + uy * gapPx, x + ux * (gapPx + width), y + uy * (gapPx + width)];
}

/** Return the length of a line of flat pixel coordinates. */
export function lineLength(line: Float64Array): number {
  let length = 0;
  for (let i = 2; i < line.length; i += 2) length += Math.hypot(line[i]! - line[i - 2]!, line[i + 1]! - line[i - 1]!);
  return length;
}

/** Return the point at a distance along a line; its last point if the distance is too long. */
export function pointAlong(line: Float64Array, distance: number): [number, number] {
  let remaining = distance;
  for (let i = 2; i < line.length; i += 2) {
    const step = Math.hypot(line[i]! - line[i - 2]!, line[i + 1]! - line[i - 1]!);
    if (remaining <= step && step > 0) {
      const t = remaining / step;
      return [line[i - 2]! + t * (line[i]! - line[i - 2]!), line[i - 1]! + t * (line[i + 1]! - line[i - 1]!)];
    }
    remaining -= step;
  }
  return [line[line.length - 2]!, line[line.length - 1]!];
}

/** Return the boxes of a placed block: one box, or a row of small boxes along rotated text. */
export function makeBlockBoxes(block: TextBlock, { xPx, yPx, angleDeg }: BlockPosition, paddingPx: number): Box[] {
  const half = block.heightPx / 2 + paddingPx;
  const reach = block.widthPx / 2 + paddingPx;
  if (angleDeg === 0) return [[xPx - reach, yPx - half, xPx + reach, yPx + half]];
  const turn = (angleDeg * Math.PI) / 180;
  const count = Math.max(1, Math.ceil(reach / half));
  return Array.from({ length: count }, (_, i) => {
    const along = count === 1 ? 0 : -reach + half + (2 * (reach - half) * i) / (count - 1);
    const x = xPx + along * Math.cos(turn);
    const y = yPx - along * Math.sin(turn);
    return [x - half, y - half, x + half, y + half] as const;
  });
}

/** Margin of a block's background, as a fraction of the font size. */
export const backgroundMargin = 0.15;

/** Draw a placed block with its lines aligned as in the symbol. */
export function drawBlock(surface: Surface, block: TextBlock, position: BlockPosition, drawing: TextDrawing): void {
  const { widthPx, heightPx } = block;
  const { horizontal, isRightToLeft, font } = drawing;
  if (drawing.background) {
    const edge = backgroundMargin * font.sizePx;
    const [xPx, yPx] = [-widthPx / 2 - edge, -heightPx / 2 - edge];
    const box = { xPx, yPx, widthPx: widthPx + 2 * edge, heightPx: heightPx + 2 * edge };
    fillBehind(surface, box, position, drawing.background);
  }
  const lines = block.lines.map((line, i) => {
    const left = { left: -widthPx / 2, center: -line.widthPx / 2, right: widthPx / 2 - line.widthPx }[horizontal];
    const dyPx = -heightPx / 2 + block.ascentPx + i * block.lineHeightPx;
    return line.pieces.map(({ text, font: its, dxPx }) => {
      return { text, font: its, ...position, dxPx: left + dxPx, dyPx, isRightToLeft };
    });
  });
  writeLines(surface, lines, drawing);
}

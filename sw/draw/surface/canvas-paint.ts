import { toCssColor } from '../symbol/color.ts';
import { findFirstVertex, type PixelPaths } from './pixel-paths.ts';
import type { CreateCanvas, ImageTile, Marker, Paint, PixelImage, Rgba, Stroke } from './surface.ts';

/**
 * Add the features `from` .. `to` (exclusive) to a path.
 *
 * @param closing how a ring ends. `join` joins its ends, as wide strokes need. `line` only returns to its start, which
 *   looks the same for fills and hairlines. Joining rescans the whole path, so a path of many islands takes twenty
 *   times as long.
 */
export function traceFeatures(
  context: CanvasPath,
  paths: PixelPaths,
  from: number,
  to: number,
  closing: 'join' | 'line' = 'join',
): void {
  const { xy, partEnds, featureEnds, closed } = paths;
  const lastPart = featureEnds[to - 1]!;
  let part = from === 0 ? 0 : featureEnds[from - 1]!;
  let vertex = findFirstVertex(paths, from);
  for (; part < lastPart; part++) {
    const end = partEnds[part]!;
    const startX = xy[2 * vertex]!;
    const startY = xy[2 * vertex + 1]!;
    context.moveTo(startX, startY);
    for (vertex++; vertex < end; vertex++) context.lineTo(xy[2 * vertex]!, xy[2 * vertex + 1]!);
    if (!closed) continue;
    if (closing === 'join') context.closePath();
    else context.lineTo(startX, startY);
  }
}

export function drawMarker(
  context: OffscreenCanvasRenderingContext2D,
  marker: Marker,
  centerPx: number,
  angleDeg: number,
  toStyle: (paint: Paint) => string | CanvasPattern,
): void {
  context.translate(centerPx, centerPx);
  context.rotate((-angleDeg * Math.PI) / 180);
  for (const part of marker.parts) {
    context.beginPath();
    if (part.shape.kind === 'circle') context.arc(0, 0, part.shape.radiusPx, 0, 2 * Math.PI);
    else traceFeatures(context, part.shape.paths, 0, part.shape.paths.featureCount);
    if (part.fill) {
      context.fillStyle = toStyle(part.fill);
      context.fill();
    }
    if (part.stroke) {
      setStroke(context, part.stroke);
      context.lineWidth = part.stroke.widthPx;
      context.stroke();
    }
  }
}

/** Lines of the repeated tile of a hatch. */
interface HatchLines {
  readonly sizePx: number;
  readonly widthPx: number;
  /** Each line is [x0, y0, x1, y1]. */
  readonly lines: readonly (readonly number[])[];
}

/**
 * Lay out the repeated tile of a hatch. Lines at multiples of 45 degrees meet at the tile's edges, and are on whole
 * pixels to be crisp.
 */
export function hatchLines(paint: Extract<Paint, { kind: 'hatch' }>): HatchLines {
  const isDiagonal = paint.anglesDeg.some((angle) => angle % 90 !== 0);
  const size = Math.max(2, Math.round(paint.spacingPx * (isDiagonal ? Math.SQRT2 : 1)));
  const widthPx = isDiagonal ? paint.widthPx : Math.max(1, Math.round(paint.widthPx));
  const middle = Math.floor(size / 2) + (widthPx % 2 === 1 ? 0.5 : 0);
  const lines = paint.anglesDeg.flatMap((angle) => {
    const turn = ((angle % 180) + 180) % 180;
    if (turn === 0) return [[0, middle, size, middle]];
    if (turn === 90) return [[middle, 0, middle, size]];
    // Draw three strokes, because the lines of adjacent tiles cross this tile's corners.
    return [-size, 0, size].map((shift) =>
      turn < 90 ? [shift - size, 2 * size, shift + 2 * size, -size] : [shift - size, -size, shift + 2 * size, 2 * size],
    );
  });
  return { sizePx: size, widthPx, lines };
}

/** Draw the repeated tile of a hatch. */
export function hatchTile(paint: Extract<Paint, { kind: 'hatch' }>, createCanvas: CreateCanvas): OffscreenCanvas {
  const { sizePx, widthPx, lines } = hatchLines(paint);
  const tile = createCanvas(sizePx, sizePx);
  const context = tile.getContext('2d')!;
  context.strokeStyle = toCssColor(paint.color);
  context.lineWidth = widthPx;
  context.beginPath();
  for (const [x0, y0, x1, y1] of lines) {
    context.moveTo(x0!, y0!);
    context.lineTo(x1!, y1!);
  }
  context.stroke();
  return tile;
}

/** Copy an image to a canvas of its size. */
export function imageCanvas({ columns, lines, rgba }: PixelImage, createCanvas: CreateCanvas): OffscreenCanvas {
  const canvas = createCanvas(columns, lines);
  const context = canvas.getContext('2d')!;
  const pixels = context.createImageData(columns, lines);
  pixels.data.set(rgba);
  context.putImageData(pixels, 0, 0);
  return canvas;
}

/**
 * Make the pattern that repeats an image. Copies are drawn in cells of whole pixels, and the pattern is scaled. The
 * grid is aligned to the image in which the canvas is at `originX` and `originY`.
 */
export function imagePattern(
  context: OffscreenCanvasRenderingContext2D,
  tile: ImageTile,
  image: OffscreenCanvas,
  createCanvas: CreateCanvas,
  [originX, originY]: readonly [xPx: number, yPx: number] = [0, 0],
): CanvasPattern {
  const stepX = tile.widthPx + tile.gapXPx;
  const stepY = tile.heightPx + tile.gapYPx;
  const columns = Math.min(2048, Math.max(1, Math.round(stepX)));
  const lines = Math.min(2048, Math.max(1, Math.round(stepY)));
  const cell = createCanvas(columns, lines);
  const inCell = cell.getContext('2d')!;
  inCell.imageSmoothingQuality = 'high';
  inCell.drawImage(image, 0, 0, (tile.widthPx * columns) / stepX, (tile.heightPx * lines) / stepY);
  const pattern = context.createPattern(cell, 'repeat')!;
  const turn = (-tile.angleDeg * Math.PI) / 180;
  const [sx, sy] = [stepX / columns, stepY / lines];
  pattern.setTransform({
    a: sx * Math.cos(turn),
    b: sx * Math.sin(turn),
    c: -sy * Math.sin(turn),
    d: sy * Math.cos(turn),
    e: tile.xPx - originX,
    f: tile.yPx - originY,
  });
  return pattern;
}

/** Apply a stroke to a context. */
export function setStroke(context: OffscreenCanvasRenderingContext2D, stroke: Stroke): void {
  const widthPx = canvasWidthPx(stroke.widthPx);
  context.strokeStyle = toCssColor(stroke.color as Rgba);
  context.lineWidth = widthPx;
  context.lineCap = stroke.cap;
  context.lineJoin = stroke.join;
  context.miterLimit = 4;
  context.setLineDash([...stroke.dashesPx]);
}

/** Return true for hairlines without dashes, which show no join where a ring starts. */
export function isPlainHairline({ widthPx, dashesPx }: Stroke): boolean {
  return canvasWidthPx(widthPx) === 1 && dashesPx.length === 0;
}

/** Return the stroke width on a canvas. Hairlines are exactly 1 px. */
function canvasWidthPx(widthPx: number): number {
  return widthPx < 1.5 ? 1 : widthPx;
}

import { toCssColor } from '../symbol/color.ts';
import type { Font, TextRun, TextSize } from './surface.ts';

const sizes = new WeakMap<OffscreenCanvasRenderingContext2D, string>();

const formatCssFont = (font: Font): string =>
  `${font.isItalic ? 'italic ' : ''}${font.weight} ${font.sizePx}px "${font.family}", sans-serif`;
const fontKey = (font: Font): string => `${font.isUnkerned ? 'unkerned ' : ''}${formatCssFont(font)}`;

function setFont(context: OffscreenCanvasRenderingContext2D, font: Font): void {
  // Parsing a font is expensive, and labels of one class share it.
  const key = fontKey(font);
  if (sizes.get(context) === key) return;
  context.font = formatCssFont(font);
  context.fontKerning = font.isUnkerned ? 'none' : 'auto';
  context.textBaseline = 'alphabetic';
  context.textAlign = 'left';
  sizes.set(context, key);
}

/** Discard the cached font of a context. Must be called after the context was restored. */
export function forgetFont(context: OffscreenCanvasRenderingContext2D): void {
  sizes.delete(context);
}

const maxMeasured = 20_000;
/** Maximum total length of all keys. */
const maxLetters = 4_000_000;
let letters = 0;
/** Cached sizes, because panning tries the same labels again in each image. */
const measured = new Map<string, TextSize>();
let measuredAfterChanges = 0;

/**
 * Measure a line of text. The height depends only on the font.
 *
 * @param getContext called only if the text isn't cached, because making a canvas takes as long as measuring a hundred
 *   labels
 */
export function measureText(getContext: () => OffscreenCanvasRenderingContext2D, text: string, font: Font): TextSize {
  const changes = countFontChanges();
  if (changes !== measuredAfterChanges || measured.size >= maxMeasured || letters >= maxLetters) {
    measured.clear();
    letters = 0;
  }
  measuredAfterChanges = changes;
  const { widthScale = 1 } = font;
  const key = `${widthScale} ${fontKey(font)} ${text}`;
  const cached = measured.get(key);
  if (cached) return cached;
  const context = getContext();
  setFont(context, font);
  const metrics = context.measureText(text);
  const size = {
    widthPx: metrics.width * widthScale,
    ascentPx: metrics.fontBoundingBoxAscent,
    descentPx: metrics.fontBoundingBoxDescent,
  };
  measured.set(key, size);
  letters += key.length;
  return size;
}

/**
 * Compute the pixels that an upright text can cover.
 *
 * @returns start of its baseline from the upper left corner, and its size, in whole pixels
 */
export function textBox(
  context: OffscreenCanvasRenderingContext2D,
  run: TextRun,
): { startX: number; startY: number; columns: number; lines: number } {
  setFont(context, run.font);
  context.direction = run.isRightToLeft ? 'rtl' : 'ltr';
  const metrics = context.measureText(run.text);
  const { sizePx, decoration } = run.font;
  const edgePx = 2 + (run.halo?.widthPx ?? 0);
  // An underline is below the baseline, and as long as the text with its spaces.
  const below = decoration === 'none' ? 0 : sizePx / 4 + 1;
  const right = Math.max(metrics.actualBoundingBoxRight, decoration === 'none' ? 0 : metrics.width);
  const startX = Math.ceil(Math.max(0, metrics.actualBoundingBoxLeft) + edgePx);
  const startY = Math.ceil(Math.max(sizePx / 2, metrics.actualBoundingBoxAscent) + edgePx);
  return {
    startX,
    startY,
    columns: startX + Math.ceil(Math.max(0, right) + edgePx),
    lines: startY + Math.ceil(Math.max(below, metrics.actualBoundingBoxDescent) + edgePx),
  };
}

/** Draw a line of text over its halo. */
export function drawText(context: OffscreenCanvasRenderingContext2D, run: TextRun): void {
  setFont(context, run.font);
  context.direction = run.isRightToLeft ? 'rtl' : 'ltr';
  context.textAlign = 'left';
  const { widthScale = 1 } = run.font;
  let x = run.xPx + run.dxPx;
  let y = run.yPx + run.dyPx;
  const isMoved = run.angleDeg !== 0 || widthScale !== 1;
  if (run.angleDeg !== 0) {
    const turn = (-run.angleDeg * Math.PI) / 180;
    context.setTransform(Math.cos(turn), Math.sin(turn), -Math.sin(turn), Math.cos(turn), run.xPx, run.yPx);
    x = run.dxPx;
    y = run.dyPx;
  } else {
    // Upright text starts on whole pixels, so that a word looks the same everywhere.
    x = Math.round(x);
    y = Math.round(y);
  }
  if (widthScale !== 1) {
    context.transform(widthScale, 0, 0, 1, x, 0);
    x = 0;
  }
  if (run.halo && run.halo.widthPx > 0) {
    context.strokeStyle = toCssColor(run.halo.color);
    context.lineWidth = 2 * run.halo.widthPx;
    context.lineJoin = 'round';
    context.setLineDash([]);
    context.strokeText(run.text, x, y);
  }
  context.fillStyle = toCssColor(run.color);
  context.fillText(run.text, x, y);
  for (const line of run.font.decoration.split(' ')) {
    if (line === 'none') break;
    const thick = Math.max(1, Math.round(run.font.sizePx / 14));
    const below = line === 'underline' ? run.font.sizePx * 0.12 : -run.font.sizePx * 0.28;
    context.fillRect(x, y + below, context.measureText(run.text).width, thick);
  }
  if (isMoved) context.setTransform(1, 0, 0, 1, 0, 0);
}

let changes = 0;

/** Record that fonts were added. The same text may now look different and be wider. */
export function noteFontChange(): void {
  changes++;
}

/** Return how often fonts were added. */
export const countFontChanges = (): number => changes;

import { cssOf } from '../color.ts';
import type { Font, TextRun, TextSize } from './surface.ts';

const sizes = new WeakMap<OffscreenCanvasRenderingContext2D, string>();

function setFont(context: OffscreenCanvasRenderingContext2D, font: Font): void {
  const css = `${font.isItalic ? 'italic ' : ''}${font.weight} ${font.sizePx}px "${font.family}", sans-serif`;
  // Parsing a font is dear, and labels of one class share it.
  if (sizes.get(context) === css) return;
  context.font = css;
  context.textBaseline = 'alphabetic';
  context.textAlign = 'left';
  sizes.set(context, css);
}

/** Measure a line of text; the height is the font's. */
export function measureText(context: OffscreenCanvasRenderingContext2D, text: string, font: Font): TextSize {
  setFont(context, font);
  const metrics = context.measureText(text);
  return {
    widthPx: metrics.width,
    ascentPx: metrics.fontBoundingBoxAscent,
    descentPx: metrics.fontBoundingBoxDescent,
  };
}

/** Draw a line of text, its halo below it. */
export function drawText(context: OffscreenCanvasRenderingContext2D, run: TextRun): void {
  setFont(context, run.font);
  context.direction = run.isRightToLeft ? 'rtl' : 'ltr';
  context.textAlign = 'left';
  let { xPx, yPx } = run;
  if (run.angleDeg !== 0) {
    const turn = (-run.angleDeg * Math.PI) / 180;
    context.setTransform(Math.cos(turn), Math.sin(turn), -Math.sin(turn), Math.cos(turn), run.xPx, run.yPx);
    xPx = 0;
    yPx = 0;
  } else {
    // Upright text stands on whole pixels: the same word looks the same everywhere.
    xPx = Math.round(xPx + run.dxPx) - run.dxPx;
    yPx = Math.round(yPx + run.dyPx) - run.dyPx;
  }
  const x = xPx + run.dxPx;
  const y = yPx + run.dyPx;
  if (run.halo && run.halo.widthPx > 0) {
    context.strokeStyle = cssOf(run.halo.color);
    context.lineWidth = 2 * run.halo.widthPx;
    context.lineJoin = 'round';
    context.setLineDash([]);
    context.strokeText(run.text, x, y);
  }
  context.fillStyle = cssOf(run.color);
  context.fillText(run.text, x, y);
  if (run.font.decoration !== 'none') {
    const thick = Math.max(1, Math.round(run.font.sizePx / 14));
    const below = run.font.decoration === 'underline' ? run.font.sizePx * 0.12 : -run.font.sizePx * 0.28;
    context.fillRect(x, y + below, context.measureText(run.text).width, thick);
  }
  if (run.angleDeg !== 0) context.setTransform(1, 0, 0, 1, 0, 0);
}

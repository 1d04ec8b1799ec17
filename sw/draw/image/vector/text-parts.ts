import { drawText } from '../../surface/canvas-text.ts';
import { makePixelPaths, newPixelPaths, type PixelPaths } from '../../surface/pixel-paths.ts';
import type { Drawing, DrawingCommand } from '../../surface/record.ts';
import type { PixelBox, TextRun } from '../../surface/surface.ts';

/** Start and direction of a text: along = [cos, -sin], up = [-sin, -cos], y down. */
interface TextOrigin {
  readonly xPx: number;
  readonly yPx: number;
  readonly cos: number;
  readonly sin: number;
}

/** Compute the start of a run's baseline. */
export function computeTextOrigin({ xPx, yPx, dxPx, dyPx, angleDeg }: TextRun): TextOrigin {
  const turn = (angleDeg * Math.PI) / 180;
  const cos = Math.cos(turn);
  const sin = Math.sin(turn);
  return { xPx: xPx + dxPx * cos + dyPx * sin, yPx: yPx - dxPx * sin + dyPx * cos, cos, sin };
}

/** Make the underline and strikethrough of a text as the canvas draws them; empty without decoration. */
export function makeTextDecoration(run: TextRun, widthPx: number): PixelPaths {
  const { decoration, sizePx } = run.font;
  const lines = decoration.split(' ').filter((line) => line !== 'none');
  if (lines.length === 0) return newPixelPaths(true);
  const { xPx, yPx, cos, sin } = computeTextOrigin(run);
  const thick = Math.max(1, Math.round(sizePx / 14));
  const corner = (along: number, down: number) => [xPx + along * cos + down * sin, yPx - along * sin + down * cos];
  return makePixelPaths(
    lines.map((line) => {
      const top = line === 'underline' ? sizePx * 0.12 : -sizePx * 0.28;
      return [...corner(0, top), ...corner(widthPx, top), ...corner(widthPx, top + thick), ...corner(0, top + thick)];
    }),
    true,
  );
}

/** Image pixels per drawing pixel: 384 per inch at the default resolution. */
const imageScale = 4;

/**
 * Draw a text as an image with the browser's fonts, for characters that the shipped fonts lack. Return undefined
 * without a canvas.
 */
export function textImage(
  run: TextRun,
  widthPx: number,
  { createCanvas }: Drawing,
): Extract<DrawingCommand, { kind: 'image' }> | undefined {
  if (!createCanvas) return undefined;
  const edge = Math.ceil(run.halo?.widthPx ?? 0) + 2;
  const above = Math.ceil(run.font.sizePx * 1.2) + edge;
  const below = Math.ceil(run.font.sizePx * 0.4) + edge;
  const imageWidthPx = Math.ceil(widthPx) + 2 * edge;
  const columns = imageWidthPx * imageScale;
  const lines = (above + below) * imageScale;
  const context = createCanvas(columns, lines).getContext('2d')!;
  drawText(context, {
    ...run,
    font: { ...run.font, sizePx: run.font.sizePx * imageScale },
    halo: run.halo && { color: run.halo.color, widthPx: run.halo.widthPx * imageScale },
    xPx: edge * imageScale,
    yPx: above * imageScale,
    dxPx: 0,
    dyPx: 0,
    angleDeg: 0,
  });
  const { xPx, yPx, cos, sin } = computeTextOrigin(run);
  const along = imageWidthPx / 2 - edge;
  const down = (below - above) / 2;
  const middleX = xPx + along * cos + down * sin;
  const middleY = yPx - along * sin + down * cos;
  return {
    kind: 'image',
    image: { rgba: context.getImageData(0, 0, columns, lines).data, columns, lines },
    box: {
      xPx: middleX - imageWidthPx / 2,
      yPx: middleY - (above + below) / 2,
      widthPx: imageWidthPx,
      heightPx: above + below,
    },
    angleDeg: run.angleDeg,
  };
}

/**
 * Return the matrix from an image's unit square, y up, to its box rotated about its center.
 *
 * @returns [a, b, c, d, e, f] in the order of PDF and PostScript
 */
export function imageMatrix({ xPx, yPx, widthPx, heightPx }: PixelBox, angleDeg: number): number[] {
  const turn = (angleDeg * Math.PI) / 180;
  const along = [widthPx * Math.cos(turn), -widthPx * Math.sin(turn)] as const;
  const up = [-heightPx * Math.sin(turn), -heightPx * Math.cos(turn)] as const;
  const x = xPx + widthPx / 2 - (along[0] + up[0]) / 2;
  const y = yPx + heightPx / 2 - (along[1] + up[1]) / 2;
  return [...along, ...up, x, y];
}

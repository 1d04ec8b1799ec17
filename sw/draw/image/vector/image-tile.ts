import { imageCanvas, imagePattern } from '../../surface/canvas-paint.ts';
import { findFirstVertex, type PixelPaths } from '../../surface/pixel-paths.ts';
import type { DrawingCommand } from '../../surface/record.ts';
import type { CreateCanvas, ImageTile, Paint } from '../../surface/surface.ts';

/** Paint that repeats an image. */
export type TilePaint = Extract<Paint, { kind: 'hatch' }> & { readonly tile: ImageTile };

/** Return true if a paint repeats an image. */
export function isTilePaint(paint: Paint): paint is TilePaint {
  return paint.kind === 'hatch' && paint.tile !== undefined;
}

/**
 * Return the matrix from the grid of a repeated image to the drawing. The grid's origin is 0, 0 with y down.
 *
 * @returns [a, b, c, d, e, f]
 */
export function tileMatrix({ angleDeg, xPx, yPx }: ImageTile): [number, number, number, number, number, number] {
  const turn = (-angleDeg * Math.PI) / 180;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  return [cos, sin, -sin, cos, xPx, yPx];
}

/**
 * Draw the bounding box of areas, filled with a repeated image, as one image. For formats without patterns, which clip
 * it to the areas.
 *
 * @returns undefined without a canvas, or if the areas are outside the drawing
 */
export function tileToImage(
  paint: TilePaint,
  paths: PixelPaths,
  from: number,
  to: number,
  size: { readonly widthPx: number; readonly heightPx: number; readonly createCanvas?: CreateCanvas | undefined },
): Extract<DrawingCommand, { kind: 'image' }> | undefined {
  const { createCanvas } = size;
  if (!createCanvas) return undefined;
  let [left, top, right, bottom] = [size.widthPx, size.heightPx, 0, 0];
  for (let vertex = findFirstVertex(paths, from); vertex < findFirstVertex(paths, to); vertex++) {
    left = Math.min(left, paths.xy[2 * vertex]!);
    right = Math.max(right, paths.xy[2 * vertex]!);
    top = Math.min(top, paths.xy[2 * vertex + 1]!);
    bottom = Math.max(bottom, paths.xy[2 * vertex + 1]!);
  }
  const xPx = Math.max(0, Math.floor(left));
  const yPx = Math.max(0, Math.floor(top));
  const columns = Math.min(size.widthPx, Math.ceil(right)) - xPx;
  const lines = Math.min(size.heightPx, Math.ceil(bottom)) - yPx;
  if (!(columns > 0 && lines > 0)) return undefined;
  const context = createCanvas(columns, lines).getContext('2d')!;
  context.fillStyle = imagePattern(context, paint.tile, imageCanvas(paint.tile.image, createCanvas), createCanvas, [
    xPx,
    yPx,
  ]);
  context.fillRect(0, 0, columns, lines);
  const { data } = context.getImageData(0, 0, columns, lines);
  return {
    kind: 'image',
    image: { rgba: data, columns, lines },
    box: { xPx, yPx, widthPx: columns, heightPx: lines },
    angleDeg: 0,
  };
}

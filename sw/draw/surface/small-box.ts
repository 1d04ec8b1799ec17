import { findFirstVertex, type PixelPaths } from './pixel-paths.ts';

/** [left, top, right, bottom] in pixels. */
export type Box = readonly [number, number, number, number];

/**
 * Maximum vertices of a geometry that is drawn on the canvas if text was just drawn there, because reading the canvas
 * costs more.
 */
export const verticesBesideText = 64;

/** Return the box that features can cover, with a margin; undefined if they have many vertices. */
export function smallBox(paths: PixelPaths, from: number, to: number, marginPx: number): Box | undefined {
  const first = findFirstVertex(paths, from);
  const last = findFirstVertex(paths, to);
  if (last - first > verticesBesideText) return undefined;
  const box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 2 * first; i < 2 * last; i++) {
    const value = paths.xy[i]!;
    const axis = i & 1;
    if (value - marginPx < box[axis]!) box[axis] = value - marginPx;
    if (value + marginPx > box[axis + 2]!) box[axis + 2] = value + marginPx;
  }
  return box;
}

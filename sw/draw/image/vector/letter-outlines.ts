import { endFeature, endPart, newPixelPaths, type PixelPaths, reserveVertices } from '../../surface/pixel-paths.ts';
import type { TextRun } from '../../surface/surface.ts';
import { glyphOutline } from '../font/outline.ts';
import type { TextLayouts } from '../font/text-layout.ts';
import { originOf } from './text-parts.ts';

/** Make the outlines of a text, one feature per letter; empty when a shipped font lacks a letter. */
export function letterOutlines(run: TextRun, widthPx: number, layouts: TextLayouts): PixelPaths {
  const paths = newPixelPaths(true);
  const layout = layouts.layoutOf(run, widthPx);
  const { xPx, yPx, cos, sin } = originOf(run);
  for (const { font, glyphs, startPx } of layout?.pieces ?? []) {
    const { face } = font;
    const scale = run.font.sizePx / face.unitsPerEm;
    let pen = startPx;
    for (const glyph of glyphs) {
      for (const ring of glyphOutline(face, glyph)) {
        reserveVertices(paths, ring.length / 2);
        for (let i = 0; i < ring.length; i += 2) {
          const along = (pen + ring[i]! * scale) * layout!.stretch;
          const up = ring[i + 1]! * scale;
          paths.xy[2 * paths.vertexCount] = xPx + along * cos - up * sin;
          paths.xy[2 * paths.vertexCount + 1] = yPx - along * sin - up * cos;
          paths.vertexCount++;
        }
        endPart(paths);
      }
      endFeature(paths);
      pen += face.advanceOf(glyph) * scale;
    }
  }
  return paths;
}

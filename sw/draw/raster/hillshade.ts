import { definitionOf } from '../../geometry/spatial-reference.ts';
import { metresPerUnit } from '../../geometry/units.ts';
import type { RasterManifest } from '../../service/definition.ts';
import { levelScale } from '../../service/raster-source.ts';
import type { SourcePiece } from './pieces.ts';
import type { Relief } from './relief.ts';
import { resamplers } from './resample.ts';

interface Hillshade {
  /** Change the colours of `count` positions of a piece: slopes facing the sun are brighter, flat ground keeps its colour. */
  shade(piece: SourcePiece, x: Float64Array, y: Float64Array, count: number, colors: Uint32Array): void;
  /** Write the shade of `count` positions: 1 in the dark to 255 for a slope that faces the sun. */
  values(piece: SourcePiece, x: Float64Array, y: Float64Array, count: number, out: Float64Array): void;
}

/** Make the hillshade of a level's first band from the slopes of the eight pixels around each (Horn 1981). */
export function createHillshade(manifest: RasterManifest, level: number, relief: Relief): Hillshade {
  const [sunEast, sunNorth, sunUp] = relief.sun;
  const { extent, widthPx, heightPx, spatialReference } = manifest;
  const [scaleX, scaleY] = levelScale(manifest, level);
  const definition = definitionOf(spatialReference);
  const isInDegrees = definition?.isGeographic === true;
  const metres = isInDegrees ? metresPerUnit('gisDecimalDegrees') : (definition?.metresPerUnit ?? 1);
  const across = ((extent[2] - extent[0]) / (widthPx * scaleX)) * metres;
  const down = ((extent[3] - extent[1]) / (heightPx * scaleY)) * metres;
  let shades = new Float32Array(4096);
  let light = new Float64Array(0);

  const shadeOf = (piece: SourcePiece): void => {
    const { width, height, kinds } = piece;
    const heights = piece.samples[0]!;
    if (shades.length < width * height) shades = new Float32Array(width * height);
    for (let row = 0; row < height; row++) {
      // Degrees of longitude shrink towards the poles.
      const latitude = isInDegrees
        ? extent[3] - ((piece.y + row + 0.5) * (extent[3] - extent[1])) / (heightPx * scaleY)
        : 0;
      const east = across * Math.max(0.01, Math.cos((latitude * Math.PI) / 180));
      const [byEast, byNorth] = [relief.scale / (8 * east), relief.scale / (8 * down)];
      const isInside = !kinds && row > 0 && row < height - 1 && width > 2;
      const start = row * width;
      if (isInside) shadeRow(heights, start + 1, start + width - 1, width, byEast, byNorth);
      for (let column = 0; column < width; column += isInside ? width - 1 : 1)
        shadePixel(piece, row, column, byEast, byNorth);
    }
  };

  const facingOf = (x: number, y: number): number => {
    const facing = (sunUp - x * sunEast - y * sunNorth) / Math.sqrt(1 + x * x + y * y);
    return facing > 0 ? facing : 0;
  };

  /** Shade pixels of a row that have all their neighbours. */
  const shadeRow = (
    heights: SourcePiece['samples'][number],
    from: number,
    to: number,
    width: number,
    byEast: number,
    byNorth: number,
  ): void => {
    for (let at = from; at < to; at++) {
      const [above, below] = [at - width, at + width];
      const a = heights[above - 1]!;
      const c = heights[above + 1]!;
      const g = heights[below - 1]!;
      const i = heights[below + 1]!;
      const x = (c + i - a - g + 2 * (heights[at + 1]! - heights[at - 1]!)) * byEast;
      const y = (a + c - g - i + 2 * (heights[above]! - heights[below]!)) * byNorth;
      shades[at] = facingOf(x, y);
    }
  };

  /** Shade a pixel some of whose neighbours may be missing. */
  const shadePixel = (
    { width, height, kinds, samples }: SourcePiece,
    row: number,
    column: number,
    byEast: number,
    byNorth: number,
  ): void => {
    const heights = samples[0]!;
    const at = row * width + column;
    const [left, right] = [column > 0 ? -1 : 0, column < width - 1 ? 1 : 0];
    const [above, below] = [row > 0 ? -width : 0, row < height - 1 ? width : 0];
    // A neighbour without data is as high as the pixel itself.
    const heightAt = (step: number): number => heights[kinds && kinds[at + step] === 0 ? at : at + step]!;
    const [a, b, c] = [heightAt(above + left), heightAt(above), heightAt(above + right)];
    const [d, f] = [heightAt(left), heightAt(right)];
    const [g, h, i] = [heightAt(below + left), heightAt(below), heightAt(below + right)];
    // At the raster's edge the difference spans one pixel instead of two.
    const x = ((c + 2 * f + i - a - 2 * d - g) * byEast * 2) / (right - left || 1);
    const y = ((a + 2 * b + c - g - 2 * h - i) * byNorth * 2) / ((below - above) / width || 1);
    shades[at] = facingOf(x, y);
  };

  const lightOf = (piece: SourcePiece, x: Float64Array, y: Float64Array, count: number): Float64Array => {
    shadeOf(piece);
    if (light.length < count) light = new Float64Array(count);
    resamplers.bilinear(piece, shades, x, y, count, light);
    return light;
  };

  return {
    shade(piece, x, y, count, colors) {
      const facing = lightOf(piece, x, y, count);
      for (let i = 0; i < count; i++) {
        const color = colors[i]!;
        // Positions without valid neighbours are not shown anyway.
        const factor = facing[i]! >= 0 ? facing[i]! / sunUp : 1;
        const red = Math.min(255, ((color & 255) * factor + 0.5) | 0);
        const green = Math.min(255, (((color >>> 8) & 255) * factor + 0.5) | 0);
        const blue = Math.min(255, (((color >>> 16) & 255) * factor + 0.5) | 0);
        colors[i] = (red | (green << 8) | (blue << 16) | (color & 0xff000000)) >>> 0;
      }
    },
    values(piece, x, y, count, out) {
      const facing = lightOf(piece, x, y, count);
      for (let i = 0; i < count; i++) out[i] = 1 + 254 * facing[i]!;
    },
  };
}

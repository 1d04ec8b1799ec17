import { definitionOf } from '../../geometry/spatial-reference.ts';
import { metresPerUnit } from '../../geometry/units.ts';
import type { RasterManifest } from '../../service/definition.ts';
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
  const scale = 2 ** level;
  const definition = definitionOf(spatialReference);
  const isInDegrees = definition?.isGeographic === true;
  const metres = isInDegrees ? metresPerUnit('gisDecimalDegrees') : (definition?.metresPerUnit ?? 1);
  const across = ((extent[2] - extent[0]) / widthPx) * scale * metres;
  const down = ((extent[3] - extent[1]) / heightPx) * scale * metres;
  let shades = new Float32Array(4096);
  let light = new Float64Array(0);

  const shadeOf = (piece: SourcePiece): void => {
    const { width, height, kinds } = piece;
    const heights = piece.samples[0]!;
    if (shades.length < width * height) shades = new Float32Array(width * height);
    for (let row = 0, at = 0; row < height; row++) {
      // Degrees of longitude shrink towards the poles.
      const latitude = isInDegrees
        ? extent[3] - ((piece.y + row + 0.5) * scale * (extent[3] - extent[1])) / heightPx
        : 0;
      const east = across * Math.max(0.01, Math.cos((latitude * Math.PI) / 180));
      const above = row > 0 ? -width : 0;
      const below = row < height - 1 ? width : 0;
      const [byEast, byNorth] = [relief.scale / (4 * east), relief.scale / (4 * down * ((below - above) / width || 1))];
      for (let column = 0; column < width; column++, at++) {
        const left = column > 0 ? -1 : 0;
        const right = column < width - 1 ? 1 : 0;
        const own = heights[at]!;
        const a = heightAt(heights, kinds, at + above + left, own);
        const b = heightAt(heights, kinds, at + above, own);
        const c = heightAt(heights, kinds, at + above + right, own);
        const d = heightAt(heights, kinds, at + left, own);
        const f = heightAt(heights, kinds, at + right, own);
        const g = heightAt(heights, kinds, at + below + left, own);
        const h = heightAt(heights, kinds, at + below, own);
        const i = heightAt(heights, kinds, at + below + right, own);
        // At the raster's edge the difference spans one pixel instead of two.
        const x = ((c + 2 * f + i - a - 2 * d - g) * byEast) / (right - left || 1);
        const y = (a + 2 * b + c - g - 2 * h - i) * byNorth;
        const facing = (sunUp - x * sunEast - y * sunNorth) / Math.sqrt(1 + x * x + y * y);
        shades[at] = Math.max(0, facing);
      }
    }
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
        const red = Math.min(255, Math.round((color & 255) * factor));
        const green = Math.min(255, Math.round(((color >>> 8) & 255) * factor));
        const blue = Math.min(255, Math.round(((color >>> 16) & 255) * factor));
        colors[i] = (red | (green << 8) | (blue << 16) | (color & 0xff000000)) >>> 0;
      }
    },
    values(piece, x, y, count, out) {
      const facing = lightOf(piece, x, y, count);
      for (let i = 0; i < count; i++) out[i] = 1 + 254 * facing[i]!;
    },
  };
}

/** A neighbour without data is as high as the pixel itself. */
function heightAt(
  heights: SourcePiece['samples'][number],
  kinds: Uint8Array | undefined,
  at: number,
  own: number,
): number {
  return kinds && kinds[at] === 0 ? own : heights[at]!;
}

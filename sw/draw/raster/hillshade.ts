import { definitionOf } from '../../geometry/spatial-reference.ts';
import { metresPerUnit } from '../../geometry/units.ts';
import type { RasterManifest } from '../../service/definition.ts';
import type { SourcePiece } from './pieces.ts';
import { resamplers } from './resample.ts';

/** Direction of the sun: north-west, halfway up, as is usual on maps. */
const sunEast = -0.5;
const sunNorth = 0.5;
const sunUp = Math.SQRT1_2;

/** Brightens slopes facing the sun and darkens others; flat ground keeps its colour. */
interface Hillshade {
  /** Change the colours of `count` positions of a piece. */
  shade(piece: SourcePiece, x: Float64Array, y: Float64Array, count: number, colors: Uint32Array): void;
}

/**
 * Make the hillshade of a level's first band from the slopes of the eight pixels around each (Horn 1981).
 *
 * @param zScale factor of the heights, which are assumed to be in metres
 */
export function createHillshade(manifest: RasterManifest, level: number, zScale: number): Hillshade {
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
      for (let column = 0; column < width; column++, at++) {
        const left = column > 0 ? -1 : 0;
        const right = column < width - 1 ? 1 : 0;
        const own = heights[at]!;
        const heightAt = (step: number): number => (kinds && kinds[at + step] === 0 ? own : heights[at + step]!);
        const [a, b, c] = [heightAt(above + left), heightAt(above), heightAt(above + right)];
        const [d, f] = [heightAt(left), heightAt(right)];
        const [g, h, i] = [heightAt(below + left), heightAt(below), heightAt(below + right)];
        // At the raster's edge the difference spans one pixel instead of two.
        const x = ((c + 2 * f + i - a - 2 * d - g) * zScale) / (4 * east * (right - left || 1));
        const y = ((a + 2 * b + c - g - 2 * h - i) * zScale) / (4 * down * ((below - above) / width || 1));
        const facing = (sunUp - x * sunEast - y * sunNorth) / Math.sqrt(1 + x * x + y * y);
        shades[at] = Math.max(0, facing) / sunUp;
      }
    }
  };

  return {
    shade(piece, x, y, count, colors) {
      shadeOf(piece);
      if (light.length < count) light = new Float64Array(count);
      resamplers.bilinear(piece, shades, x, y, count, light);
      for (let i = 0; i < count; i++) {
        const color = colors[i]!;
        // Positions without valid neighbours are not shown anyway.
        const factor = light[i]! >= 0 ? light[i]! : 1;
        const lit = (shift: number): number => Math.min(255, Math.round(((color >>> shift) & 255) * factor)) << shift;
        colors[i] = (lit(0) | lit(8) | lit(16) | (color & 0xff000000)) >>> 0;
      }
    },
  };
}

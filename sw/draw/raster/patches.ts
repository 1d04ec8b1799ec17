import { growArray } from '../../geometry/grow-array.ts';
import type { Transformation } from '../../geometry/project.ts';
import { isGeographic } from '../../geometry/spatial-reference.ts';
import type { MapView } from '../../geometry/view.ts';
import type { RasterManifest } from '../../service/definition.ts';
import { levelScale } from '../../service/raster-source.ts';
import { keepsAxes, pixelMatrix } from '../layer/layer-window.ts';

/**
 * Squares of the image in which the mapping to the raster is quadratic.
 *
 * A flat list with `patchStride` numbers per square: `x, y, sizePx` in image pixels, then [x, y] of its nine nodes in
 * full-resolution pixels from the upper left. The nodes are corners, midpoints and center, row by row.
 */
export interface Patches {
  readonly values: Float64Array;
  readonly count: number;
}

export const patchStride = 21;

/** Initial side of the squares. A square is divided while its mapping bends too much. */
export const maxPatchPx = 64;
/** Maximum level pixels in the box around a patch, so that a few image pixels don't read many level pixels. */
const maxSourcePixels = 192 * 192;
/** Maximum error of a position, in level pixels or image pixels, whichever are larger. */
const tolerancePx = 0.1;

/**
 * Map an image to a raster. Positions are computed at the nodes of squares and checked at four points between them. If
 * the error is too large, the square is divided, down to single pixels.
 *
 * @param projection from the raster's spatial reference to the map's; undefined if they are the same
 * @param level      index in `manifest.levels` of the level to draw, which determines the precision
 * @returns only patches that intersect the raster
 */
export function rasterPatches(
  view: MapView,
  projection: Transformation | undefined,
  manifest: RasterManifest,
  level: number,
): Patches {
  const toSource = makeToSource(view, projection, manifest);
  const [scale] = levelScale(manifest, level);
  // Outside the domain of other projections, their inverse returns wrong positions.
  const isEverywhere = !projection || keepsAxes(projection);
  const wrapPx = projection && !keepsAxes(projection) ? wrapWidth(projection, manifest) : 0;
  // One per depth: squares of 64, 32, 16, 8, 4 and 2 pixels.
  const buffers = Array.from({ length: 6 }, () => new Float64Array(26));
  let values = new Float64Array(patchStride * 1024);
  let count = 0;

  const add = (x: number, y: number, size: number, nodes: Float64Array): void => {
    if ((count + 1) * patchStride > values.length) values = growArray(values);
    const offset = count * patchStride;
    values[offset] = x;
    values[offset + 1] = y;
    values[offset + 2] = size;
    for (let i = 0; i < 18; i++) values[offset + 3 + i] = nodes[nodes.length === 2 ? i % 2 : i]!;
    if (wrapPx > 0) moveIntoFirstTurn(values, offset + 3, wrapPx);
    if (meetsRaster(values, offset, manifest)) count++;
  };

  const divide = (x: number, y: number, size: number, depth: number, isSure: boolean): void => {
    if (x >= view.widthPx || y >= view.heightPx || x + size <= 0 || y + size <= 0) return;
    const xy = buffers[depth]!;
    for (let i = 0; i < 13; i++) {
      xy[2 * i] = x + sampleX[i]! * size;
      xy[2 * i + 1] = y + sampleY[i]! * size;
    }
    const isThere = toSource(xy, !isSure);
    if (isNowhere(xy)) return;
    if (wrapPx > 0) unwrap(xy, wrapPx);
    if (isFarAway(xy, manifest, wrapPx)) return;
    if (isQuadratic(xy, size, scale) && (wrapPx === 0 || isInOneTurn(xy, wrapPx))) {
      add(x, y, size, xy);
    } else if (size > 2) {
      const half = size / 2;
      for (let quarter = 0; quarter < 4; quarter++)
        divide(x + (quarter % 2) * half, y + (quarter >> 1) * half, half, depth + 1, isThere);
    } else {
      for (let pixel = 0; pixel < 4; pixel++) {
        const center = Float64Array.of(x + (pixel % 2) + 0.5, y + (pixel >> 1) + 0.5);
        toSource(center, !isThere);
        if (!Number.isNaN(center[0]) && x + (pixel % 2) >= 0 && y + (pixel >> 1) >= 0)
          add(x + (pixel % 2), y + (pixel >> 1), 1, center);
      }
    }
  };
  const [asideX, asideY] = gridShift(view);
  for (let y = -asideY; y < view.heightPx; y += maxPatchPx)
    for (let x = -asideX; x < view.widthPx; x += maxPatchPx) divide(x, y, maxPatchPx, 0, isEverywhere);
  return { values, count };
}

/**
 * Return how far outside the image the grid of squares begins, in pixels. The grid is fixed to the map. Tiles of a
 * level, and images panned by whole pixels, therefore have the same squares and colors.
 */
function gridShift({ extent, resolution, rotationDeg }: MapView): readonly [x: number, y: number] {
  if (rotationDeg !== 0) return [0, 0];
  const shift = (coordinate: number): number => {
    const remainder = Math.floor(coordinate / resolution) % maxPatchPx;
    return remainder < 0 ? remainder + maxPatchPx : remainder;
  };
  return [shift(extent[0]), shift(-extent[3])];
}

/** Nine nodes row by row, then four check points, as fractions of the side. */
const sampleX = [0, 0.5, 1, 0, 0.5, 1, 0, 0.5, 1, 0.25, 0.75, 0.25, 0.75];
const sampleY = [0, 0, 0, 0.5, 0.5, 0.5, 1, 1, 1, 0.25, 0.25, 0.75, 0.75];

/** Return the value at a quarter of a parabola through three points. With reversed arguments, at three quarters. */
const atQuarter = (a: number, b: number, c: number): number => 0.375 * a + 0.75 * b - 0.125 * c;

/**
 * Converts image pixels to full-resolution raster pixels in place; NaN if that is impossible. With `isChecked`, a
 * position must map back to its origin. Returns true if all points are valid.
 */
type ToSource = (xy: Float64Array, isChecked: boolean) => boolean;

/** Make the mapping from image to raster. */
function makeToSource(
  view: MapView,
  projection: Transformation | undefined,
  { extent, widthPx, heightPx }: RasterManifest,
): ToSource {
  const [a, b, c, d, e, f] = pixelMatrix(view);
  const determinant = a * d - b * c;
  const across = widthPx / (extent[2] - extent[0]);
  const down = heightPx / (extent[3] - extent[1]);
  const target = new Float64Array(26);
  const back = new Float64Array(26);
  return (xy, isChecked) => {
    for (let i = 0; i < xy.length; i += 2) {
      const px = xy[i]! - e;
      const py = xy[i + 1]! - f;
      xy[i] = (d * px - c * py) / determinant;
      xy[i + 1] = (a * py - b * px) / determinant;
    }
    target.set(xy);
    projection?.inverse(xy);
    if (isChecked && projection) {
      back.set(xy);
      projection.forward(back, 0, xy.length);
    }
    let isThere = true;
    for (let i = 0; i < xy.length; i += 2) {
      const isOff =
        isChecked && !(Math.hypot(back[i]! - target[i]!, back[i + 1]! - target[i + 1]!) <= view.resolution / 2);
      xy[i] = isOff ? Number.NaN : roundToBits((xy[i]! - extent[0]) * across);
      xy[i + 1] = isOff ? Number.NaN : roundToBits((extent[3] - xy[i + 1]!) * down);
      if (Number.isNaN(xy[i]! + xy[i + 1]!)) isThere = false;
    }
    return isThere;
  };
}

/**
 * Round to a millionth of a pixel. The last digits of a sine differ between browsers, and would change the rounding of
 * some colors.
 */
const roundToBits = (px: number): number => Math.round(px * 1_048_576) / 1_048_576;

/** Return pixels per 360 degrees; 0 for rasters that aren't in degrees. */
function wrapWidth({ from }: Transformation, { extent, widthPx }: RasterManifest): number {
  return isGeographic(from) ? (360 * widthPx) / (extent[2] - extent[0]) : 0;
}

/** Move positions on both sides of the antimeridian to one side. */
function unwrap(xy: Float64Array, wrapPx: number): void {
  const first = xy[0]!;
  for (let i = 2; i < xy.length; i += 2) {
    if (xy[i]! - first > wrapPx / 2) xy[i] = xy[i]! - wrapPx;
    else if (first - xy[i]! > wrapPx / 2) xy[i] = xy[i]! + wrapPx;
  }
}

/** Return true if all nodes are in the same turn of 360 degrees. Patches never span two. */
function isInOneTurn(xy: Float64Array, wrapPx: number): boolean {
  const turn = Math.floor(xy[0]! / wrapPx);
  for (let i = 2; i < xy.length; i += 2) if (Math.floor(xy[i]! / wrapPx) !== turn) return false;
  return true;
}

/** Move a patch by whole turns into the first turn. */
function moveIntoFirstTurn(values: Float64Array, offset: number, wrapPx: number): void {
  const shift = Math.floor(values[offset]! / wrapPx) * wrapPx;
  if (shift !== 0) for (let i = 0; i < 18; i += 2) values[offset + i] = values[offset + i]! - shift;
}

function isNowhere(xy: Float64Array): boolean {
  for (let i = 0; i < xy.length; i += 2) if (!Number.isNaN(xy[i]! + xy[i + 1]!)) return false;
  return true;
}

/** Return true if a box three times as large as the box of the nodes misses the raster. */
function isFarAway(xy: Float64Array, { widthPx, heightPx }: RasterManifest, wrapPx: number): boolean {
  for (let axis = wrapPx > 0 ? 1 : 0; axis < 2; axis++) {
    let min = Number.POSITIVE_INFINITY;
    let max = Number.NEGATIVE_INFINITY;
    for (let i = axis; i < xy.length; i += 2) {
      // If one node has no position, the others may be anywhere.
      if (Number.isNaN(xy[i])) return false;
      min = Math.min(min, xy[i]!);
      max = Math.max(max, xy[i]!);
    }
    const size = max - min;
    if (min - size > (axis === 0 ? widthPx : heightPx) || max + size < 0) return true;
  }
  return false;
}

/**
 * Return true if a square is good enough: positions between its nodes follow parabolas within `tolerancePx`, and it
 * covers few pixels.
 */
function isQuadratic(xy: Float64Array, size: number, scale: number): boolean {
  let area = 1;
  for (let axis = 0; axis < 2; axis++) {
    const valueAt = (node: number): number => xy[2 * node + axis]!;
    let min = Number.POSITIVE_INFINITY;
    let max = Number.NEGATIVE_INFINITY;
    for (let node = 0; node < 9; node++) {
      min = Math.min(min, valueAt(node));
      max = Math.max(max, valueAt(node));
    }
    let maxError = 0;
    for (let side = 0; side < 2; side++) {
      const column = (first: number, second: number): number =>
        side === 0
          ? atQuarter(valueAt(first), valueAt(first + 3), valueAt(second))
          : atQuarter(valueAt(second), valueAt(first + 3), valueAt(first));
      const [left, middle, right] = [column(0, 6), column(1, 7), column(2, 8)];
      const leftError = Math.abs(valueAt(9 + 2 * side) - atQuarter(left, middle, right));
      const rightError = Math.abs(valueAt(10 + 2 * side) - atQuarter(right, middle, left));
      maxError = Math.max(maxError, leftError, rightError);
    }
    const spread = (max - min) * scale;
    // Also fails for NaN, the position of a node that can't be projected.
    if (!(maxError * scale <= tolerancePx * Math.max(1, spread / size))) return false;
    area *= spread + 4;
  }
  return area <= maxSourcePixels;
}

/**
 * Compute the box around a patch in full-resolution pixels. Parabolas may exceed the box of their nodes by an eighth of
 * their bend.
 *
 * @param offset index of the patch in `v`
 */
export function patchBox(v: Float64Array, offset: number, box: Float64Array): void {
  for (let axis = 0; axis < 2; axis++) {
    const node = (index: number): number => v[offset + 3 + 2 * index + axis]!;
    let min = Number.POSITIVE_INFINITY;
    let max = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < 9; i++) {
      min = Math.min(min, node(i));
      max = Math.max(max, node(i));
    }
    let bend = 0;
    for (let i = 0; i < 3; i++) {
      const across = node(3 * i) - 2 * node(3 * i + 1) + node(3 * i + 2);
      const down = node(i) - 2 * node(i + 3) + node(i + 6);
      bend = Math.max(bend, Math.abs(across), Math.abs(down));
    }
    box[axis] = min - bend / 4;
    box[axis + 2] = max + bend / 4;
  }
}

const patchBounds = new Float64Array(4);

function meetsRaster(v: Float64Array, offset: number, { widthPx, heightPx }: RasterManifest): boolean {
  patchBox(v, offset, patchBounds);
  return patchBounds[3]! >= 0 && patchBounds[1]! <= heightPx && patchBounds[2]! >= 0 && patchBounds[0]! <= widthPx;
}

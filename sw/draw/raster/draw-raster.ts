import { getDefinition } from '../../geometry/spatial-reference.ts';
import { metersPerUnit } from '../../geometry/units.ts';
import type { MapView } from '../../geometry/view.ts';
import type { Scheduler } from '../../scheduler.ts';
import type { RasterManifest } from '../../service/definition.ts';
import { bandHistogram } from '../../service/raster-histogram.ts';
import { levelScale } from '../../service/raster-source.ts';
import { withoutValues } from '../../service/raster-without-values.ts';
import type { RasterPlan } from '../plan.ts';
import type { PixelBox, Surface } from '../surface/surface.ts';
import { type Coloring, prepareColoring } from './coloring.ts';
import { maxPatchPx, type Patches, patchStride, rasterPatches } from './patches.ts';
import { createPieces, type SourcePiece } from './pieces.ts';
import { rasterLevel } from './raster-level.ts';
import type { Relief } from './relief.ts';
import { nearestIndex, resamplers } from './resample.ts';
import { findTouchedTiles, readTiles, type Tiles, tileBytes } from './tiles.ts';

/** Maximum bytes of decoded tiles per image. Images that need more use a coarser level. */
const maxBytes = 96 * 1024 * 1024;

/** Patches drawn between two yields. */
const patchesAtOnce = 16;

/**
 * Draw a raster layer. Reads the tiles of the level for the resolution, projects every pixel of the image back to the
 * raster, resamples it and colors it.
 *
 * @throws {Fault} like `prepareColoring` and the source of the tiles, naming the layer
 */
export async function drawRasterLayer(
  surface: Surface,
  plan: RasterPlan,
  view: MapView,
  scheduler: Scheduler,
): Promise<void> {
  const { drawing, projection, decode } = plan;
  const { RasterRenderer: renderer } = drawing;
  // Overviews of class numbers aren't averaged.
  const hasMeans = renderer?.type !== 'RasterUniqueValueRenderer';
  const raster = hasMeans ? withoutValues(plan.raster, renderer?.NoDataValue ?? []) : plan.raster;
  const { manifest } = raster;
  const path = `Layer ${plan.layerId} "${plan.name}"`;
  const readHistogram = (band: number) => bandHistogram(raster, band, decode);
  const coloring = await prepareColoring(drawing, manifest, readHistogram, path);
  const transparency = Math.min(100, Math.max(0, drawing.Transparency ?? 0));
  if (transparency === 100) return;
  let level = plan.level ?? rasterLevel(plan, view);
  let patches = rasterPatches(view, projection, manifest, level);
  let touched = findTouchedTiles(patches, manifest, level);
  const isTooMuch = () => touched.length * tileBytes(manifest) > maxBytes && level < manifest.levels.length - 1;
  while (isTooMuch()) {
    level++;
    patches = rasterPatches(view, projection, manifest, level);
    touched = findTouchedTiles(patches, manifest, level);
  }
  if (touched.length === 0) return;
  const tiles = await readTiles(raster, level, touched, decode, scheduler);
  const box = imageBox(patches, view);
  const rgba = new Uint8ClampedArray(box.widthPx * box.heightPx * 4);
  await paintPatches(patches, tiles, coloring, box, new Uint32Array(rgba.buffer), scheduler);
  surface.beginGroup(1 - transparency / 100);
  try {
    surface.drawImage({ rgba, columns: box.widthPx, lines: box.heightPx }, box, 0);
  } finally {
    surface.endGroup();
  }
}

/** Return the part of the image that has patches. */
function imageBox({ values, count }: Patches, view: MapView): PixelBox {
  let left = view.widthPx;
  let top = view.heightPx;
  let right = 0;
  let bottom = 0;
  for (let offset = 0; offset < count * patchStride; offset += patchStride) {
    left = Math.min(left, values[offset]!);
    top = Math.min(top, values[offset + 1]!);
    right = Math.max(right, values[offset]! + values[offset + 2]!);
    bottom = Math.max(bottom, values[offset + 1]! + values[offset + 2]!);
  }
  left = Math.max(left, 0);
  top = Math.max(top, 0);
  right = Math.min(right, view.widthPx);
  bottom = Math.min(bottom, view.heightPx);
  return { xPx: left, yPx: top, widthPx: right - left, heightPx: bottom - top };
}

const maxPatchPixels = maxPatchPx * maxPatchPx;

async function paintPatches(
  patches: Patches,
  tiles: Tiles,
  coloring: Coloring,
  box: PixelBox,
  image: Uint32Array,
  scheduler: Scheduler,
): Promise<void> {
  const x = new Float64Array(maxPatchPixels);
  const y = new Float64Array(maxPatchPixels);
  const colors = new Uint32Array(maxPatchPixels);
  const values = coloring.bands.map(() => new Float64Array(maxPatchPixels));
  const pieces = createPieces(tiles, coloring);
  const { noDataColor, backgroundColor, resampling } = coloring;
  const relief = coloring.relief && createHillshade(tiles.manifest, tiles.level, coloring.relief);
  const shadesValues = coloring.relief?.isAlone === true;
  const scale = levelScale(tiles.manifest, tiles.level);
  const width = tiles.manifest.widthPx * scale[0];
  const height = tiles.manifest.heightPx * scale[1];
  for (let index = 0; index < patches.count; index++) {
    const offset = index * patchStride;
    const left = patches.values[offset]! - box.xPx;
    const top = patches.values[offset + 1]! - box.yPx;
    const size = patches.values[offset + 2]!;
    const clippedWidth = Math.min(size, box.widthPx - left);
    const count = clippedWidth * Math.min(size, box.heightPx - top);
    const piece = pieces.around(patches.values, offset, scale);
    setPositions(patches.values, offset, scale, clippedWidth, count, piece, x, y);
    for (let band = 0; band < values.length; band++)
      resamplers[resampling](piece, piece.samples[band]!, x, y, count, values[band]!);
    if (shadesValues) relief!.values(piece, x, y, count, values[0]!);
    coloring.paint(values, count, colors);
    if (!shadesValues) relief?.shade(piece, x, y, count, colors);
    // Partial pixels in the last column of an overview are outside the raster.
    const [endX, endY] = [width - piece.x, height - piece.y];
    for (let i = 0, column = 0, start = top * box.widthPx + left; i < count; i++) {
      const px = x[i]!;
      const py = y[i]!;
      // The first squares begin outside the image.
      const isInImage = left + column >= 0 && start >= left;
      if (isInImage && px >= -piece.x && px < endX && py >= -piece.y && py < endY) {
        const kind = piece.kinds ? piece.kinds[nearestIndex(piece, px, py)]! : 1;
        image[start + column] = kind === 1 ? colors[i]! : kind === 0 ? noDataColor : backgroundColor;
      }
      if (++column === clippedWidth) {
        column = 0;
        start += box.widthPx;
      }
    }
    const waiting = index % patchesAtOnce === 0 ? scheduler.yieldIfDue() : undefined;
    if (waiting) await waiting;
  }
}

/** Compute the positions of a patch's pixel centers in a piece, row by row. */
function setPositions(
  v: Float64Array,
  offset: number,
  scales: readonly [x: number, y: number],
  wide: number,
  count: number,
  origin: { readonly x: number; readonly y: number },
  x: Float64Array,
  y: Float64Array,
): void {
  const size = v[offset + 2]!;
  for (let start = 0, row = 0; start < count; start += wide, row++) {
    const down = (row + 0.5) / size;
    for (let axis = 0; axis < 2; axis++) {
      const left = parabola(v, offset + 3 + axis, down);
      const middle = parabola(v, offset + 5 + axis, down);
      const right = parabola(v, offset + 7 + axis, down);
      const out = axis === 0 ? x : y;
      const scale = scales[axis]!;
      const first = left * scale - (axis === 0 ? origin.x : origin.y);
      const slope = ((4 * middle - 3 * left - right) * scale) / size;
      const bend = ((2 * left - 4 * middle + 2 * right) * scale) / (size * size);
      for (let column = 0; column < wide; column++) {
        const across = column + 0.5;
        out[start + column] = first + (slope + bend * across) * across;
      }
    }
  }
}

/** Evaluate the parabola through three values of a list, six apart, at a fraction of its length. */
function parabola(v: Float64Array, offset: number, share: number): number {
  const a = v[offset]!;
  const b = v[offset + 6]!;
  const c = v[offset + 12]!;
  return a + (4 * b - 3 * a - c + (2 * a - 4 * b + 2 * c) * share) * share;
}

interface Hillshade {
  /**
   * Shade the colors of `count` positions in a piece. Slopes facing the sun get brighter; flat ground keeps its color.
   */
  shade(piece: SourcePiece, x: Float64Array, y: Float64Array, count: number, colors: Uint32Array): void;
  /** Write the brightness at `count` positions, from 1 (unlit) to 255 (facing the sun). */
  values(piece: SourcePiece, x: Float64Array, y: Float64Array, count: number, out: Float64Array): void;
}

/** Make the hillshade of a level's first band from the slopes of the eight pixels around each (Horn 1981). */
export function createHillshade(manifest: RasterManifest, level: number, relief: Relief): Hillshade {
  const [sunEast, sunNorth, sunUp] = relief.sun;
  const { extent, widthPx, heightPx, spatialReference } = manifest;
  const [scaleX, scaleY] = levelScale(manifest, level);
  const definition = getDefinition(spatialReference);
  const isInDegrees = definition?.isGeographic === true;
  const metres = isInDegrees ? metersPerUnit('gisDecimalDegrees') : (definition?.metersPerUnit ?? 1);
  const across = ((extent[2] - extent[0]) / (widthPx * scaleX)) * metres;
  const down = ((extent[3] - extent[1]) / (heightPx * scaleY)) * metres;
  let shades = new Float32Array(4096);
  let light = new Float64Array(0);

  const shadePiece = (piece: SourcePiece): void => {
    const { width, height, kinds } = piece;
    const heights = piece.samples[0]!;
    if (shades.length < width * height) shades = new Float32Array(width * height);
    for (let row = 0; row < height; row++) {
      // Degrees of longitude shrink toward the poles.
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

  const computeFacing = (x: number, y: number): number => {
    const facing = (sunUp - x * sunEast - y * sunNorth) / Math.sqrt(1 + x * x + y * y);
    return facing > 0 ? facing : 0;
  };

  /** Shade pixels of a row that have all neighbors. */
  const shadeRow = (
    heights: SourcePiece['samples'][number],
    from: number,
    to: number,
    width: number,
    byEast: number,
    byNorth: number,
  ): void => {
    for (let pixel = from; pixel < to; pixel++) {
      const [above, below] = [pixel - width, pixel + width];
      const a = heights[above - 1]!;
      const c = heights[above + 1]!;
      const g = heights[below - 1]!;
      const i = heights[below + 1]!;
      const x = (c + i - a - g + 2 * (heights[pixel + 1]! - heights[pixel - 1]!)) * byEast;
      const y = (a + c - g - i + 2 * (heights[above]! - heights[below]!)) * byNorth;
      shades[pixel] = computeFacing(x, y);
    }
  };

  /** Shade a pixel whose neighbors may be missing. */
  const shadePixel = (
    { width, height, kinds, samples }: SourcePiece,
    row: number,
    column: number,
    byEast: number,
    byNorth: number,
  ): void => {
    const heights = samples[0]!;
    const pixel = row * width + column;
    const [left, right] = [column > 0 ? -1 : 0, column < width - 1 ? 1 : 0];
    const [above, below] = [row > 0 ? -width : 0, row < height - 1 ? width : 0];
    // A neighbor without data gets the height of the pixel itself.
    const heightAt = (step: number): number => heights[kinds && kinds[pixel + step] === 0 ? pixel : pixel + step]!;
    const [a, b, c] = [heightAt(above + left), heightAt(above), heightAt(above + right)];
    const [d, f] = [heightAt(left), heightAt(right)];
    const [g, h, i] = [heightAt(below + left), heightAt(below), heightAt(below + right)];
    // At the raster's edge, the difference spans one pixel instead of two.
    const x = ((c + 2 * f + i - a - 2 * d - g) * byEast * 2) / (right - left || 1);
    const y = ((a + 2 * b + c - g - 2 * h - i) * byNorth * 2) / ((below - above) / width || 1);
    shades[pixel] = computeFacing(x, y);
  };

  const computeLight = (piece: SourcePiece, x: Float64Array, y: Float64Array, count: number): Float64Array => {
    shadePiece(piece);
    if (light.length < count) light = new Float64Array(count);
    resamplers.bilinear(piece, shades, x, y, count, light);
    return light;
  };

  return {
    shade(piece, x, y, count, colors) {
      const facing = computeLight(piece, x, y, count);
      for (let i = 0; i < count; i++) {
        const color = colors[i]!;
        // Positions without valid neighbors aren't shown anyway.
        const factor = facing[i]! >= 0 ? facing[i]! / sunUp : 1;
        const red = Math.min(255, ((color & 255) * factor + 0.5) | 0);
        const green = Math.min(255, (((color >>> 8) & 255) * factor + 0.5) | 0);
        const blue = Math.min(255, (((color >>> 16) & 255) * factor + 0.5) | 0);
        colors[i] = (red | (green << 8) | (blue << 16) | (color & 0xff000000)) >>> 0;
      }
    },
    values(piece, x, y, count, out) {
      const facing = computeLight(piece, x, y, count);
      for (let i = 0; i < count; i++) out[i] = 1 + 254 * facing[i]!;
    },
  };
}

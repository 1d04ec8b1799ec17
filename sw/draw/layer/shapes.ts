import type { Extent } from '../../geometry/extent.ts';
import { growArray } from '../../geometry/grow-array.ts';
import type { Transformation } from '../../geometry/project.ts';
import type { MapView } from '../../geometry/view.ts';
import type { GeometryBatch } from '../../rows/batch.ts';
import { endFeature, endPart, newPixelPaths, type PixelPaths, reserveVertices } from '../surface/pixel-paths.ts';
import { cutLine, cutRing, type PixelWindow } from './cut-pixels.ts';
import { keepsAxes, type Matrix, pixelMatrix } from './layer-window.ts';
import { partProjector } from './project-part.ts';
import { snapMatrix, snapPath } from './snap.ts';

/** Features of one symbol group, in pixels. */
export interface ShapeStore {
  readonly paths: PixelPaths;
  /** Parts smaller than a pixel: [x, y] of pixel centers, each pixel at most once. */
  dots: Float32Array;
  dotCount: number;
}

/** Converts lines and polygons to pixels. */
export interface ShapeReader {
  /** Add row `row` of a batch to a store. `isInside` means that the feature is certainly inside the window. */
  add(store: ShapeStore, batch: GeometryBatch, row: number, isInside: boolean): void;
  /**
   * Add all rows of a batch that is certainly inside the window. Faster than row by row.
   *
   * @returns false if lines bend or tear in the projection; then nothing is added
   */
  addBatch(store: ShapeStore, batch: GeometryBatch): boolean;
  newStore(): ShapeStore;
  /** End reading, so that the next reader can reuse the memory. Nothing can be added afterwards. */
  finish(): void;
}

/** For each pixel, the number of the last store that added a dot there. */
interface DotMarks {
  readonly numbers: Int32Array;
  /** Numbers continue across images, so that nothing needs to be cleared. */
  lastNumber: number;
}

/** Memory for the next reader. Allocating arrays of an image's size would trigger garbage collection. */
let idle: DotMarks | undefined;
/** Maximum pixels to reuse, enough for a block of tiles. */
const idlePixels = 5_000_000;

function takeMarks(pixels: number): DotMarks {
  const idleMarks = idle;
  idle = undefined;
  return idleMarks && idleMarks.numbers.length >= pixels
    ? idleMarks
    : { numbers: new Int32Array(pixels), lastNumber: 0 };
}

/**
 * Path that is being read, shared by all readers because only one is read at a time. New arrays would have to be
 * cleared and collected.
 */
let inside = new Float64Array(2048);
let pixels = new Float64Array(2048);
/** Maximum length of an array that is kept for reuse: enough for half a million vertices. */
const idleNumbers = 1 << 20;

/**
 * Make a reader of lines or polygons.
 *
 * @param window   visible extent with a margin, in layer units
 * @param marginPx the same margin in pixels
 */
export function createShapeReader(
  isClosed: boolean,
  view: MapView,
  projection: Transformation | undefined,
  window: Extent,
  marginPx: number,
  snapPx: number,
): ShapeReader {
  const matrix: Matrix = snapMatrix(pixelMatrix(view), snapPx);
  const limits: PixelWindow = [-marginPx, -marginPx, view.widthPx + marginPx, view.heightPx + marginPx];
  let marks: DotMarks | undefined;
  const project = projection && partProjector(projection, isClosed);
  // In an infinite window everything is inside, however far from the image.
  const isBounded = window.every(Number.isFinite);
  const minVertices = 2;
  const numbers = new Map<ShapeStore, number>();

  const addDot = (store: ShapeStore, x: number, y: number): void => {
    if (x < 0 || y < 0 || x >= view.widthPx || y >= view.heightPx) return;
    const pixel = Math.floor(y) * view.widthPx + Math.floor(x);
    marks ??= takeMarks(view.widthPx * view.heightPx);
    let number = numbers.get(store);
    if (number === undefined) {
      number = ++marks.lastNumber;
      numbers.set(store, number);
    }
    if (marks.numbers[pixel] === number) return;
    marks.numbers[pixel] = number;
    if (2 * store.dotCount === store.dots.length) store.dots = growArray(store.dots);
    store.dots[2 * store.dotCount] = x;
    store.dots[2 * store.dotCount + 1] = y;
    store.dotCount++;
  };

  /** Snap a part into `pixels`. @returns number of vertices; the first one of a ring isn't repeated */
  const snap = (xy: Float64Array, from: number, to: number): number => {
    if (2 * (to - from) > pixels.length) pixels = new Float64Array(4 * (to - from));
    const count = snapPath(xy, from, to, matrix, snapPx, pixels);
    const isRepeated =
      isClosed && count > 1 && pixels[0] === pixels[2 * count - 2] && pixels[1] === pixels[2 * count - 1];
    return isRepeated ? count - 1 : count;
  };

  const addPixels = (store: ShapeStore, xy: Float64Array, from: number, to: number, isInside: boolean): void => {
    const count = snap(xy, from, to);
    if (count === 0) return;
    if (count < minVertices) addDot(store, pixels[0]!, pixels[1]!);
    else if ((isInside && isBounded) || isWithin(pixels, count, limits)) keepPixels(store.paths, pixels, count);
    else if (isClosed) {
      const ring = cutRing(pixels, count, limits);
      if (ring.length > 4) keepPixels(store.paths, ring, ring.length / 2);
    } else
      cutLine(pixels, count, limits, (piece) => keepPixels(store.paths, Float64Array.from(piece), piece.length / 2));
  };

  return {
    newStore: () => ({ paths: newPixelPaths(isClosed), dots: new Float32Array(32), dotCount: 0 }),

    finish() {
      if (marks && marks.numbers.length <= idlePixels) idle = marks;
      marks = undefined;
      if (inside.length > idleNumbers) inside = new Float64Array(2048);
      if (pixels.length > idleNumbers) pixels = new Float64Array(2048);
    },

    addBatch(store, { xy, partOffsets, featureOffsets, rowCount }) {
      if (!isBounded || (projection && !keepsAxes(projection))) return false;
      let source = xy;
      let skipped = 0;
      if (projection) {
        skipped = partOffsets[featureOffsets[0]!]!;
        const numbers = 2 * (partOffsets[featureOffsets[rowCount]!]! - skipped);
        if (numbers > inside.length) inside = new Float64Array(2 * numbers);
        inside.set(xy.subarray(2 * skipped, 2 * skipped + numbers));
        projection.forward(inside, 0, numbers);
        for (let i = 0; i < numbers; i++) if (inside[i]! - inside[i]! !== 0) return false;
        source = inside;
      }
      const { paths } = store;
      for (let row = 0; row < rowCount; row++) {
        const lastPart = featureOffsets[row + 1]!;
        for (let part = featureOffsets[row]!; part < lastPart; part++) {
          const count = snap(source, partOffsets[part]! - skipped, partOffsets[part + 1]! - skipped);
          if (count >= minVertices) keepPixels(paths, pixels, count);
          else if (count > 0) addDot(store, pixels[0]!, pixels[1]!);
        }
        endFeature(paths);
      }
      return true;
    },

    add(store, batch, row, isInside) {
      const lastPart = batch.featureOffsets[row + 1]!;
      for (let part = batch.featureOffsets[row]!; part < lastPart; part++) {
        let source = batch.xy;
        let from = batch.partOffsets[part]!;
        let to = batch.partOffsets[part + 1]!;
        if (2 * (to - from) > inside.length) inside = new Float64Array(4 * (to - from));
        if (!isInside) {
          to = copyInside(source, from, to, window, inside);
          from = 0;
          source = inside;
        } else if (project) {
          inside.set(source.subarray(2 * from, 2 * to));
          to -= from;
          from = 0;
          source = inside;
        }
        if (to === from) continue;
        if (project) project(source, from, to, (xy, first, end) => addPixels(store, xy, first, end, isInside));
        else addPixels(store, source, from, to, isInside);
      }
      endFeature(store.paths);
    },
  };
}

function keepPixels(paths: PixelPaths, part: Float64Array, count: number): void {
  reserveVertices(paths, count);
  const { xy } = paths;
  for (let i = 0, target = 2 * paths.vertexCount; i < 2 * count; i++, target++) xy[target] = part[i]!;
  paths.vertexCount += count;
  endPart(paths);
}

function isWithin(xy: Float64Array, count: number, [xmin, ymin, xmax, ymax]: PixelWindow): boolean {
  for (let i = 0; i < 2 * count; i += 2) {
    const x = xy[i]!;
    const y = xy[i + 1]!;
    if (x < xmin || x > xmax || y < ymin || y > ymax) return false;
  }
  return true;
}

/**
 * Copy a path without vertices that are, like both neighbors, outside the same side of a window. The visible part stays
 * the same, and the coast of a continent is reduced to the nearby part.
 *
 * @param from   index of the path's first vertex in `xy`, flat coordinates
 * @param to     index after its last vertex
 * @param out    receives the copy at its start; must have space for the whole path
 * @returns number of vertices copied; 0 if the whole path is outside one side
 */
export function copyInside(
  xy: Float64Array,
  from: number,
  to: number,
  [xmin, ymin, xmax, ymax]: Extent,
  out: Float64Array,
): number {
  let count = 0;
  let common = 15;
  let before = 0;
  let isPending = false;
  for (let i = from; i < to; i++) {
    const x = xy[2 * i]!;
    const y = xy[2 * i + 1]!;
    const code = (x < xmin ? 1 : x > xmax ? 2 : 0) | (y < ymin ? 4 : y > ymax ? 8 : 0);
    common &= code;
    if ((code & before) !== 0 && i + 1 < to) {
      // Still outside that side, so postpone the vertex until the path turns away from it.
      isPending = true;
      before &= code;
      continue;
    }
    if (isPending) {
      out[2 * count] = xy[2 * i - 2]!;
      out[2 * count + 1] = xy[2 * i - 1]!;
      count++;
      isPending = false;
    }
    out[2 * count] = x;
    out[2 * count + 1] = y;
    count++;
    before = code;
  }
  return common === 0 ? count : 0;
}

import type { Extent } from '../../geometry/extent.ts';
import { growArray } from '../../geometry/grow-array.ts';
import type { Transformation } from '../../geometry/project.ts';
import type { MapView } from '../../geometry/view.ts';
import type { GeometryBatch } from '../../rows/batch.ts';
import type { PixelBox } from '../surface/surface.ts';
import { type Matrix, pixelMatrix } from './layer-window.ts';
import { createMixedPoints, type MixedPoints } from './mixed-points.ts';

/** Points of one symbol group in pixels, at most one per pixel. */
export interface PointStore {
  xy: Float32Array;
  count: number;
  /** One bit per pixel of the image and its margin. */
  readonly occupied: Uint32Array;
}

/** Converts points to pixels. */
export interface PointReader {
  /** Add a point in layer units. [dxPx, dyPx] is the offset of its symbol. */
  add(store: PointStore, x: number, y: number, dxPx: number, dyPx: number): void;
  /** Add all points of row `row` of a batch of points or multipoints. */
  addRow(store: PointStore, batch: GeometryBatch, row: number, dxPx: number, dyPx: number): void;
  /** Add all points of a batch, which is faster than row by row. */
  addBatch(store: PointStore, batch: GeometryBatch, dxPx: number, dyPx: number): void;
  newStore(): PointStore;
  /** Add all points of a row to a store for many symbols. */
  mixRow(mixed: MixedPoints, batch: GeometryBatch, row: number, symbol: number, dxPx: number, dyPx: number): void;
  newMixed(): MixedPoints;
}

const everywhere: Extent = [-Infinity, -Infinity, Infinity, Infinity];

/** Make a reader of points. For `window` and `marginPx`, see `createShapeReader`. */
export function createPointReader(
  view: MapView,
  projection: Transformation | undefined,
  window: Extent,
  marginPx: number,
  snapPx: number,
): PointReader {
  const [xmin, ymin, xmax, ymax] = window;
  const matrix = pixelMatrix(view);
  const [a, b, c, d, e, f] = matrix;
  const margin = Math.ceil(marginPx);
  const widthPx = view.widthPx + 2 * margin;
  const heightPx = view.heightPx + 2 * margin;
  const point = new Float64Array(2);
  let seen = new Float64Array(0);

  const isSeen = (x: number, y: number): boolean => x >= xmin && x <= xmax && y >= ymin && y <= ymax;

  /** Convert a projected point. Return its pixel in the image with its margin; -1 if it is outside. */
  const findPixel = (x: number, y: number, dxPx: number, dyPx: number): number => {
    const px = Math.floor((a * x + c * y + e + dxPx) / snapPx) * snapPx + snapPx / 2;
    const py = Math.floor((b * x + d * y + f + dyPx) / snapPx) * snapPx + snapPx / 2;
    point[0] = px;
    point[1] = py;
    const column = Math.floor(px) + margin;
    const line = Math.floor(py) + margin;
    return column >= 0 && line >= 0 && column < widthPx && line < heightPx ? line * widthPx + column : -1;
  };

  /** Convert a point in layer units. Return its pixel like `findPixel`; -1 also if it is outside the window. */
  const locate = (x: number, y: number, dxPx: number, dyPx: number): number => {
    if (!isSeen(x, y)) return -1;
    if (!projection) return findPixel(x, y, dxPx, dyPx);
    point[0] = x;
    point[1] = y;
    projection.forward(point, 0, 2);
    return findPixel(point[0]!, point[1]!, dxPx, dyPx);
  };

  const put = (store: PointStore, pixel: number): void => {
    if (pixel < 0) return;
    const bit = 1 << (pixel & 31);
    if (store.occupied[pixel >> 5]! & bit) return;
    store.occupied[pixel >> 5]! |= bit;
    if (2 * store.count === store.xy.length) store.xy = growArray(store.xy);
    store.xy[2 * store.count] = point[0]!;
    store.xy[2 * store.count + 1] = point[1]!;
    store.count++;
  };

  const add = (store: PointStore, x: number, y: number, dxPx: number, dyPx: number): void =>
    put(store, locate(x, y, dxPx, dyPx));

  return {
    add,
    addRow(store, batch, row, dxPx, dyPx) {
      const last = batch.partOffsets[batch.featureOffsets[row + 1]!]!;
      for (let i = batch.partOffsets[batch.featureOffsets[row]!]!; i < last; i++)
        add(store, batch.xy[2 * i]!, batch.xy[2 * i + 1]!, dxPx, dyPx);
    },
    addBatch(store, { xy, partOffsets, featureOffsets, rowCount }, dxPx, dyPx) {
      const first = 2 * partOffsets[featureOffsets[0]!]!;
      const last = 2 * partOffsets[featureOffsets[rowCount]!]!;
      let points = xy.subarray(first, last);
      if (projection) {
        if (seen.length < last - first) seen = new Float64Array(last - first);
        let length = 0;
        for (let i = first; i < last; i += 2) {
          const x = xy[i]!;
          const y = xy[i + 1]!;
          if (!(x >= xmin && x <= xmax && y >= ymin && y <= ymax)) continue;
          seen[length++] = x;
          seen[length++] = y;
        }
        projection.forward(seen, 0, length);
        points = seen.subarray(0, length);
      }
      if (snapPx === 1) {
        const box: PixelBox = { xPx: margin, yPx: margin, widthPx, heightPx };
        putAll(store, points, projection ? everywhere : window, matrix, [dxPx, dyPx], box);
      } else if (projection)
        for (let i = 0; i < points.length; i += 2) put(store, findPixel(points[i]!, points[i + 1]!, dxPx, dyPx));
      else for (let i = 0; i < points.length; i += 2) add(store, points[i]!, points[i + 1]!, dxPx, dyPx);
    },
    mixRow(mixed, batch, row, symbol, dxPx, dyPx) {
      const last = batch.partOffsets[batch.featureOffsets[row + 1]!]!;
      for (let i = batch.partOffsets[batch.featureOffsets[row]!]!; i < last; i++) {
        const pixel = locate(batch.xy[2 * i]!, batch.xy[2 * i + 1]!, dxPx, dyPx);
        if (pixel >= 0) mixed.add(pixel, point[0]!, point[1]!, batch.firstRow + row, symbol);
      }
    },
    newMixed: () => createMixedPoints(widthPx * heightPx),
    newStore: () => ({
      xy: new Float32Array(64),
      count: 0,
      occupied: new Uint32Array(Math.ceil((widthPx * heightPx) / 32)),
    }),
  };
}

/**
 * Add all projected points in a window, snapped to whole pixels. This is `put` in one loop, so that its numbers stay
 * integers. The box is the size of the image with its margin, and the position of the image in it.
 */
function putAll(
  store: PointStore,
  points: Float64Array,
  [xmin, ymin, xmax, ymax]: Extent,
  [a, b, c, d, e, f]: Matrix,
  [dxPx, dyPx]: readonly [number, number],
  { xPx, yPx, widthPx, heightPx }: PixelBox,
): void {
  const { occupied } = store;
  let { xy, count } = store;
  const right = widthPx - xPx;
  const bottom = heightPx - yPx;
  for (let i = 0; i < points.length; i += 2) {
    const x = points[i]!;
    const y = points[i + 1]!;
    if (!(x >= xmin && x <= xmax && y >= ymin && y <= ymax)) continue;
    const column = Math.floor(a * x + c * y + e + dxPx);
    const line = Math.floor(b * x + d * y + f + dyPx);
    if (!(column >= -xPx && line >= -yPx && column < right && line < bottom)) continue;
    const pixel = Math.imul(line + yPx, widthPx) + column + xPx;
    const bit = 1 << (pixel & 31);
    const word = occupied[pixel >> 5]!;
    if (word & bit) continue;
    occupied[pixel >> 5] = word | bit;
    if (2 * count === xy.length) xy = growArray(xy);
    xy[2 * count] = column + 0.5;
    xy[2 * count + 1] = line + 0.5;
    count++;
  }
  store.xy = xy;
  store.count = count;
}

import type { GeometryBatch } from '../features/batch.ts';
import type { Transformation } from '../geometry/project.ts';
import type { MapView } from '../geometry/view.ts';
import { anchorOf, longestPath } from './anchor.ts';
import { pixelMatrix } from './layer-window.ts';

/** Where a feature stands in a picture, for its label. */
export interface FeaturePlace {
  readonly kind: 'point' | 'line' | 'area';
  readonly xPx: number;
  readonly yPx: number;
  /** Size of an area's largest ring; 0 for others. */
  readonly widthPx: number;
  readonly heightPx: number;
  /** The longest path of a line, flat pixels. */
  readonly line?: Float64Array;
}

/** Finds the places of features. */
interface FeaturePlaces {
  /** Undefined when the row has no geometry or its place is outside the picture and its margin. */
  of(batch: GeometryBatch, row: number): FeaturePlace | undefined;
}

/** Make a finder for a view. Whole features are looked at, not what is seen of them: neighbouring pictures must agree. */
export function createFeaturePlaces(
  view: MapView,
  projection: Transformation | undefined,
  marginPx: number,
): FeaturePlaces {
  const [a, b, c, d, e, f] = pixelMatrix(view);
  const anchor = new Float64Array(2);

  const toPixels = (xy: Float64Array): void => {
    projection?.forward(xy);
    for (let i = 0; i < xy.length; i += 2) {
      const x = xy[i]!;
      const y = xy[i + 1]!;
      xy[i] = a * x + c * y + e;
      xy[i + 1] = b * x + d * y + f;
    }
  };
  const isNear = (x: number, y: number): boolean =>
    x >= -marginPx && y >= -marginPx && x <= view.widthPx + marginPx && y <= view.heightPx + marginPx;

  return {
    of(batch, row) {
      if (!anchorOf(batch, row, anchor)) return undefined;
      toPixels(anchor);
      const xPx = anchor[0]!;
      const yPx = anchor[1]!;
      if (!isNear(xPx, yPx)) return undefined;
      if (batch.kind === 'polygon') return { kind: 'area', xPx, yPx, ...ringSize(batch, row, toPixels) };
      if (batch.kind === 'polyline') {
        const [from, to] = longestPath(batch, row);
        const line = batch.xy.slice(2 * from, 2 * to);
        toPixels(line);
        return { kind: 'line', xPx, yPx, widthPx: 0, heightPx: 0, line };
      }
      return { kind: 'point', xPx, yPx, widthPx: 0, heightPx: 0 };
    },
  };
}

function ringSize(
  batch: GeometryBatch,
  row: number,
  toPixels: (xy: Float64Array) => void,
): { widthPx: number; heightPx: number } {
  const [from, to] = longestPath(batch, row);
  const ring = batch.xy.slice(2 * from, 2 * to);
  toPixels(ring);
  let xmin = Infinity;
  let ymin = Infinity;
  let xmax = -Infinity;
  let ymax = -Infinity;
  for (let i = 0; i < ring.length; i += 2) {
    xmin = Math.min(xmin, ring[i]!);
    xmax = Math.max(xmax, ring[i]!);
    ymin = Math.min(ymin, ring[i + 1]!);
    ymax = Math.max(ymax, ring[i + 1]!);
  }
  return { widthPx: Math.max(0, xmax - xmin), heightPx: Math.max(0, ymax - ymin) };
}

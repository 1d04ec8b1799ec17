import { clipPaths } from '../../geometry/clip.ts';
import type { Extent } from '../../geometry/extent.ts';
import { clearPaths, pathBuffer } from '../../geometry/flat-geometry.ts';
import type { Transformation } from '../../geometry/project.ts';
import type { MapView } from '../../geometry/view.ts';
import type { GeometryBatch } from '../../rows/batch.ts';
import { findAnchor, findLongestPath } from '../layer/anchor.ts';
import { pixelMatrix } from '../layer/layer-window.ts';

/** Location of a feature's label in an image. */
export interface FeatureAnchor {
  readonly kind: 'point' | 'line' | 'area';
  readonly xPx: number;
  readonly yPx: number;
  /** Size of an area's largest ring; 0 for other kinds. */
  readonly widthPx: number;
  readonly heightPx: number;
  /** The longest path of a line, as flat pixel coordinates. */
  readonly line?: Float64Array;
  /** Ends at which the image cuts the line; undefined for a whole line. */
  readonly cut?: { readonly start: boolean; readonly end: boolean };
}

interface AnchorFinder {
  /** Return the anchor of a row; undefined if it has no geometry or is outside the image and its margin. */
  of(batch: GeometryBatch, row: number): FeatureAnchor | undefined;
}

/** Minimum distance of text from an image edge that cuts its line. */
const edgePx = 8;

/**
 * Make an anchor finder for a view. Lines use their visible part. Other features are used whole, because adjacent
 * images must agree.
 *
 * @param isPartOfWhole true to use whole lines, too
 */
export function createAnchorFinder(
  view: MapView,
  projection: Transformation | undefined,
  marginPx: number,
  isPartOfWhole = false,
): AnchorFinder {
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

  const inside: Extent = [edgePx, edgePx, view.widthPx - edgePx, view.heightPx - edgePx];
  const pieces = pathBuffer();
  /** Return the longest visible part of a line; undefined if the line is fully visible or invisible. */
  const findVisibleLine = (
    { xy, partOffsets, featureOffsets }: GeometryBatch,
    row: number,
  ): FeatureAnchor | undefined => {
    const offsets = partOffsets.slice(featureOffsets[row]!, featureOffsets[row + 1]! + 1);
    const [from, to] = [offsets[0]!, offsets.at(-1)!];
    const pixels = xy.slice(2 * from, 2 * to);
    toPixels(pixels);
    if (pixels.every((value, i) => value >= 0 && value <= (i % 2 === 0 ? view.widthPx : view.heightPx)))
      return undefined;
    const ends = offsets.map((offset) => offset - from);
    clearPaths(pieces);
    clipPaths(pixels, ends, 0, ends.length - 1, inside, pieces);
    if (pieces.partCount === 0) return undefined;
    const [first, end] = findLongestPath({ ...pieces, featureOffsets: Int32Array.of(0, pieces.partCount) }, 0);
    const line = pieces.xy.slice(2 * first, 2 * end);
    const [left, top, right, bottom] = inside;
    const isCut = (x: number, y: number): boolean => Math.min(x - left, y - top, right - x, bottom - y) < 1e-6;
    const cut = { start: isCut(line[0]!, line[1]!), end: isCut(line.at(-2)!, line.at(-1)!) };
    return { kind: 'line', xPx: line[0]!, yPx: line[1]!, widthPx: 0, heightPx: 0, line, cut };
  };

  return {
    of(batch, row) {
      const seen = batch.kind === 'polyline' && !isPartOfWhole ? findVisibleLine(batch, row) : undefined;
      if (seen) return seen;
      if (!findAnchor(batch, row, anchor)) return undefined;
      toPixels(anchor);
      const xPx = anchor[0]!;
      const yPx = anchor[1]!;
      if (!isNear(xPx, yPx)) return undefined;
      if (batch.kind === 'polygon') return { kind: 'area', xPx, yPx, ...ringSize(batch, row, toPixels) };
      if (batch.kind === 'polyline') {
        const [from, to] = findLongestPath(batch, row);
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
  const [from, to] = findLongestPath(batch, row);
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

import type { Steps } from '../../scheduler.ts';
import type { GeometryBatch } from '../batch.ts';
import type { PointLocation } from './edge-crossing.ts';
import type { EdgeTree } from './edge-tree.ts';

/** Consecutive points are close together, so this many are tested as a group, then smaller groups. */
const atOnce = 64;
const maxSinglePoints = 4;

/**
 * Select rows of points by their location relative to a polygon. If no edge is near a group of points, one point
 * decides for all.
 *
 * @returns the selected rows in the given order, never rows without geometry
 */
export function* pointsWhere(
  polygon: EdgeTree,
  { xy, partOffsets, featureOffsets, firstRow }: GeometryBatch,
  rows: Uint32Array,
  keeps: (location: PointLocation) => boolean,
): Steps<Uint32Array> {
  const shapedRows = rows.filter((row) => featureOffsets[row - firstRow] !== featureOffsets[row - firstRow + 1]);
  const selected = new Uint32Array(shapedRows.length);
  let count = 0;
  const pointOffset = (i: number): number => 2 * partOffsets[featureOffsets[shapedRows[i]! - firstRow]!]!;
  for (let first = 0; first < shapedRows.length; first += atOnce) {
    decide(first, Math.min(first + atOnce, shapedRows.length));
    yield;
  }
  return selected.subarray(0, count);

  function decide(first: number, end: number): void {
    if (end - first <= maxSinglePoints) {
      for (let i = first; i < end; i++) {
        const offset = pointOffset(i);
        if (keeps(polygon.locate(xy[offset]!, xy[offset + 1]!))) selected[count++] = shapedRows[i]!;
      }
      return;
    }
    let xmin = Number.POSITIVE_INFINITY;
    let ymin = Number.POSITIVE_INFINITY;
    let xmax = Number.NEGATIVE_INFINITY;
    let ymax = Number.NEGATIVE_INFINITY;
    for (let i = first; i < end; i++) {
      const offset = pointOffset(i);
      const x = xy[offset]!;
      const y = xy[offset + 1]!;
      if (x < xmin) xmin = x;
      if (x > xmax) xmax = x;
      if (y < ymin) ymin = y;
      if (y > ymax) ymax = y;
    }
    if (polygon.some(xmin, ymin, xmax, ymax, anyEdge)) {
      const step = (end - first + 3) >> 2;
      for (let i = first; i < end; i += step) decide(i, Math.min(i + step, end));
    } else if (keeps(polygon.locate(xmin, ymin))) {
      selected.set(shapedRows.subarray(first, end), count);
      count += end - first;
    }
  }
}

const anyEdge = (): boolean => true;

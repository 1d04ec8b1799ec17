import { wrongValue } from '../../contract/index.ts';
import type { GeometryBatch } from '../batch.ts';

/**
 * Compute the extent of every row.
 *
 * @returns [xmin, ymin, xmax, ymax] per row, NaN for a row without geometry
 * @throws {Fault} `bad-geometry` if a coordinate isn't finite; rows are counted from 1
 */
export function geometryExtents(geometry: GeometryBatch): Float64Array {
  const { featureOffsets, partOffsets, xy, rowCount } = geometry;
  const extents = new Float64Array(4 * rowCount);
  for (let row = 0; row < rowCount; row++) {
    const start = partOffsets[featureOffsets[row]!]!;
    const end = partOffsets[featureOffsets[row + 1]!]!;
    let xmin = Number.POSITIVE_INFINITY;
    let ymin = Number.POSITIVE_INFINITY;
    let xmax = Number.NEGATIVE_INFINITY;
    let ymax = Number.NEGATIVE_INFINITY;
    let sum = 0;
    for (let v = start; v < end; v++) {
      const x = xy[2 * v]!;
      const y = xy[2 * v + 1]!;
      if (x < xmin) xmin = x;
      if (x > xmax) xmax = x;
      if (y < ymin) ymin = y;
      if (y > ymax) ymax = y;
      sum += x * 0 + y * 0; // becomes NaN if any coordinate isn't finite
    }
    if (sum !== 0) {
      const number = geometry.firstRow + row + 1;
      const actual = xy.subarray(2 * start, 2 * end).find((ordinate) => !Number.isFinite(ordinate));
      throw wrongValue('bad-geometry', `Row ${number}`, 'finite coordinates', `${actual}`, { row: number });
    }
    const isEmpty = start === end;
    extents[4 * row] = isEmpty ? Number.NaN : xmin;
    extents[4 * row + 1] = isEmpty ? Number.NaN : ymin;
    extents[4 * row + 2] = isEmpty ? Number.NaN : xmax;
    extents[4 * row + 3] = isEmpty ? Number.NaN : ymax;
  }
  return extents;
}

import type { Extent } from '../../geometry/extent.ts';
import type { GeometryBatch } from '../batch.ts';
import type { ExactTest } from '../scan.ts';

/**
 * Return a test that selects features with a point in common with an envelope, edges included. It tests the features
 * themselves, not their extents.
 */
export function envelopeTest(extent: Extent): ExactTest {
  const [xmin, ymin, xmax, ymax] = extent;
  return {
    isQuick: true,
    judge([left, bottom, right, top]) {
      if (left > xmax || right < xmin || bottom > ymax || top < ymin) return 'none';
      return left >= xmin && right <= xmax && bottom >= ymin && top <= ymax ? 'all' : 'maybe';
    },
    test(geometry, rows) {
      const meets = geometry.kind === 'point' || geometry.kind === 'multipoint' ? pointsMeet : shapeMeets;
      const selected = new Uint32Array(rows.length);
      let end = 0;
      for (let i = 0; i < rows.length; i++) {
        const row = rows[i]!;
        if (meets(geometry, row - geometry.firstRow, extent)) selected[end++] = row;
      }
      return selected.subarray(0, end);
    },
  };
}

function pointsMeet(geometry: GeometryBatch, row: number, [xmin, ymin, xmax, ymax]: Extent): boolean {
  const { xy, partOffsets, featureOffsets } = geometry;
  const end = 2 * partOffsets[featureOffsets[row + 1]!]!;
  for (let i = 2 * partOffsets[featureOffsets[row]!]!; i < end; i += 2) {
    if (xy[i]! >= xmin && xy[i]! <= xmax && xy[i + 1]! >= ymin && xy[i + 1]! <= ymax) return true;
  }
  return false;
}

function shapeMeets(geometry: GeometryBatch, row: number, extent: Extent): boolean {
  // Finding a vertex inside is cheap and mostly enough.
  if (pointsMeet(geometry, row, extent)) return true;
  const { xy, partOffsets, featureOffsets } = geometry;
  const endPart = featureOffsets[row + 1]!;
  for (let part = featureOffsets[row]!; part < endPart; part++) {
    const last = 2 * partOffsets[part + 1]! - 2;
    for (let i = 2 * partOffsets[part]!; i < last; i += 2) {
      if (segmentMeets(xy[i]!, xy[i + 1]!, xy[i + 2]!, xy[i + 3]!, extent)) return true;
    }
  }
  // No edge meets the envelope, so it is completely inside or completely outside.
  return geometry.kind === 'polygon' && contains(geometry, row, extent[0], extent[1]);
}

/** Whether a segment has a point in an envelope. */
function segmentMeets(x1: number, y1: number, x2: number, y2: number, extent: Extent): boolean {
  const [xmin, ymin, xmax, ymax] = extent;
  if ((x1 < xmin && x2 < xmin) || (x1 > xmax && x2 > xmax) || (y1 < ymin && y2 < ymin) || (y1 > ymax && y2 > ymax)) {
    return false;
  }
  // The extents meet, so the segment only misses the envelope if all four corners are on one side of its line.
  const dx = x2 - x1;
  const dy = y2 - y1;
  const a = dx * (ymin - y1) - dy * (xmin - x1);
  const b = dx * (ymin - y1) - dy * (xmax - x1);
  const c = dx * (ymax - y1) - dy * (xmin - x1);
  const d = dx * (ymax - y1) - dy * (xmax - x1);
  return !((a > 0 && b > 0 && c > 0 && d > 0) || (a < 0 && b < 0 && c < 0 && d < 0));
}

/** Whether a point that is on no edge is inside a polygon, by the even-odd rule. */
function contains(geometry: GeometryBatch, row: number, x: number, y: number): boolean {
  const { xy, partOffsets, featureOffsets } = geometry;
  let inside = false;
  for (let part = featureOffsets[row]!; part < featureOffsets[row + 1]!; part++) {
    const last = 2 * partOffsets[part + 1]! - 2;
    for (let i = 2 * partOffsets[part]!; i < last; i += 2) {
      const y1 = xy[i + 1]!;
      const y2 = xy[i + 3]!;
      if (y1 > y !== y2 > y && x < xy[i]! + ((y - y1) / (y2 - y1)) * (xy[i + 2]! - xy[i]!)) inside = !inside;
    }
  }
  return inside;
}

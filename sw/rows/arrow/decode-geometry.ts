import { Fault } from '../../contract/index.ts';
import type { GeometryBatch } from '../batch.ts';
import type { BatchManifest, GeometryKind } from '../manifest.ts';
import { type ColumnReader, checkOffsets, columnReader } from './column-reader.ts';

/**
 * Read the geometry column out of one record batch message, as views of `buffer`.
 *
 * @throws {Fault} `bad-package` when the batch is not as the manifest says
 */
export function decodeGeometry(
  buffer: ArrayBuffer,
  kind: GeometryKind,
  batch: BatchManifest,
  path: string,
): GeometryBatch {
  const reader = columnReader(buffer, path);
  if (reader.rowCount !== batch.rowCount) {
    throw new Fault('bad-package', `${path}: ${batch.rowCount} rows expected, ${reader.rowCount} found.`);
  }
  const rows = { kind, firstRow: batch.firstRow, rowCount: batch.rowCount };
  const parts = kind === 'point' ? readPoints(reader, path) : readLists(reader, kind, path);
  reader.end();
  return { ...rows, ...parts };
}

type Parts = Pick<GeometryBatch, 'xy' | 'partOffsets' | 'featureOffsets'>;

function readPoints(reader: ColumnReader, path: string): Parts {
  const { nulls } = reader.node();
  const count = reader.rowCount;
  const xy = readCoordinates(reader, count, path);
  if (!nulls) return { xy, partOffsets: counting(count + 1), featureOffsets: counting(count + 1) };
  // A null takes up the room of a point in the file, but not in a batch.
  const featureOffsets = new Int32Array(count + 1);
  const copied = new Float64Array(xy.length);
  let points = 0;
  for (let row = 0; row < count; row++) {
    if (!nulls[row]) {
      copied[2 * points] = xy[2 * row]!;
      copied[2 * points + 1] = xy[2 * row + 1]!;
      points++;
    }
    featureOffsets[row + 1] = points;
  }
  return { xy: copied.subarray(0, 2 * points), partOffsets: counting(points + 1), featureOffsets };
}

function readLists(reader: ColumnReader, kind: GeometryKind, path: string): Parts {
  reader.node();
  const featureOffsets = reader.offsets(reader.rowCount);
  const partCount = reader.node().length;
  checkOffsets(featureOffsets, partCount, path);
  if (kind === 'multipoint') {
    return { xy: readCoordinates(reader, partCount, path), partOffsets: counting(partCount + 1), featureOffsets };
  }
  const partOffsets = reader.offsets(partCount);
  const vertexCount = reader.node().length;
  checkOffsets(partOffsets, vertexCount, path);
  return { xy: readCoordinates(reader, vertexCount, path), partOffsets, featureOffsets };
}

/** The ordinates under `count` vertices, two for each. */
function readCoordinates(reader: ColumnReader, count: number, path: string): Float64Array {
  const { length } = reader.node();
  if (length < 2 * count) throw new Fault('bad-package', `${path}: ${2 * count} ordinates expected, ${length} found.`);
  return reader.float64(2 * count);
}

let longestCount = new Int32Array(0);

/** 0, 1, 2, ... with `length` members: one array shared by all, for rows with one part each. */
function counting(length: number): Int32Array {
  if (longestCount.length < length) longestCount = Int32Array.from({ length: Math.max(length, 4097) }, (_, i) => i);
  return longestCount.subarray(0, length);
}

import type { Position } from '../../../../sw/formats/rest-value.ts';
import type { RowBatch } from '../../../../sw/formats/writing/rows-to-write.ts';
import { oneGeometry } from '../../../../sw/geometry/one-geometry.ts';
import type { GeometryKind } from '../../../../sw/rows/manifest.ts';
import type { PlainFeature } from './write-job.ts';

/** Put rows as the server answers them into columns and flat arrays. */
export function batchOfFeatures(
  features: readonly PlainFeature[],
  fieldCount: number,
  kind: GeometryKind | undefined,
): RowBatch {
  const rowCount = features.length;
  const columns = Array.from({ length: fieldCount }, (_, i) => features.map(({ values }) => values[i] ?? null));
  if (!kind) return { rowCount, columns };
  const featureOffsets = new Int32Array(rowCount + 1);
  const all: number[][] = [];
  features.forEach((feature, row) => {
    for (const part of partsOf(feature)) all.push(part);
    featureOffsets[row + 1] = all.length;
  });
  const { xy, partOffsets } = oneGeometry(kind, all);
  return { rowCount, columns, geometry: { xy, partOffsets, featureOffsets } };
}

/** Paths of one vertex and rings of three or fewer are nothing in a file. */
function partsOf({ shape }: PlainFeature): number[][] {
  if (!shape) return [];
  const { x, y, points, paths, rings } = shape;
  const long = (parts: readonly (readonly Position[])[], fewest: number) =>
    parts.filter(({ length }) => length >= fewest).map((part) => part.flat());
  if (points) return points.map((position) => [...position]);
  if (paths) return long(paths, 2);
  if (rings) return long(rings, 4);
  return typeof x === 'number' && typeof y === 'number' ? [[x, y]] : [];
}

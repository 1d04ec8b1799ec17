import type { Value } from '../../../sw/contract/index.ts';
import type { Cell } from '../../../sw/rows/arrow/encode-attributes.ts';
import type { GeometryBatch } from '../../../sw/rows/batch.ts';
import { createBatchCache } from '../../../sw/rows/batch-cache.ts';
import { openTable } from '../../../sw/rows/open-table.ts';
import type { Table } from '../../../sw/rows/table.ts';
import { writeTable } from '../../../sw/rows/write/write-table.ts';
import { field } from './made-table.ts';

/** Make a field from its name and type. */
export const makeMemoryField = (Name: string, Type: Value<'gisFieldType'>): Value<'Field'> => ({
  ...field(Name, Type),
  AliasName: Name,
});

/** Columns by field name: the type and one cell per row. */
export type Columns = Readonly<Record<string, readonly [Value<'gisFieldType'>, readonly Cell[]]>>;

/** Write a table to memory in its stored form and open it. */
export function memoryTable(columns: Columns, geometry?: GeometryBatch): Table {
  const names = Object.keys(columns);
  const { manifest, files } = writeTable({
    name: 'memory',
    fields: names.map((name) => makeMemoryField(name, columns[name]![0])),
    columns: names.map((name) => columns[name]![1]),
    rowCount: geometry?.rowCount ?? columns[names[0]!]![1].length,
    ...(geometry ? { geometry } : {}),
  });
  const read = async (file: string, offset: number, length: number): Promise<ArrayBuffer> =>
    files.get(file)!.slice(offset, offset + length).buffer as ArrayBuffer;
  return openTable(manifest, read, createBatchCache());
}

/** Make a batch of points; undefined is a row without geometry. */
export function pointBatch(points: readonly (readonly [number, number] | undefined)[]): GeometryBatch {
  const there = points.filter((point) => point !== undefined);
  const featureOffsets = new Int32Array(points.length + 1);
  points.forEach((point, row) => {
    featureOffsets[row + 1] = featureOffsets[row]! + (point ? 1 : 0);
  });
  return {
    kind: 'point',
    firstRow: 0,
    rowCount: points.length,
    xy: Float64Array.from(there.flat()),
    partOffsets: Int32Array.from({ length: there.length + 1 }, (_, i) => i),
    featureOffsets,
  };
}

/** Make a batch of features from lists of parts with flat coordinates. */
export function partsBatch(
  kind: GeometryBatch['kind'],
  features: readonly (readonly (readonly number[])[])[],
): GeometryBatch {
  const parts = features.flat();
  const partOffsets = new Int32Array(parts.length + 1);
  parts.forEach((part, i) => {
    partOffsets[i + 1] = partOffsets[i]! + part.length / 2;
  });
  const featureOffsets = new Int32Array(features.length + 1);
  features.forEach((feature, row) => {
    featureOffsets[row + 1] = featureOffsets[row]! + feature.length;
  });
  return {
    kind,
    firstRow: 0,
    rowCount: features.length,
    xy: Float64Array.from(parts.flat()),
    partOffsets,
    featureOffsets,
  };
}

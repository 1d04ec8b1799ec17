import type { Value } from '../../../sw/contract/index.ts';
import type { GeometryBatch } from '../../../sw/rows/batch.ts';
import { createBatchCache } from '../../../sw/rows/batch-cache.ts';
import type { GeometryKind } from '../../../sw/rows/manifest.ts';
import { openTable } from '../../../sw/rows/open-table.ts';
import type { ReadBytes, Table } from '../../../sw/rows/table.ts';
import type { TableInput } from '../../../sw/rows/write/table-input.ts';
import { type WrittenTable, writeTable } from '../../../sw/rows/write/write-table.ts';

export const field = (Name: string, Type: Value<'gisFieldType'> = 'gisFieldTypeString'): Value<'Field'> => ({
  Name,
  Type,
  IsNullable: true,
  Length: 0,
  Precision: 0,
  Scale: 0,
});

export const wgs84: Value<'SpatialReference'> = { type: 'GeographicCoordinateSystem', WKID: 4326 };

/** Make a batch of features from lists of parts with flat coordinates; an empty list is a row without geometry. */
export function makeGeometryBatch(
  kind: GeometryKind,
  features: readonly (readonly (readonly number[])[])[],
): GeometryBatch {
  const xy: number[] = [];
  const partOffsets = [0];
  const featureOffsets = [0];
  for (const parts of features) {
    for (const part of parts) {
      for (const ordinate of part) xy.push(ordinate);
      partOffsets.push(xy.length / 2);
    }
    featureOffsets.push(partOffsets.length - 1);
  }
  return {
    kind,
    firstRow: 0,
    rowCount: features.length,
    xy: Float64Array.from(xy),
    partOffsets: Int32Array.from(partOffsets),
    featureOffsets: Int32Array.from(featureOffsets),
  };
}

/** List the parts of a row of a batch (an index within the batch), in the form `toGeometryValue` takes. */
export function listBatchParts(batch: GeometryBatch, row: number): number[][] {
  const parts: number[][] = [];
  for (let p = batch.featureOffsets[row]!; p < batch.featureOffsets[row + 1]!; p++) {
    parts.push([...batch.xy.subarray(2 * batch.partOffsets[p]!, 2 * batch.partOffsets[p + 1]!)]);
  }
  return parts;
}

/** Make a seeded generator of numbers in [0, 1). */
export function createSeededNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 0x1_0000_0000;
  };
}

/** Make polygons of ten vertices, scattered over 360 x 180. */
export function manyPolygons(rowCount: number): TableInput {
  const random = createSeededNumbers(7);
  const xy = new Float64Array(rowCount * 20);
  for (let row = 0; row < rowCount; row++) {
    const x = random() * 360 - 180;
    const y = random() * 180 - 90;
    for (let v = 0; v < 10; v++) {
      xy[20 * row + 2 * v] = x + Math.cos((-v % 9) * 0.698) * 0.1;
      xy[20 * row + 2 * v + 1] = y + Math.sin((-v % 9) * 0.698) * 0.1;
    }
  }
  const offsets = (step: number) => Int32Array.from({ length: rowCount + 1 }, (_, i) => i * step);
  return {
    name: 'many',
    fields: [field('NAME'), field('COUNT', 'gisFieldTypeInteger'), field('AREA', 'gisFieldTypeDouble')],
    columns: [
      Array.from({ length: rowCount }, (_, i) => `Parcel ${i}`),
      Array.from({ length: rowCount }, (_, i) => i % 1000),
      Array.from({ length: rowCount }, () => random() * 1e6),
    ],
    rowCount,
    geometry: { kind: 'polygon', firstRow: 0, rowCount, xy, partOffsets: offsets(10), featureOffsets: offsets(1) },
    spatialReference: wgs84,
  };
}

/** Read files from memory, like the store does from Blobs. `log` collects the requests. */
export function readFrom(files: ReadonlyMap<string, Uint8Array>, log: string[] = []): ReadBytes {
  return async (file, offset, length) => {
    log.push(`${file} ${offset} ${length}`);
    const bytes = files.get(file);
    if (!bytes) throw new Error(`no file ${file}`);
    return bytes.slice(offset, offset + length).buffer as ArrayBuffer;
  };
}

export function writeAndOpen(input: TableInput): WrittenTable & { table: Table } {
  const written = writeTable(input);
  return { ...written, table: openTable(written.manifest, readFrom(written.files), createBatchCache()) };
}

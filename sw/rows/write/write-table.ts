import type { Data } from 'apache-arrow';
import { badValue, wrongValue } from '../../contract/index.ts';
import type { Extent } from '../../geometry/extent.ts';
import { type ArrowFile, writeArrowFile } from '../arrow/arrow-file.ts';
import { arrowField, encodeColumn } from '../arrow/encode-attributes.ts';
import { encodeGeometry, geometryField } from '../arrow/encode-geometry.ts';
import type { GeometryBatch } from '../batch.ts';
import { columnKind } from '../column-kind.ts';
import { geometryExtents } from '../geometry/geometry-extents.ts';
import type {
  BatchManifest,
  ColumnStatistics,
  GeometryLevelManifest,
  RowFileEntry,
  RowFilesManifest,
  TableManifest,
} from '../manifest.ts';
import { buildIndex, hilbertOrder } from './row-order.ts';
import { tableFields } from './table-fields.ts';
import type { RowFileInput, TableInput } from './table-input.ts';

export interface WrittenTable {
  readonly manifest: TableManifest;
  /** By file name, as in the manifest. */
  readonly files: Map<string, Uint8Array>;
}

const maximumRows = 4096;
const maximumVertices = 65536;

/**
 * Write a table in its stored form: attributes, geometry and overviews as Arrow IPC files with the same batches of
 * rows, and a spatial index. Rows are in Hilbert order, rows without geometry last. A table without geometry keeps its
 * row order. Missing object IDs are numbered from 1 in input order.
 *
 * @throws {Fault} `bad-value` for an invalid cell, field or name, `bad-geometry` for a coordinate that isn't finite,
 *   `not-supported` for BLOB fields
 */
export function writeTable(input: TableInput): WrittenTable {
  checkInput(input);
  const { geometry, rowCount } = input;
  const { fields, columns, idField, shapeField } = tableFields(input);
  const extents = geometry && geometryExtents(geometry);
  const { order, placedCount } = extents
    ? hilbertOrder(extents)
    : { order: Uint32Array.from({ length: rowCount }, (_, row) => row), placedCount: 0 };
  const runs = cutBatches(order, geometry);

  const attributeData: Data[][] = [];
  const batches: BatchManifest[] = [];
  for (const rows of runs) {
    const data: Data[] = [];
    // No prototype: field names are user data.
    const statistics: Record<string, ColumnStatistics> = Object.create(null);
    fields.forEach((field, i) => {
      const cells = columns[i];
      if (!cells) return;
      const column = encodeColumn(field, cells, rows);
      data.push(column.data);
      statistics[field.Name] = column.statistics;
    });
    const extent = extents && unionExtents(extents, rows);
    const firstRow = (rows.byteOffset - order.byteOffset) / 4;
    batches.push({ firstRow, rowCount: rows.length, extent, statistics });
    attributeData.push(data);
  }

  const attributeFields = fields.filter((field) => columnKind(field)).map(arrowField);
  const attributes = writeArrowFile(`${input.name}.attributes.arrow`, attributeFields, attributeData);
  const files = new Map([[attributes.manifest.file, attributes.bytes]]);
  const levels = writeLevels(input, shapeField, runs).map(({ file, resolution, vertexCount }) => {
    files.set(file.manifest.file, file.bytes);
    return { ...file.manifest, resolution, vertexCount } satisfies GeometryLevelManifest;
  });
  const index = extents && placedCount > 0 ? `${input.name}.index` : undefined;
  if (extents && index)
    files.set(index, new Uint8Array(buildIndex(extents, order.subarray(0, placedCount)).data as ArrayBuffer));
  const extent = extents && unionExtents(extents, order);
  const rowFiles = writeRowFiles(input, columns[0] as readonly number[]);
  for (const [name, bytes] of rowFiles.files) files.set(name, bytes);

  return {
    manifest: {
      fields,
      idField,
      shapeField,
      geometry: geometry?.kind,
      spatialReference: geometry && input.spatialReference,
      extent,
      rowCount,
      batches,
      attributes: attributes.manifest,
      levels,
      index,
      ...rowFiles.manifest,
    },
    files,
  };
}

function checkInput(input: TableInput): void {
  if (!/^[\p{L}\p{M}\p{N}_ -]+(\.[\p{L}\p{M}\p{N}_ -]+)*$/u.test(input.name) || input.name.length > 100) {
    throw badValue('Table name', `1 to 100 letters, digits, "_", "-", spaces, or "." between them`, input.name);
  }
  const path = `Table "${input.name}"`;
  input.columns.forEach((cells, i) => {
    if (cells.length === input.rowCount) return;
    const name = input.fields[i]?.Name ?? String(i);
    throw wrongValue('bad-value', `${path}, field "${name}"`, `${input.rowCount} rows`, `${cells.length}`);
  });
  for (const { kind, rowCount } of input.geometry
    ? [input.geometry, ...(input.levels ?? []).map((l) => l.geometry)]
    : []) {
    if (rowCount !== input.rowCount) {
      throw wrongValue('bad-value', `${path}, geometry`, `${input.rowCount} rows`, `${rowCount}`);
    }
    if (kind !== input.geometry?.kind) throw wrongValue('bad-value', path, 'all levels of one geometry type', kind);
  }
}

/**
 * Split the ordered rows into batches with limited rows and vertices; a single row may exceed the limit. Returns views
 * of `order`.
 */
function cutBatches(order: Uint32Array, geometry?: GeometryBatch): Uint32Array[] {
  const runs: Uint32Array[] = [];
  let first = 0;
  let vertices = 0;
  for (let i = 0; i < order.length; i++) {
    const row = order[i]!;
    const count = geometry
      ? geometry.partOffsets[geometry.featureOffsets[row + 1]!]! - geometry.partOffsets[geometry.featureOffsets[row]!]!
      : 0;
    if (i > first && (i - first === maximumRows || vertices + count > maximumVertices)) {
      runs.push(order.subarray(first, i));
      first = i;
      vertices = 0;
    }
    vertices += count;
  }
  if (first < order.length) runs.push(order.subarray(first));
  return runs;
}

function writeLevels(
  input: TableInput,
  shapeField: string | undefined,
  runs: readonly Uint32Array[],
): { file: ArrowFile; resolution: number; vertexCount: number }[] {
  if (!input.geometry || !shapeField) return [];
  const field = geometryField(shapeField, input.geometry.kind, input.spatialReference);
  const overviews = [...(input.levels ?? [])].sort((a, b) => a.resolution - b.resolution);
  return [{ resolution: 0, geometry: input.geometry }, ...overviews].map(({ resolution, geometry }, level) => {
    const name = level === 0 ? `${input.name}.geometry.arrow` : `${input.name}.overview-${level}.arrow`;
    const data = runs.map((rows) => [encodeGeometry(geometry, rows)]);
    const last = geometry.featureOffsets[geometry.rowCount]!;
    const vertexCount = geometry.partOffsets[last]! - geometry.partOffsets[geometry.featureOffsets[0]!]!;
    return { file: writeArrowFile(name, [field], data), resolution, vertexCount };
  });
}

/** Return the union of the rows' extents; undefined if no row has geometry. */
function unionExtents(extents: Float64Array, rows: Uint32Array): Extent | undefined {
  let xmin = Number.POSITIVE_INFINITY;
  let ymin = Number.POSITIVE_INFINITY;
  let xmax = Number.NEGATIVE_INFINITY;
  let ymax = Number.NEGATIVE_INFINITY;
  for (const row of rows) {
    // Comparisons with NaN are false, so rows without geometry don't count.
    if (extents[4 * row]! < xmin) xmin = extents[4 * row]!;
    if (extents[4 * row + 1]! < ymin) ymin = extents[4 * row + 1]!;
    if (extents[4 * row + 2]! > xmax) xmax = extents[4 * row + 2]!;
    if (extents[4 * row + 3]! > ymax) ymax = extents[4 * row + 3]!;
  }
  return xmin <= xmax ? [xmin, ymin, xmax, ymax] : undefined;
}

/**
 * Write the files that belong to rows. Attachments share one file, as do the images of each field, in input order. IDs
 * count from 1.
 *
 * @param objectIds object IDs of the input rows
 * @throws {Fault} `bad-value` for a row that doesn't exist, or two images of a row in one field
 */
function writeRowFiles(
  { name, attachments, rasterFields = [] }: TableInput,
  objectIds: readonly number[],
): { manifest: Pick<TableManifest, 'attachments' | 'rasterFields'>; files: Map<string, Uint8Array> } {
  const files = new Map<string, Uint8Array>();
  const write = (file: string, inputs: readonly RowFileInput[], path: string): RowFilesManifest => {
    const { entries, bytes } = joinRowFiles(inputs, objectIds, path);
    files.set(file, bytes);
    return { file, entries };
  };
  // No prototype: field names are user data.
  const byField: Record<string, RowFilesManifest> = Object.create(null);
  rasterFields.forEach((field, i) => {
    const path = `Table "${name}", field "${field.name}"`;
    if (new Set(field.files.map(({ row }) => row)).size < field.files.length) {
      throw wrongValue('bad-value', path, 'at most one image per row', 'more');
    }
    byField[field.name] = write(`${name}.raster-${i + 1}.bin`, field.files, path);
  });
  return {
    manifest: {
      attachments: attachments && write(`${name}.attachments.bin`, attachments, `Table "${name}"`),
      rasterFields: rasterFields.length > 0 ? byField : undefined,
    },
    files,
  };
}

function joinRowFiles(
  inputs: readonly RowFileInput[],
  objectIds: readonly number[],
  path: string,
): { entries: RowFileEntry[]; bytes: Uint8Array } {
  // Files shared by several rows are written once.
  const bytes = new Uint8Array(
    [...new Set(inputs.map((input) => input.bytes))].reduce((sum, { length }) => sum + length, 0),
  );
  let offset = 0;
  const written = new Map<Uint8Array, number>();
  const entries = inputs.map((input, i): RowFileEntry => {
    const parentId = objectIds[input.row];
    if (parentId === undefined) {
      const last = objectIds.length - 1;
      throw wrongValue('bad-value', `${path}, file "${input.name}"`, `a row from 0 to ${last}`, `${input.row}`);
    }
    const { name, contentType } = input;
    let start = written.get(input.bytes);
    if (start === undefined) {
      start = offset;
      bytes.set(input.bytes, start);
      written.set(input.bytes, start);
      offset += input.bytes.length;
    }
    return { id: i + 1, parentId, name, contentType, range: [start, input.bytes.length] as const };
  });
  return { entries, bytes };
}

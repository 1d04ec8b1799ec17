import { Budget } from '../../contract/budget.ts';
import { Fault, reasonOf, wrongValue } from '../../contract/index.ts';
import { covers, type Extent, meets } from '../../geometry/extent.ts';
import type { Column } from '../../rows/batch.ts';
import type { BatchCache } from '../../rows/batch-cache.ts';
import { columnKind } from '../../rows/column-kind.ts';
import { geometryExtents } from '../../rows/geometry/geometry-extents.ts';
import type { ByteRange, TableManifest } from '../../rows/manifest.ts';
import type { BatchNeeds, Table } from '../../rows/table.ts';
import { checkReadSize, type RangeReader, sourceFault, sumLengths, toSourceFault } from '../reading/range-reader.ts';
import { chordTolerance } from '../reading/shapes/chords.ts';
import { buildShapeBatch } from '../reading/shapes/shape.ts';
import { readWkb } from '../reading/shapes/wkb.ts';
import { sourceName } from '../reading/source-address.ts';
import { leafValue } from './cell-values.ts';
import { isWhole } from './leaves.ts';
import { chunkRanges, openParquet, type ParquetFile } from './parquet-file.ts';
import { findChunk, makeParquetBatches, type ParquetField, readParquetLayout, widenBound } from './row-groups.ts';

/** Maximum bytes of a footer, which takes several times as much memory when parsed. */
const maxFooterBytes = 24 * 1024 ** 2;
/** Maximum bytes of a decompressed column chunk, because all its values are in memory together. */
const maxColumnBytes = 256 * 1024 ** 2;
/** Maximum vertices of a row group: as many as a decompressed column can hold. Only chords of arcs can exceed it. */
const maxVertices = maxColumnBytes / 16;

/**
 * Open a remote Parquet file and read its footer in one or two requests.
 *
 * @throws {Fault} `source-failed` when the file can't be read or is damaged; also from `cells`
 */
export async function openRemoteParquet(reader: RangeReader): Promise<ParquetFile> {
  const { address } = reader;
  const throwFailedRead = (error: unknown): never => {
    throw toSourceFault(address, error);
  };
  const file = await openParquet(reader, (part) => {
    const bytes = part === 'footer' ? maxFooterBytes : maxColumnBytes;
    return new Budget(
      (unit, limit, actual) => {
        const [mb, limitMb] = [actual, limit].map((value) => Math.ceil(value / 1024 ** 2)) as [number, number];
        const message = `expected at most ${limit} ${unit} in one part, found ${actual}.`;
        return sourceFault(address, 'large-parts', message, undefined, unit === 'bytes' ? { mb, limitMb } : {});
      },
      { bytes },
    );
  }).catch(throwFailedRead);
  return { ...file, cells: (group, column) => file.cells(group, column).catch(throwFailedRead) };
}

/**
 * Open a remote GeoParquet file as a table. Its batches are its row groups, selected by their geometry statistics.
 * Columns are read when a request needs them. Object IDs are row numbers, starting at 1.
 *
 * @param manifest already checked; its batches are read from the file
 * @throws {Fault} `source-failed` when the file can't be read or is damaged; `bad-package` when its fields don't match
 *   the file; methods of the table also throw `too-large` when a request would read too much
 */
export async function openGeoParquet(manifest: TableManifest, reader: RangeReader, cache: BatchCache): Promise<Table> {
  const { address } = reader;
  const file = await openRemoteParquet(reader);
  const { metadata } = file;
  const layout = readParquetLayout(metadata);
  const { geometry } = layout;
  const { rowCount, idField, geometry: kind } = manifest;
  const groups = makeParquetBatches(metadata, layout);
  const batches = groups.map(({ batch }) => batch);
  const batchRowCount = batches.reduce((sum, batch) => sum + batch.rowCount, 0);
  if (!geometry || !kind || batchRowCount !== rowCount)
    throw sourceFault(address, 'changed', `expected ${rowCount} rows with a geometry, found ${batchRowCount}.`);
  const fields = readFields(manifest, layout.fields);
  const allNames = [...fields.keys()];
  const boxes = geometry.covering && Object.values(geometry.covering);
  const boxColumns = new Set(boxes?.map((path) => path.split('.')[0]!));
  const cells = (index: number, column: string) => file.cells(groups[index]!.group, column);
  const getRanges = (index: number, columns: ReadonlySet<string>): ByteRange[] =>
    chunkRanges(metadata.row_groups[groups[index]!.group]!, columns);
  const readAhead = async (indices: readonly number[], columns: ReadonlySet<string>): Promise<void> => {
    const ranges = indices.flatMap((index) => getRanges(index, columns));
    checkReadSize(address, sumLengths(ranges));
    await reader.readAhead(ranges);
  };

  const readColumns = (index: number, source: string): Promise<ReadonlyMap<string, Column>> =>
    cache.read(table, `a${index}.${source}`, async () => {
      const values = await cells(index, source);
      const columns = new Map<string, Column>();
      for (const [name, { parquet, columnType }] of fields)
        if (parquet.leaf.path[0] === source) columns.set(name, makeColumn(values, parquet, columnType));
      return { value: columns, bytes: 16 * values.length * columns.size };
    });
  const shapes: Table['geometry'] = (_, index) =>
    cache.read(table, `g${index}`, async () => {
      const batch = batches[index]!;
      await readAhead([index], new Set([geometry.name]));
      try {
        const shapes = await cells(index, geometry.name);
        const drawing = {
          tolerance: chordTolerance(manifest.spatialReference),
          budget: new Budget(sourceName(address), { vertices: maxVertices }),
        };
        const value = buildShapeBatch(kind, batch, (row) => {
          const shape = shapes[row];
          return shape instanceof Uint8Array && shape.length > 0 ? readWkb(shape, drawing) : undefined;
        });
        return { value, bytes: value.xy.byteLength + value.partOffsets.byteLength + value.featureOffsets.byteLength };
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        throw sourceFault(address, 'damaged', `can't read its geometry: ${reasonOf(error)}.`, error);
      }
    });

  const table: Table = {
    manifest: { ...manifest, batches },
    async attributes(index, names = allNames) {
      const { firstRow, rowCount: rows } = batches[index]!;
      const ids = Int32Array.from({ length: rows }, (_, row) => firstRow + row + 1);
      const columns = new Map<string, Column>([[idField, { kind: 'int', values: ids }]]);
      for (const name of names) {
        const field = fields.get(name);
        if (field) columns.set(name, (await readColumns(index, field.parquet.leaf.path[0]!)).get(name)!);
      }
      return { firstRow, rowCount: rows, columns };
    },
    geometry: shapes,
    extents: (index) =>
      cache.read(table, `e${index}`, async () => {
        const value = boxes ? await coveringBoxes(index) : geometryExtents(await shapes(0, index));
        return { value, bytes: value.byteLength };
      }),
    async rowsIn(extent) {
      if (!manifest.extent || !meets(extent, manifest.extent)) return new Uint32Array(0);
      if (covers(extent, manifest.extent)) return undefined;
      const matchingBatches = [...batches.keys()].filter(
        (index) => batches[index]!.extent && meets(extent, batches[index]!.extent!),
      );
      const across = matchingBatches.filter((index) => !covers(extent, batches[index]!.extent!));
      await readAhead(across, boxes ? boxColumns : new Set([geometry.name]));
      const isAcross = new Set(across);
      const rows: number[] = [];
      for (const index of matchingBatches) {
        const { firstRow, rowCount: count } = batches[index]!;
        const extents = isAcross.has(index) ? await table.extents(index) : undefined;
        for (let row = 0; row < count; row++)
          if (!extents || meets(extent, extents.subarray(4 * row, 4 * row + 4) as unknown as Extent))
            rows.push(firstRow + row);
      }
      return Uint32Array.from(rows);
    },
    fileBytes: async () => {
      throw new Fault('not-supported', `${address}: rows of remote files have no attachments.`);
    },
    rowOfId: async (id) => (Number.isInteger(id) && id >= 1 && id <= rowCount ? id - 1 : -1),
    readAhead: (indices, needs) =>
      // Without `needs`, the caller may read anything, including the boxes.
      readAhead(indices, needs ? columnsFor(needs) : new Set([...columnsFor({}), ...boxColumns])),
  };
  return table;

  /** Return the columns of the file that a request needs. */
  function columnsFor({ fields: names = allNames, shapes: hasShapes = true }: BatchNeeds): ReadonlySet<string> {
    const columns = names.flatMap((name) => fields.get(name)?.parquet.leaf.path[0] ?? []);
    return new Set(hasShapes ? [...columns, geometry!.name] : columns);
  }

  /** Read the boxes of the rows of a batch from the covering columns. */
  async function coveringBoxes(index: number): Promise<Float64Array> {
    const count = batches[index]!.rowCount;
    const values = new Float64Array(4 * count).fill(Number.NaN);
    const { xmin, ymin, xmax, ymax } = geometry!.covering!;
    for (const [side, path] of [xmin, ymin, xmax, ymax].entries()) {
      const [column, ...inside] = path.split('.');
      const isSingle = findChunk(metadata.row_groups[groups[index]!.group]!, path)?.type === 'FLOAT';
      const read = await cells(index, column!);
      for (let row = 0; row < count; row++) {
        const value = inside.reduce<unknown>((part, key) => Object(part)[key], read[row]);
        if (typeof value === 'number') values[4 * row + side] = isSingle ? widenBound(value, side < 2 ? -1 : 1) : value;
      }
    }
    return values;
  }
}

interface OpenField {
  readonly parquet: ParquetField;
  readonly columnType: Column['kind'];
}

/**
 * Find the columns of a table's fields in the file. @throws {Fault} `bad-package` when a field has no column of its
 * type
 */
function readFields(
  { fields, idField }: TableManifest,
  parquetFields: readonly ParquetField[],
): Map<string, OpenField> {
  const read = new Map<string, OpenField>();
  for (const field of fields) {
    const columnType = columnKind(field);
    if (!columnType || field.Name === idField) continue;
    const parquet = parquetFields.find(({ name }) => name === field.Name);
    if (!parquet || columnKind({ ...field, Type: parquet.fieldType }) !== columnType) {
      const actual = parquet?.fieldType ?? 'nothing';
      throw wrongValue('bad-package', `Field "${field.Name}"`, `a column of type ${field.Type}`, actual);
    }
    read.set(field.Name, { parquet, columnType });
  }
  return read;
}

function makeColumn(cells: ArrayLike<unknown>, { leaf }: ParquetField, kind: Column['kind']): Column {
  const count = cells.length;
  const nulls = new Uint8Array(count);
  const texts: string[] = kind === 'string' ? new Array<string>(count).fill('') : [];
  const numbers = kind === 'int' ? new Int32Array(count) : new Float64Array(kind === 'string' ? 0 : count);
  const isLong = isWhole(leaf);
  let isRounded = false;
  for (let row = 0; row < count; row++) {
    const value = leafValue(cells[row], leaf);
    if (value === null || value instanceof Uint8Array) nulls[row] = 1;
    else if (kind === 'string') texts[row] = String(value);
    else {
      const number = Number(value);
      numbers[row] = number;
      if (isLong && Math.abs(number) > Number.MAX_SAFE_INTEGER) isRounded = true;
    }
  }
  if (kind === 'string') return { kind, values: texts, nulls };
  return numbers instanceof Int32Array
    ? { kind: 'int', values: numbers, nulls }
    : { kind: kind as 'double', values: numbers, nulls, isRounded: isRounded || undefined };
}

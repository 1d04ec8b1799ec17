import { Budget } from '../../contract/budget.ts';
import { Fault, type Value, wrongValue } from '../../contract/index.ts';
import { covers, type Extent, meets } from '../../geometry/extent.ts';
import type { AttributeBatch, Column } from '../../rows/batch.ts';
import type { BatchCache } from '../../rows/batch-cache.ts';
import { columnKind } from '../../rows/column-kind.ts';
import type { BatchManifest, ByteRange, TableManifest } from '../../rows/manifest.ts';
import type { Table } from '../../rows/table.ts';
import { checkReadSize, type RangeReader, sourceFault, sumLengths, toSourceFault } from '../reading/range-reader.ts';
import { chordTolerance } from '../reading/shapes/chords.ts';
import { buildShapeBatch } from '../reading/shapes/shape.ts';
import { sourceName } from '../reading/source-address.ts';
import { type FlatGeobufValue, featureAt, readFlatGeobufShape, readValues } from './features.ts';
import { type FlatGeobufHeader, getFlatGeobufFieldType, readFlatGeobufHeader } from './header.ts';
import { batchLevel, computePackedTree, nodeBoxes, nodeBytes, nodeOffset } from './packed-tree.ts';

/** Bounding boxes of a batch's rows, and byte offsets of their features, followed by the end offset. */
interface Leaves {
  readonly extents: Float64Array;
  readonly offsets: Float64Array;
}

/**
 * Open a remote FlatGeobuf file as a table. Its batches are the nodes of one level of its index. Object IDs are feature
 * numbers, starting at 1.
 *
 * @param manifest already checked; its batches are read from the file
 * @throws {Fault} `source-failed` when the file can't be read or is damaged; `bad-package` when its fields don't match
 *   the file; methods of the table also throw `too-large` when a request would read too much
 */
export async function openFlatGeobuf(manifest: TableManifest, reader: RangeReader, cache: BatchCache): Promise<Table> {
  const { address, sizeBytes } = reader;
  const throwReadFault = (error: unknown): never => {
    throw error instanceof RangeError || error instanceof Fault ? toSourceFault(address, error) : error;
  };
  const header = await readFlatGeobufHeader(reader, new Budget(sourceName(address))).catch(throwReadFault);
  const { featureCount, nodeSize, indexStart, featuresStart, geometryType } = header;
  const { rowCount, idField, geometry: kind } = manifest;
  if (nodeSize < 2 || featureCount !== rowCount || !kind)
    throw sourceFault(address, 'changed', `expected ${rowCount} features with an index, found ${featureCount}.`);
  const tree = computePackedTree(rowCount, nodeSize);
  const level = batchLevel(tree, sizeBytes - featuresStart);
  const batchRows = nodeSize ** level;
  const readNodes = async (treeLevel: number, first: number, count: number): Promise<Uint8Array> =>
    reader.read(indexStart + (tree.firstNodes[treeLevel]! + first) * nodeBytes, count * nodeBytes);
  const boxes = nodeBoxes(await readNodes(level, 0, tree.counts[level]!), tree.counts[level]!);
  const batches = Array.from({ length: tree.counts[level]! }, (_, index): BatchManifest => {
    const firstRow = index * batchRows;
    const extent = [...boxes.subarray(4 * index, 4 * index + 4)] as unknown as Extent;
    const rows = Math.min(batchRows, rowCount - firstRow);
    return { firstRow, rowCount: rows, statistics: {}, extent: Number.isNaN(extent[0]) ? undefined : extent };
  });
  const fields = readFields(manifest, header);
  const featureBytes = sizeBytes - featuresStart;

  /** Return the offset of a feature; after the last feature, the end of the features. */
  const offsetAt = async (row: number): Promise<number> =>
    row < rowCount ? nodeOffset(await readNodes(0, row, 1), 0) : featureBytes;
  const leaves = (index: number): Promise<Leaves> =>
    cache.read(table, `l${index}`, async () => {
      const { firstRow, rowCount: rows } = batches[index]!;
      const withNext = Math.min(rows + 1, rowCount - firstRow);
      const nodes = await readNodes(0, firstRow, withNext);
      const offsets = Float64Array.from({ length: rows + 1 }, (_, row) =>
        row < withNext ? nodeOffset(nodes, row) : featureBytes,
      );
      for (let row = 0; row < rows; row++)
        if (!(offsets[row]! < offsets[row + 1]!) || offsets[row + 1]! > featureBytes)
          throw sourceFault(address, 'damaged', `the index isn't in order at feature ${firstRow + row + 1}.`);
      const value = { extents: nodeBoxes(nodes, rows), offsets };
      return { value, bytes: value.extents.byteLength + offsets.byteLength };
    });
  /** Check whether only object IDs are needed, which aren't read from the file. */
  const isOnlyId = (names: readonly string[] | undefined): boolean => names?.every((name) => name === idField) ?? false;
  const makeIds = ({ firstRow, rowCount: rows }: BatchManifest): Column => ({
    kind: 'int',
    values: Int32Array.from({ length: rows }, (_, row) => firstRow + row + 1),
  });
  const features = async (index: number): Promise<FeatureBytes> => {
    const { offsets } = await leaves(index);
    const first = offsets[0]!;
    const length = offsets.at(-1)! - first;
    checkReadSize(address, length);
    const bytes = await reader.read(featuresStart + first, length);
    return { bytes, starts: offsets.subarray(0, -1).map((start) => start - first) };
  };

  const table: Table = {
    manifest: { ...manifest, batches },
    async attributes(index, names) {
      const batch = batches[index]!;
      const makeBatch = (columns: AttributeBatch['columns']): AttributeBatch => ({
        firstRow: batch.firstRow,
        rowCount: batch.rowCount,
        columns: new Map([[idField, makeIds(batch)], ...columns]),
      });
      if (isOnlyId(names)) return makeBatch(new Map());
      return cache.read(table, `a${index}`, async () => {
        const decoded = await features(index);
        try {
          return { value: makeBatch(decodeColumns(decoded, header, fields)), bytes: 2 * decoded.bytes.length };
        } catch (error) {
          return throwReadFault(error);
        }
      });
    },
    geometry: (_, index) =>
      cache.read(table, `g${index}`, async () => {
        try {
          const { bytes, starts } = await features(index);
          const budget = new Budget(sourceName(address), { vertices: 2_000_000 + bytes.length / 8 });
          const options = { geometryType, budget, tolerance: chordTolerance(manifest.spatialReference) };
          const value = buildShapeBatch(kind, batches[index]!, (row) =>
            readFlatGeobufShape(featureAt(bytes, starts[row]!), options),
          );
          return { value, bytes: value.xy.byteLength + value.partOffsets.byteLength + value.featureOffsets.byteLength };
        } catch (error) {
          return throwReadFault(error);
        }
      }),
    extents: async (index) => (await leaves(index)).extents,
    async rowsIn(extent) {
      if (!manifest.extent || !meets(extent, manifest.extent)) return new Uint32Array(0);
      if (covers(extent, manifest.extent)) return undefined;
      const matchingBatches = [...batches.keys()].filter((index) => {
        const box = batches[index]!.extent;
        return box && meets(extent, box);
      });
      const across = matchingBatches.filter((index) => !covers(extent, batches[index]!.extent!));
      const ranges = across.map((index): ByteRange => {
        const { firstRow, rowCount: rows } = batches[index]!;
        return [indexStart + (tree.firstNodes[0]! + firstRow) * nodeBytes, rows * nodeBytes];
      });
      checkReadSize(address, sumLengths(ranges));
      await reader.readAhead(ranges);
      const isAcross = new Set(across);
      const rowIndices: number[] = [];
      for (const index of matchingBatches) {
        const { firstRow, rowCount: rows } = batches[index]!;
        const boxes = isAcross.has(index) ? (await leaves(index)).extents : undefined;
        for (let row = 0; row < rows; row++)
          if (!boxes || meets(extent, boxes.subarray(4 * row, 4 * row + 4) as unknown as Extent))
            rowIndices.push(firstRow + row);
      }
      return Uint32Array.from(rowIndices);
    },
    fileBytes: async () => {
      throw new Fault('not-supported', `${address}: rows of remote files have no attachments.`);
    },
    rowOfId: async (id) => (Number.isInteger(id) && id >= 1 && id <= rowCount ? id - 1 : -1),
    async readAhead(indices, needs) {
      if (needs?.shapes === false && isOnlyId(needs.fields)) return;
      const rows = indices.reduce((sum, index) => sum + batches[index]!.rowCount, 0);
      // Estimate before reading anything; it's accurate unless features differ much in size.
      const bytes = (rows / rowCount) * featureBytes + rows * nodeBytes;
      checkReadSize(address, bytes, bytes / 2);
      const runs = findRuns(indices).map(([first, last]) => {
        const end = batches[last]!;
        return [batches[first]!.firstRow, end.firstRow + end.rowCount] as const;
      });
      await reader.readAhead(
        runs.flatMap((run) =>
          run
            .filter((row) => row < rowCount)
            .map((row): ByteRange => [indexStart + (tree.firstNodes[0]! + row) * nodeBytes, nodeBytes]),
        ),
      );
      const ranges = await Promise.all(
        runs.map(async ([from, to]): Promise<ByteRange> => {
          const start = await offsetAt(from);
          return [featuresStart + start, Math.max(0, (await offsetAt(to)) - start)];
        }),
      );
      checkReadSize(address, sumLengths(ranges));
      // The leaves hold the offsets of the features in these ranges.
      const leafRanges = runs.map(
        ([from, to]): ByteRange => [indexStart + (tree.firstNodes[0]! + from) * nodeBytes, (to - from) * nodeBytes],
      );
      await reader.readAhead([...leafRanges, ...ranges]);
    },
  };
  return table;
}

/** Bytes of consecutive features. */
interface FeatureBytes {
  readonly bytes: Uint8Array;
  /** Offset of each row in `bytes`. */
  readonly starts: ArrayLike<number>;
}

/** Field of a table with the index of its column in the file. */
interface ReadField {
  readonly field: Value<'Field'>;
  readonly column: number;
}

/**
 * Return the fields of a table that are stored as columns, with their column indexes.
 *
 * @throws {Fault} `bad-package` when a field has no column of its type in the file
 */
function readFields({ fields, idField }: TableManifest, { columns }: FlatGeobufHeader): ReadField[] {
  return fields.flatMap((field) => {
    const kind = columnKind(field);
    if (!kind || field.Name === idField) return [];
    const column = columns.findIndex(({ name }) => name === field.Name);
    const type = columns[column] && getFlatGeobufFieldType(columns[column]);
    if (type && columnKind({ ...field, Type: type }) === kind) return [{ field, column }];
    const actual = columns[column]?.type ?? 'nothing';
    throw wrongValue('bad-package', `Field "${field.Name}"`, `a column of type ${field.Type}`, actual);
  });
}

/** Decode some fields of features into columns. @throws errors of `readValues` are passed on */
function decodeColumns(
  { bytes, starts }: FeatureBytes,
  { columns }: FlatGeobufHeader,
  fields: readonly ReadField[],
): Map<string, Column> {
  const filled: (FilledColumn | undefined)[] = columns.map(() => undefined);
  for (const { field, column } of fields) filled[column] = emptyColumn(columnKind(field)!, starts.length);
  for (let row = 0; row < starts.length; row++)
    readValues(featureAt(bytes, starts[row]!), columns, (column, value) => {
      if (filled[column]) setValue(filled[column], row, value);
    });
  return new Map(fields.map(({ field, column }) => [field.Name, filled[column] as Column]));
}

/** Column being filled. */
interface FilledColumn {
  readonly kind: Column['kind'];
  readonly values: string[] | Int32Array | Float64Array;
  readonly nulls: Uint8Array;
  isRounded?: true;
}

const emptyColumn = (kind: Column['kind'], rowCount: number): FilledColumn => ({
  kind,
  values:
    kind === 'string'
      ? new Array<string>(rowCount).fill('')
      : kind === 'int'
        ? new Int32Array(rowCount)
        : new Float64Array(rowCount),
  nulls: new Uint8Array(rowCount).fill(1),
});

function setValue(column: FilledColumn, row: number, value: FlatGeobufValue): void {
  if (value instanceof Uint8Array) return;
  if (Array.isArray(column.values)) column.values[row] = String(value);
  else {
    const number = typeof value === 'string' ? parseTime(value) : Number(value);
    if (Number.isNaN(number)) return;
    column.values[row] = number;
    if (typeof value === 'bigint') column.isRounded = true;
  }
  column.nulls[row] = 0;
}

/** Parse an ISO 8601 time to epoch milliseconds, as UTC unless it has a time zone; NaN if it's invalid. */
function parseTime(text: string): number {
  const iso = text.trim().replaceAll('/', '-').replace(' ', 'T');
  const hasZone = /(Z|[+-]\d\d(:?\d\d)?)$/i.test(iso.slice(10));
  return Date.parse(iso.length > 10 && !hasZone ? `${iso}Z` : iso.replace(/([+-]\d\d)$/, '$1:00'));
}

/** Return the first and last number of each run of consecutive numbers. */
function findRuns(indices: readonly number[]): [number, number][] {
  const runs: [number, number][] = [];
  for (const index of [...indices].sort((a, b) => a - b)) {
    const run = runs.at(-1);
    if (run && index <= run[1] + 1) run[1] = index;
    else runs.push([index, index]);
  }
  return runs;
}

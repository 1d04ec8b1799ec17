import { Fault, wrongValue } from '../contract/index.ts';
import { covers, type Extent, meets } from '../geometry/extent.ts';
import { type ColumnReader, checkOffsets, columnReader } from './arrow/column-reader.ts';
import { decodeAttributes } from './arrow/decode-attributes.ts';
import type { AttributeBatch, GeometryBatch } from './batch.ts';
import type { BatchCache, Sized } from './batch-cache.ts';
import type { ArrowFileManifest, BatchManifest, GeometryKind, TableManifest } from './manifest.ts';
import type { ReadBytes, Table } from './table.ts';

/**
 * Open a stored table for reading. Bytes are read lazily, one batch at a time.
 *
 * @param manifest already checked by `checkDefinition`
 * @param cache    shared by all tables
 * @throws {Fault} `not-supported` for a table with remote rows; in the methods `bad-package` if the bytes don't match
 *   the manifest, `internal` for a batch or level that doesn't exist, and faults of `read`
 */
export function openTable(manifest: TableManifest, read: ReadBytes, cache: BatchCache): Table {
  const { batches, rowCount, remote } = manifest;
  if (remote)
    throw new Fault(
      'not-supported',
      `${remote.address}: remote data can't be read outside the service. Publish a copy of the data.`,
    );

  const readBatch = async (file: ArrowFileManifest, index: number): Promise<ArrayBuffer> => {
    const [offset, length] = file.batches[index]!;
    return read(file.file, offset, length);
  };
  const batchAt = (index: number): BatchManifest => {
    const batch = batches[index];
    if (!batch) throw wrongValue('internal', 'Batch', `a number from 0 to ${batches.length - 1}`, `${index}`);
    return batch;
  };

  const table: Table = {
    manifest,
    attributes: (index) =>
      cache.read(table, `a${index}`, async () => {
        const batch = batchAt(index);
        const path = `${manifest.attributes.file}, batch ${index}`;
        const buffer = await readBatch(manifest.attributes, index);
        return withSize(decodeAttributes(buffer, manifest, batch, path), buffer.byteLength);
      }),
    geometry: (level, index) =>
      cache.read(table, `g${level}.${index}`, async () => {
        const file = manifest.levels[level];
        const batch = batchAt(index);
        if (!file || !manifest.geometry)
          throw new Fault('internal', `${manifest.attributes.file}: level ${level} of the geometry not found.`);
        const buffer = await readBatch(file, index);
        const value = decodeGeometry(buffer, manifest.geometry, batch, `${file.file}, batch ${index}`);
        return { value, bytes: buffer.byteLength };
      }),
    async rowsIn(extent) {
      const full = manifest.extent;
      if (!full || !meets(extent, full)) return new Uint32Array(0);
      if (covers(extent, full)) return undefined;
      return wholeBatches(extent, batches) ?? searchSorted(await readIndex(), extent, rowCount);
    },
    async extents(index) {
      const batch = batchAt(index);
      const extents = await allExtents();
      return extents.subarray(4 * batch.firstRow, 4 * (batch.firstRow + batch.rowCount));
    },
    async fileBytes(file, [offset, length]) {
      const bytes = await read(file, offset, length);
      if (bytes.byteLength === length) return bytes;
      throw wrongValue('bad-package', file, `${length} bytes from byte ${offset}`, `${bytes.byteLength}`);
    },
    async rowOfId(objectId) {
      const find = await cache.read(table, 'ids', async () => readIds(table));
      return find(objectId);
    },
  };
  const allExtents = (): Promise<Float64Array> =>
    cache.read(table, 'extents', async () => {
      const extents = new Float64Array(4 * rowCount).fill(Number.NaN);
      if (manifest.index !== undefined) (await readIndex()).fill(extents);
      return { value: extents, bytes: extents.byteLength };
    });
  const readIndex = (): Promise<ExtentIndex> =>
    cache.read(table, 'index', async () => {
      const buffer = await read(manifest.index ?? '', 0, Number.POSITIVE_INFINITY);
      return { value: openIndex(buffer, manifest.index ?? '', rowCount), bytes: buffer.byteLength };
    });
  return table;
}

/** Strings are decoded later but counted now: at worst they need as many bytes again as all buffers. */
function withSize(value: AttributeBatch, bytes: number): Sized<AttributeBatch> {
  const stringColumns = [...value.columns.values()].filter((column) => column.kind === 'string').length;
  return { value, bytes: stringColumns > 0 ? 2 * bytes + 24 * stringColumns * value.rowCount : bytes };
}

/** Return the rows of the batches inside `extent`; undefined if a batch crosses its edge. */
function wholeBatches(extent: Extent, batches: readonly BatchManifest[]): Uint32Array | undefined {
  const inside: BatchManifest[] = [];
  for (const batch of batches) {
    if (!batch.extent || !meets(extent, batch.extent)) continue;
    if (!covers(extent, batch.extent)) return undefined;
    inside.push(batch);
  }
  const rows = new Uint32Array(inside.reduce((sum, batch) => sum + batch.rowCount, 0));
  let end = 0;
  for (const { firstRow, rowCount } of inside) for (let i = 0; i < rowCount; i++) rows[end++] = firstRow + i;
  return rows;
}

function searchSorted(index: ExtentIndex, extent: Extent, rowCount: number): Uint32Array {
  const matches = index.search(extent);
  if (matches.length < rowCount / 64) return Uint32Array.from(matches).sort();
  // For many rows, marking them and collecting the marks is faster than sorting.
  const marks = new Uint8Array(rowCount);
  for (const row of matches) marks[row] = 1;
  const rows = new Uint32Array(matches.length);
  let end = 0;
  for (let row = 0; row < rowCount; row++) if (marks[row]) rows[end++] = row;
  return rows.subarray(0, end);
}

/**
 * Create a lookup of rows by object ID; it returns -1 for unknown IDs. IDs are mostly 1 to n in another order, so one
 * array maps them to rows. IDs that are far apart go into a Map.
 */
async function readIds(table: Table): Promise<Sized<(id: number) => number>> {
  const { batches, rowCount, idField } = table.manifest;
  const ids = new Int32Array(rowCount);
  let lowest = Number.POSITIVE_INFINITY;
  let highest = Number.NEGATIVE_INFINITY;
  for (let index = 0; index < batches.length; index++) {
    const batch = await table.attributes(index);
    const column = batch.columns.get(idField);
    if (column?.kind !== 'int')
      throw wrongValue('bad-package', `Field "${idField}"`, 'integers', column?.kind ?? 'nothing');
    ids.set(column.values, batch.firstRow);
  }
  for (const id of ids) {
    if (id < lowest) lowest = id;
    if (id > highest) highest = id;
  }
  if (highest - lowest < 4 * rowCount + 1024) {
    const rows = new Int32Array(rowCount === 0 ? 0 : highest - lowest + 1).fill(-1);
    for (let row = 0; row < rowCount; row++) rows[ids[row]! - lowest] = row;
    return { value: (id) => rows[id - lowest] ?? -1, bytes: rows.byteLength };
  }
  const rows = new Map<number, number>();
  for (let row = 0; row < rowCount; row++) rows.set(ids[row]!, row);
  return { value: (id) => rows.get(id) ?? -1, bytes: 40 * rowCount };
}

type Box = readonly [xmin: number, ymin: number, xmax: number, ymax: number];

/** A tree of the extents of all rows with geometry. */
interface ExtentIndex {
  /** Return the rows whose extent meets a box, in no particular order. */
  search(box: Box): number[];
  /** Write the extents of all rows, four numbers per row, at the row's position. */
  fill(extents: Float64Array): void;
}

/** Flatbush format version 3, coordinates as doubles. */
const header = 0x38fb;
const headerBytes = 8;

/**
 * Open an index written by flatbush. The tree structure follows from the node numbers, so only the row numbers need
 * checking: a malicious file can't cause an endless loop.
 *
 * @throws {Fault} `bad-package` if the file isn't an index, or names rows that the table doesn't have
 */
export function openIndex(buffer: ArrayBuffer, file: string, rowCount: number): ExtentIndex {
  const refuse = (expected: string, actual: unknown): never => {
    throw wrongValue('bad-package', file, expected, String(actual));
  };
  if (buffer.byteLength < headerBytes) refuse('a spatial index', `${buffer.byteLength} bytes`);
  const view = new DataView(buffer);
  const nodeSize = view.getUint16(2, true);
  const itemCount = view.getUint32(4, true);
  if (view.getUint16(0, true) !== header || nodeSize < 2) refuse('a spatial index', 'another file type');
  if (itemCount === 0 || itemCount > rowCount) refuse(`1 to ${rowCount} rows`, itemCount);
  /** Number of nodes on each level, from the items up. */
  const counts = [itemCount];
  const starts = [0];
  let total = itemCount;
  do {
    starts.push(total);
    counts.push(Math.ceil(counts.at(-1)! / nodeSize));
    total += counts.at(-1)!;
  } while (counts.at(-1)! > 1);
  const Numbers = total < 16_384 ? Uint16Array : Uint32Array;
  const numbersFrom = headerBytes + 32 * total;
  const bytes = numbersFrom + total * Numbers.BYTES_PER_ELEMENT;
  if (buffer.byteLength !== bytes) refuse(`${bytes} bytes`, buffer.byteLength);
  const boxes = new Float64Array(buffer, headerBytes, 4 * total);
  const rows = new Numbers(buffer, numbersFrom, itemCount);
  for (const row of rows) if (row >= itemCount) refuse(`rows below ${itemCount}`, row);

  return {
    search([xmin, ymin, xmax, ymax]) {
      const matches: number[] = [];
      const searchNodes = (level: number, first: number, end: number): void => {
        const start = starts[level]!;
        for (let node = first; node < end; node++) {
          const i = 4 * (start + node);
          const x1 = boxes[i]!;
          if (xmax < x1) continue;
          const y1 = boxes[i + 1]!;
          if (ymax < y1) continue;
          const x2 = boxes[i + 2]!;
          if (xmin > x2) continue;
          const y2 = boxes[i + 3]!;
          if (ymin > y2) continue;
          if (level === 0) matches.push(rows[node]!);
          else if (xmin <= x1 && ymin <= y1 && xmax >= x2 && ymax >= y2) {
            // The items of a node that is completely inside are contiguous.
            const size = nodeSize ** level;
            const stop = Math.min((node + 1) * size, itemCount);
            for (let item = node * size; item < stop; item++) matches.push(rows[item]!);
          } else searchNodes(level - 1, node * nodeSize, Math.min((node + 1) * nodeSize, counts[level - 1]!));
        }
      };
      searchNodes(counts.length - 1, 0, 1);
      return matches;
    },
    fill(extents) {
      for (let item = 0; item < itemCount; item++) {
        for (let k = 0; k < 4; k++) extents[4 * rows[item]! + k] = boxes[4 * item + k]!;
      }
    },
  };
}

/**
 * Read the geometry column from one record batch message, as views of `buffer`.
 *
 * @throws {Fault} `bad-package` if the batch doesn't match the manifest
 */
function decodeGeometry(buffer: ArrayBuffer, kind: GeometryKind, batch: BatchManifest, path: string): GeometryBatch {
  const reader = columnReader(buffer, path);
  if (reader.rowCount !== batch.rowCount) {
    throw wrongValue('bad-package', path, `${batch.rowCount} rows`, `${reader.rowCount}`);
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
  // A null takes up a point in the file, but not in a batch.
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

/** Read the coordinates of `count` vertices, two per vertex. */
function readCoordinates(reader: ColumnReader, count: number, path: string): Float64Array {
  const { length } = reader.node();
  if (length < 2 * count) throw wrongValue('bad-package', path, `${2 * count} ordinates`, `${length}`);
  return reader.float64(2 * count);
}

let countBuffer = new Int32Array(0);

/** Return 0, 1, 2, … with `length` members, as a view of one shared array. For rows with one part each. */
function counting(length: number): Int32Array {
  if (countBuffer.length < length) countBuffer = Int32Array.from({ length: Math.max(length, 4097) }, (_, i) => i);
  return countBuffer.subarray(0, length);
}

import type { Value } from '../../contract/index.ts';
import { closeRing, turnRing } from '../../geometry/rings.ts';
import type { AttributeBatch, Column, GeometryBatch } from '../../rows/batch.ts';
import { columnKind } from '../../rows/column-kind.ts';
import { kindOfCode } from '../../rows/geometry/geometry-codes.ts';
import type { GeometryKind } from '../../rows/manifest.ts';
import { type FlatTable, listOf, rootTable, tableOf, tablesOf, textAt, uint8Of } from './flat-buffer.ts';
import { columnTypes } from './flatgeobuf-head.ts';
import { type FlatGeobufColumn, kindName } from './flatgeobuf-header.ts';

/** Features of a run of rows: each begins with its length. */
export interface FeatureBytes {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly firstRow: number;
  /** Where each row begins in `bytes`. */
  readonly starts: ArrayLike<number>;
}

/** Fields of a geometry. */
const [endsField, xyField, typeField, partsField] = [0, 1, 6, 7];

/**
 * Decode the shapes of features. Rings are closed and turned as batches have them.
 *
 * @throws {RangeError} for bytes that are no such features, or shapes of another kind
 */
export function decodeShapes({ bytes, firstRow, starts }: FeatureBytes, kind: GeometryKind): GeometryBatch {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const rowCount = starts.length;
  // Honest features have each number once; a ring that is not closed gets one vertex more.
  const xy = new Float64Array(2 * Math.ceil(bytes.length / 8));
  const featureOffsets = new Int32Array(rowCount + 1);
  const partOffsets: number[] = [0];
  let vertices = 0;

  const addVertices = (at: number, count: number): void => {
    if (2 * (vertices + count) > xy.length) throw new RangeError('more coordinates than bytes');
    for (let i = 0; i < 2 * count; i++) xy[2 * vertices + i] = view.getFloat64(at + 8 * i, true);
    vertices += count;
  };
  const addRing = (at: number, count: number, isHole: boolean): void => {
    if (count === 0) return;
    const from = vertices;
    addVertices(at, count);
    if (2 * vertices + 2 > xy.length) throw new RangeError('more coordinates than bytes');
    vertices = closeRing(xy, from, vertices);
    turnRing(xy, from, vertices, isHole);
    partOffsets.push(vertices);
  };
  const addShape = (shape: FlatTable): void => {
    const list = listOf(shape, xyField, 8);
    if (!list || list.count < 2) return;
    const count = list.count >> 1;
    if (kind === 'point' || kind === 'multipoint') {
      const first = vertices;
      addVertices(list.at, kind === 'point' ? 1 : count);
      // GeoPackage and others write an empty point as one of NaN.
      if (kind === 'point' && Number.isNaN(xy[2 * first]!)) vertices = first;
      for (let vertex = first + 1; vertex <= vertices; vertex++) partOffsets.push(vertex);
      return;
    }
    const ends = listOf(shape, endsField, 4);
    let from = 0;
    for (let part = 0; part < Math.max(1, ends?.count ?? 0); part++) {
      const end = ends?.count ? view.getUint32(ends.at + 4 * part, true) : count;
      if (end < from || end > count) throw new RangeError('parts that do not follow each other');
      if (kind === 'polygon') addRing(list.at + 16 * from, end - from, part > 0);
      else if (end > from) {
        addVertices(list.at + 16 * from, end - from);
        partOffsets.push(vertices);
      }
      from = end;
    }
  };

  for (let row = 0; row < rowCount; row++) {
    const shape = tableOf(rootTable(view, starts[row]! + 4), 0);
    if (shape) {
      const type = uint8Of(shape, typeField, 0);
      const own = kindOfCode(type);
      const fits = type === 0 || own === kind || (own === 'point' && kind === 'multipoint');
      if (!fits) throw new RangeError(`feature ${firstRow + row + 1}: ${kind} expected, ${kindName(type)} found`);
      const parts = tablesOf(shape, partsField);
      if (parts.length === 0) addShape(shape);
      for (const part of parts) addShape(part);
    }
    featureOffsets[row + 1] = partOffsets.length - 1;
  }
  return {
    kind,
    firstRow,
    rowCount,
    xy: xy.slice(0, 2 * vertices),
    partOffsets: Int32Array.from(partOffsets),
    featureOffsets,
  };
}

/** A field of a table, and the column of the file that has its values; the object ids have none. */
export interface ReadField {
  readonly field: Value<'Field'>;
  /** Number of the column. */
  readonly column: number;
}

/**
 * Decode the attributes of features; object ids are row numbers, counted from 1.
 *
 * @throws {RangeError} for bytes that are no such features
 */
export function decodeValues(
  { bytes, firstRow, starts }: FeatureBytes,
  idField: string,
  columns: readonly FlatGeobufColumn[],
  fields: readonly ReadField[],
): AttributeBatch {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const rowCount = starts.length;
  const made = new Map<string, Column>([
    [idField, { kind: 'int', values: Int32Array.from({ length: rowCount }, (_, row) => firstRow + row + 1) }],
  ]);
  const byColumn: (Column | undefined)[] = columns.map(() => undefined);
  for (const { field, column } of fields) {
    const filled = emptyColumn(field, rowCount);
    made.set(field.Name, filled);
    byColumn[column] = filled;
  }
  for (let row = 0; row < rowCount; row++) {
    const list = listOf(rootTable(view, starts[row]! + 4), 1, 1);
    if (!list) continue;
    const end = list.at + list.count;
    for (let at = list.at; at < end; ) {
      const column = view.getUint16(at, true);
      const type = columnTypes[columns[column]?.type ?? -1];
      if (!type) throw new RangeError(`feature ${firstRow + row + 1}: column ${column} is not declared`);
      at = readValue(view, at + 2, type, byColumn[column], row);
    }
  }
  return { firstRow, rowCount, columns: made };
}

function emptyColumn(field: Value<'Field'>, rowCount: number): Column {
  const nulls = new Uint8Array(rowCount).fill(1);
  const kind = columnKind(field)!;
  switch (kind) {
    case 'int':
      return { kind, values: new Int32Array(rowCount), nulls };
    case 'string':
      return { kind, values: new Array<string>(rowCount).fill(''), nulls };
    default:
      return { kind, values: new Float64Array(rowCount), nulls };
  }
}

const numberReaders = {
  byte: [1, (view: DataView, at: number) => view.getInt8(at)],
  ubyte: [1, (view: DataView, at: number) => view.getUint8(at)],
  bool: [1, (view: DataView, at: number) => view.getUint8(at)],
  short: [2, (view: DataView, at: number) => view.getInt16(at, true)],
  ushort: [2, (view: DataView, at: number) => view.getUint16(at, true)],
  int: [4, (view: DataView, at: number) => view.getInt32(at, true)],
  uint: [4, (view: DataView, at: number) => view.getUint32(at, true)],
  long: [8, (view: DataView, at: number) => Number(view.getBigInt64(at, true))],
  ulong: [8, (view: DataView, at: number) => Number(view.getBigUint64(at, true))],
  float: [4, (view: DataView, at: number) => view.getFloat32(at, true)],
  double: [8, (view: DataView, at: number) => view.getFloat64(at, true)],
} as const;

/** Read the value at `at` into a row of its column, where it has one; answers where the next begins. */
function readValue(
  view: DataView,
  at: number,
  type: (typeof columnTypes)[number],
  column: Column | undefined,
  row: number,
): number {
  if (type in numberReaders) {
    const [bytes, read] = numberReaders[type as keyof typeof numberReaders];
    if (column && column.kind !== 'string') setNumber(column, row, read(view, at));
    return at + bytes;
  }
  const length = view.getUint32(at, true);
  const end = at + 4 + length;
  if (end > view.byteLength) throw new RangeError('a value is cut off');
  if (column?.kind === 'string') {
    (column.values as string[])[row] = textAt(view, at + 4, length);
    column.nulls![row] = 0;
  } else if (column) setNumber(column, row, timeOf(textAt(view, at + 4, length)));
  return end;
}

function setNumber(column: Exclude<Column, { kind: 'string' }>, row: number, value: number): void {
  if (Number.isNaN(value)) return;
  column.values[row] = value;
  column.nulls![row] = 0;
}

/** Epoch milliseconds of a time by ISO 8601, as UTC unless it names a zone; NaN for what is none. */
function timeOf(text: string): number {
  const iso = text.trim().replaceAll('/', '-').replace(' ', 'T');
  const hasZone = /(Z|[+-]\d\d(:?\d\d)?)$/i.test(iso.slice(10));
  return Date.parse(iso.length > 10 && !hasZone ? `${iso}Z` : iso.replace(/([+-]\d\d)$/, '$1:00'));
}

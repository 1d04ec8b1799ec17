import { type Data, Field, Float64, Int32, makeData, TimestampMillisecond, Utf8 } from 'apache-arrow';
import { Fault, type Value } from '../../contract/index.ts';
import { type ColumnKind, columnKind } from '../column-kind.ts';
import type { ColumnStatistics } from '../manifest.ts';

/** What a field may hold; dates are epoch milliseconds. */
export type Cell = string | number | null;

/** The Arrow field of an attribute column. */
export function arrowField(field: Value<'Field'>): Field {
  switch (columnKind(field)) {
    case 'int':
      return new Field(field.Name, new Int32(), true);
    case 'double':
      return new Field(field.Name, new Float64(), true);
    case 'date':
      return new Field(field.Name, new TimestampMillisecond(), true);
    default:
      return new Field(field.Name, new Utf8(), true);
  }
}

/** A run of rows of one column, in the form of the file, and what is to be known of them without reading. */
interface EncodedColumn {
  readonly data: Data;
  readonly statistics: ColumnStatistics;
}

/**
 * Encode the cells of some rows.
 *
 * @param cells the whole column, in input order; undefined counts as null
 * @param rows  which of them, in file order
 * @throws {Fault} `bad-value` when a cell is not of the field's type; rows are counted from 1 in input order
 */
export function encodeColumn(field: Value<'Field'>, cells: readonly Cell[], rows: Uint32Array): EncodedColumn {
  const kind = columnKind(field) ?? 'string';
  const length = rows.length;
  const bits = new Uint8Array((length + 7) >> 3);
  let nullCount = 0;
  let min: number | string | undefined;
  let max: number | string | undefined;
  const present: Cell[] = new Array(length);
  for (let i = 0; i < length; i++) {
    const given = cells[rows[i]!] ?? null;
    if (given === null) {
      present[i] = null;
      nullCount++;
      continue;
    }
    checkCell(given, kind, field, rows[i]!);
    // Rounded before it is counted: statistics must hold for what is stored.
    const cell = kind === 'date' ? Math.round(given as number) : given;
    present[i] = cell;
    bits[i >> 3]! |= 1 << (i & 7);
    if (min === undefined || cell < min) min = cell;
    if (max === undefined || cell > max) max = cell;
  }
  const statistics = min === undefined || max === undefined ? { nullCount } : { min, max, nullCount };
  const nulls = nullCount > 0 ? { nullCount, nullBitmap: bits } : { nullCount: 0 };
  return { data: arrowData(kind, present, length, nulls), statistics };
}

interface Nulls {
  readonly nullCount: number;
  readonly nullBitmap?: Uint8Array;
}

function arrowData(kind: ColumnKind, cells: readonly Cell[], length: number, nulls: Nulls): Data {
  switch (kind) {
    case 'int':
      return makeData({ type: new Int32(), length, ...nulls, data: Int32Array.from(cells, Number) });
    case 'double':
      return makeData({ type: new Float64(), length, ...nulls, data: Float64Array.from(cells, Number) });
    case 'date': {
      const data = BigInt64Array.from(cells, (cell) => BigInt(cell ?? 0));
      return makeData({ type: new TimestampMillisecond(), length, ...nulls, data });
    }
    case 'string': {
      const { valueOffsets, data } = encodeStrings(cells);
      return makeData({ type: new Utf8(), length, ...nulls, valueOffsets, data });
    }
  }
}

function encodeStrings(cells: readonly Cell[]): { valueOffsets: Int32Array; data: Uint8Array } {
  const encoder = new TextEncoder();
  const valueOffsets = new Int32Array(cells.length + 1);
  let units = 0;
  for (const cell of cells) units += cell === null ? 0 : (cell as string).length;
  const data = new Uint8Array(units * 3);
  let end = 0;
  for (let i = 0; i < cells.length; i++) {
    if (cells[i] !== null) end += encoder.encodeInto(cells[i] as string, data.subarray(end)).written;
    valueOffsets[i + 1] = end;
  }
  return { valueOffsets, data: data.slice(0, end) };
}

/** The last moment a date of JavaScript can be. */
const maximumMs = 8.64e15;

const expected: Readonly<Record<ColumnKind, string>> = {
  int: 'an integer from -2147483648 to 2147483647',
  double: 'a finite number',
  date: 'milliseconds from -8.64e15 to 8.64e15',
  string: 'a string',
};

function isCell(cell: string | number, kind: ColumnKind): boolean {
  if (kind === 'string') return typeof cell === 'string';
  if (typeof cell !== 'number') return false;
  if (kind === 'int') return cell === (cell | 0);
  return kind === 'date' ? Math.abs(cell) <= maximumMs : Number.isFinite(cell);
}

function checkCell(cell: string | number, kind: ColumnKind, field: Value<'Field'>, row: number): void {
  if (isCell(cell, kind)) return;
  const found = typeof cell === 'string' ? `"${cell.slice(0, 40)}"` : String(cell);
  throw new Fault('bad-value', `Row ${row + 1}, field "${field.Name}": ${expected[kind]} expected, ${found} found.`, {
    row: row + 1,
    field: field.Name,
  });
}

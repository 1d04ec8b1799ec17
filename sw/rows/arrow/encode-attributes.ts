import { type Data, Field, Float64, Int32, makeData, TimestampMillisecond, Utf8 } from 'apache-arrow';
import { type Value, wrongValue } from '../../contract/index.ts';
import { type ColumnKind, columnKind } from '../column-kind.ts';
import type { ColumnStatistics } from '../manifest.ts';

/** The value of a field in one row; dates are epoch milliseconds. */
export type Cell = string | number | null;

/** Return the Arrow field of an attribute column. */
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

/** Some rows of one column as Arrow data, and their statistics for the manifest. */
interface EncodedColumn {
  readonly data: Data;
  readonly statistics: ColumnStatistics;
}

/**
 * Encode the cells of some rows.
 *
 * @param cells the whole column, in input order; undefined counts as null
 * @param rows  the rows to encode, in file order
 * @throws {Fault} `bad-value` if a cell doesn't match the type of the field; rows are counted from 1 in input order
 */
export function encodeColumn(field: Value<'Field'>, cells: readonly Cell[], rows: Uint32Array): EncodedColumn {
  const kind = columnKind(field) ?? 'string';
  return kind === 'string' ? encodeTexts(field, cells, rows) : encodeNumbers(field, kind, cells, rows);
}

function encodeNumbers(
  field: Value<'Field'>,
  kind: Exclude<ColumnKind, 'string'>,
  cells: readonly Cell[],
  rows: Uint32Array,
): EncodedColumn {
  const length = rows.length;
  const bits = new Uint8Array((length + 7) >> 3);
  const numbers = kind === 'int' ? new Int32Array(length) : new Float64Array(length);
  let nullCount = 0;
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < length; i++) {
    const cell = cells[rows[i]!] ?? null;
    if (cell === null) {
      nullCount++;
      continue;
    }
    checkCell(cell, kind, field, rows[i]!);
    // Round before updating the statistics: they must match the stored values.
    const number = kind === 'date' ? Math.round(cell as number) : (cell as number);
    numbers[i] = number;
    bits[i >> 3]! |= 1 << (i & 7);
    if (number < min) min = number;
    if (number > max) max = number;
  }
  const common = { length, ...nullProperties(nullCount, bits) };
  const statistics = nullCount === length ? { nullCount } : { min, max, nullCount };
  if (numbers instanceof Int32Array)
    return { data: makeData({ ...common, type: new Int32(), data: numbers }), statistics };
  return kind === 'date'
    ? { data: makeData({ ...common, type: new TimestampMillisecond(), data: wholeNumbers(numbers) }), statistics }
    : { data: makeData({ ...common, type: new Float64(), data: numbers }), statistics };
}

/** Convert whole numbers to 64-bit integers without creating a BigInt for each. */
function wholeNumbers(numbers: Float64Array): BigInt64Array {
  const halves = new Int32Array(2 * numbers.length);
  for (let i = 0; i < numbers.length; i++) {
    halves[2 * i] = numbers[i]!;
    halves[2 * i + 1] = Math.floor(numbers[i]! / 2 ** 32);
  }
  return new BigInt64Array(halves.buffer);
}

function encodeTexts(field: Value<'Field'>, cells: readonly Cell[], rows: Uint32Array): EncodedColumn {
  const length = rows.length;
  const bits = new Uint8Array((length + 7) >> 3);
  const valueOffsets = new Int32Array(length + 1);
  const texts: string[] = new Array(length);
  let nullCount = 0;
  let min: string | undefined;
  let max: string | undefined;
  let end = 0;
  for (let i = 0; i < length; i++) {
    const cell = cells[rows[i]!] ?? null;
    if (cell === null) nullCount++;
    else {
      checkCell(cell, 'string', field, rows[i]!);
      const text = cell as string;
      bits[i >> 3]! |= 1 << (i & 7);
      if (min === undefined || text < min) min = text;
      if (max === undefined || text > max) max = text;
      end += utf8Length(text);
    }
    texts[i] = cell === null ? '' : (cell as string);
    valueOffsets[i + 1] = end;
  }
  const statistics = min === undefined || max === undefined ? { nullCount } : { min, max, nullCount };
  const common = { length, ...nullProperties(nullCount, bits) };
  return {
    data: makeData({ ...common, type: new Utf8(), valueOffsets, data: encodeAll(texts, valueOffsets) }),
    statistics,
  };
}

const nullProperties = (nullCount: number, nullBitmap: Uint8Array) =>
  nullCount > 0 ? { nullCount, nullBitmap } : { nullCount: 0 };

/** Encode all texts, concatenated, in one call. */
function encodeAll(texts: readonly string[], offsets: Int32Array): Uint8Array {
  const encoder = new TextEncoder();
  const data = new Uint8Array(offsets[texts.length]!);
  // An unpaired surrogate at the end of one text must not pair with a surrogate at the start of the next text.
  if (encoder.encodeInto(texts.join(''), data).written < data.length)
    for (const [i, text] of texts.entries()) encoder.encodeInto(text, data.subarray(offsets[i]!));
  return data;
}

/** Return the length of a text in UTF-8. An unpaired surrogate takes three bytes. */
function utf8Length(text: string): number {
  let bytes = text.length;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) continue;
    bytes += unit < 0x800 ? 1 : 2;
    const isPair = unit >= 0xd800 && unit < 0xdc00 && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00;
    // A surrogate pair: four bytes for two units.
    if (isPair) i++;
  }
  return bytes;
}

/** The largest time value of a JavaScript Date. */
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
  const actual = typeof cell === 'string' ? `"${cell.slice(0, 40)}"` : String(cell);
  throw wrongValue('bad-value', `Row ${row + 1}, field "${field.Name}"`, expected[kind], actual, {
    row: row + 1,
    field: field.Name,
  });
}

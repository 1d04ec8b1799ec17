import { isoDate } from './dates.ts';
import { diagnostic } from './diagnostic.ts';
import { inferColumn } from './infer-column.ts';
import type { Diagnostic } from './read-fault.ts';
import type { SourceColumn, SourceFieldType } from './source-table.ts';

/** A bigint is an integer that a double may not represent. */
export type Cell = string | number | bigint | null;

/** A column as it was read, with its declared type. */
export interface RawColumn {
  /** Valid and unique in its table. */
  readonly name: string;
  readonly alias: string;
  readonly original: string;
  /** The declared type in upper case. */
  readonly declared: string;
  /** Overwritten with the converted values. */
  readonly values: Cell[];
}

/** Bits of the integer types of OGC 12-128r18, table 1. */
const wholeBits: Readonly<Record<string, number>> = {
  BOOLEAN: 16,
  TINYINT: 16,
  SMALLINT: 16,
  MEDIUMINT: 32,
  INT: 32,
  INTEGER: 32,
};

export const isBinary = (declared: string): boolean => /^BLOB\b/.test(declared);

/**
 * Convert the values of a column to its declared type. SQLite stores any value in any column: if a value doesn't fit,
 * the type is inferred from the values.
 *
 * @param location location of the table
 * @param notes receives the changes
 */
export function toTypedColumn(raw: RawColumn, location: Diagnostic, notes: Diagnostic[]): SourceColumn {
  const { declared, values } = raw;
  const type = declared.split('(', 1)[0]!.trim();
  if (Object.hasOwn(wholeBits, type)) {
    const stray = values.find((value) => typeof value === 'string');
    if (stray !== undefined) return inferFromValues(raw, stray, location, notes);
    return hasLarge(raw) ? inferColumn(raw.name, raw.alias, values) : toIntegerColumn(raw, wholeBits[type]!);
  }
  if (type === 'FLOAT' || type === 'DOUBLE' || type === 'REAL') {
    const stray = values.find((value) => typeof value === 'string');
    if (stray !== undefined) return inferFromValues(raw, stray, location, notes);
    return hasLarge(raw) ? inferColumn(raw.name, raw.alias, values) : column(raw, 'Double', Number);
  }
  if (type === 'DATE' || type === 'DATETIME') {
    const stray = values.find((value) => value !== null && isoDate(String(value)) === undefined);
    if (stray !== undefined) return inferFromValues(raw, stray!, location, notes);
    return column(raw, 'Date', (value) => isoDate(String(value))!);
  }
  if (type === 'TEXT') return column(raw, 'String', String);
  // Types that SQLite allows but GeoPackage doesn't, and expressions of views.
  return inferColumn(raw.name, raw.alias, values);
}

/** Check whether a column has integers beyond 2^53 that no double represents. As in all formats, it becomes text. */
const hasLarge = ({ values }: RawColumn): boolean => values.some((value) => typeof value === 'bigint');

function toIntegerColumn(raw: RawColumn, bits: number): SourceColumn {
  let isShort = bits === 16;
  let isWhole = true;
  for (const value of raw.values as (number | null)[]) {
    if (value === null) continue;
    if ((value << 16) >> 16 !== value) isShort = false;
    if ((value | 0) !== value) isWhole = false;
  }
  return column(raw, isShort ? 'SmallInteger' : isWhole ? 'Integer' : 'Double', Number);
}

function inferFromValues(
  raw: RawColumn,
  stray: NonNullable<Cell>,
  location: Diagnostic,
  notes: Diagnostic[],
): SourceColumn {
  notes.push(diagnostic('columnAsFound', location, raw.original, raw.declared, String(stray).slice(0, 40)));
  const isMixed = raw.values.some((value) => typeof value === 'number' || typeof value === 'bigint');
  return inferColumn(raw.name, raw.alias, isMixed ? raw.values.map((value) => value?.toString()) : raw.values);
}

/** Convert a column in place, because it may have millions of values. */
function column(
  { name, alias, values }: RawColumn,
  type: SourceFieldType,
  convert: (value: NonNullable<Cell>) => string | number,
): SourceColumn {
  let length = 0;
  for (let row = 0; row < values.length; row++) {
    const value = values[row];
    if (value === null || value === undefined) continue;
    const converted = convert(value);
    values[row] = converted;
    if (typeof converted === 'string' && converted.length > length) length = converted.length;
  }
  return { name, alias, type, length, values: values as (string | number | null)[] };
}

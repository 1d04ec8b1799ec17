import { isoDate } from './dates.ts';
import { type Diagnostic, diagnostic } from './diagnostic.ts';
import { inferColumn } from './infer-column.ts';
import type { SourceColumn, SourceFieldType } from './source-table.ts';

type Cell = string | number | null;

/** A column that was read, under the type that the table declares. */
export interface RawColumn {
  /** Valid and unique in its table. */
  readonly name: string;
  readonly alias: string;
  readonly original: string;
  /** In capitals. */
  readonly declared: string;
  /** Written over with what it becomes. */
  readonly values: Cell[];
}

/** Types of OGC 12-128r18, table 1; whole numbers by the bits that they have. */
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
 * Bring the values of a column to the type that is declared. SQLite stores any value in any column: where one does not
 * fit, the type follows from the values.
 *
 * @param location of the table
 * @param notes gets what was changed
 */
export function typedColumn(raw: RawColumn, location: Diagnostic, notes: Diagnostic[]): SourceColumn {
  const { declared, values } = raw;
  const type = declared.split('(', 1)[0]!.trim();
  if (Object.hasOwn(wholeBits, type)) {
    const stray = values.find((value) => typeof value === 'string');
    if (stray === undefined) return wholeColumn(raw, wholeBits[type]!, notes);
    return asFound(raw, stray, location, notes);
  }
  if (type === 'FLOAT' || type === 'DOUBLE' || type === 'REAL') {
    const stray = values.find((value) => typeof value === 'string');
    return stray === undefined ? column(raw, 'Double') : asFound(raw, stray, location, notes);
  }
  if (type === 'DATE' || type === 'DATETIME') {
    const stray = values.find((value) => value !== null && isoDate(String(value)) === undefined);
    if (stray !== undefined) return asFound(raw, stray!, location, notes);
    for (const [row, value] of values.entries()) values[row] = value === null ? null : isoDate(String(value))!;
    return column(raw, 'Date');
  }
  if (type === 'TEXT') {
    for (const [row, value] of values.entries()) if (typeof value === 'number') values[row] = String(value);
    return column(raw, 'String');
  }
  // Types of SQLite that are none of GeoPackage, and expressions of views.
  return inferColumn(raw.name, raw.alias, values);
}

function wholeColumn(raw: RawColumn, bits: number, notes: Diagnostic[]): SourceColumn {
  let isShort = bits === 16;
  let isWhole = true;
  let isRounded = false;
  for (const value of raw.values as (number | null)[]) {
    if (value === null) continue;
    if ((value << 16) >> 16 !== value) isShort = false;
    if ((value | 0) !== value) isWhole = false;
    if (Math.abs(value) > Number.MAX_SAFE_INTEGER) isRounded = true;
  }
  if (isRounded) notes.push(diagnostic('numbersRounded', raw.original));
  return column(raw, isShort ? 'SmallInteger' : isWhole ? 'Integer' : 'Double');
}

function asFound(raw: RawColumn, stray: string | number, location: Diagnostic, notes: Diagnostic[]): SourceColumn {
  notes.push(diagnostic('columnAsFound', location, raw.original, raw.declared, String(stray).slice(0, 40)));
  const isMixed = raw.values.some((value) => typeof value === 'number');
  return inferColumn(raw.name, raw.alias, isMixed ? raw.values.map((value) => value?.toString()) : raw.values);
}

function column({ name, alias, values }: RawColumn, type: SourceFieldType): SourceColumn {
  let length = 0;
  if (type === 'String')
    for (const value of values) if (typeof value === 'string' && value.length > length) length = value.length;
  return { name, alias, type, length, values };
}

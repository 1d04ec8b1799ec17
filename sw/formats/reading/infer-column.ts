import { stringifyExact } from '../geojson/exact-json.ts';
import { isoDate } from './dates.ts';
import { type DecimalStyle, losesDigits, plainDecimal, pointStyle } from './decimal-text.ts';
import type { SourceColumn, SourceFieldType } from './source-table.ts';

type Cell = string | number | null;

/**
 * Infer the type of a column of JSON values and convert every value to it.
 *
 * Booleans become 0 and 1, 32-bit integers Integer, other numbers Double, and a column of ISO dates Date. Everything
 * else becomes String, objects and arrays as JSON text. Null, undefined and non-finite numbers become null. A bigint is
 * an integer with all its digits: if a double would change it, the column becomes text.
 */
export function inferColumn(name: string, alias: string, raw: readonly unknown[]): SourceColumn {
  let booleans = 0;
  let numbers = 0;
  let whole = true;
  let strings = 0;
  // Dates parsed so far, while all strings are dates, so that no string is parsed twice.
  let dates: (number | null)[] | undefined = [];
  let others = 0;
  for (const value of raw) {
    if (value === null || value === undefined) continue;
    if (typeof value === 'bigint') {
      if (losesDigits(String(value))) others++;
      else numbers++;
      whole = false;
    } else if (typeof value === 'number') {
      numbers++;
      if (whole && value !== (value | 0)) whole = false;
    } else if (typeof value === 'string') {
      strings++;
      const date = dates && value !== '' ? isoDate(value) : null;
      if (date === undefined) dates = undefined;
      else dates?.push(date);
    } else if (typeof value === 'boolean') booleans++;
    else others++;
  }
  const makeTypedColumn = (type: SourceFieldType, convert: (value: unknown) => Cell): SourceColumn =>
    column(name, alias, type, raw, convert);
  if (numbers > 0 && booleans + strings + others === 0) {
    return makeTypedColumn(whole ? 'Integer' : 'Double', (value) =>
      Number.isFinite(Number(value)) ? Number(value) : null,
    );
  }
  if (booleans > 0 && numbers + strings + others === 0)
    return makeTypedColumn('SmallInteger', (value) => Number(value));
  if (strings > 0 && dates && booleans + numbers + others === 0 && raw.some((value) => value)) {
    let next = 0;
    return makeTypedColumn('Date', () => dates[next++]!);
  }
  return makeTypedColumn('String', (value) => (typeof value === 'object' ? stringifyExact(value)! : String(value)));
}

const codeWithZero = /^[+-]?0\d/;
/** Telephone numbers have a plus sign and many digits. Codes like `12E3` have an exponent without point or sign. */
const telephone = /^\+\d{7,}$/;
const exponentCode = /^\d+[eE]\d+$/;

/**
 * Infer the type of a column of CSV text. Empty cells become null. Numbers with leading zeros, telephone numbers, codes
 * that look like powers of ten, and integers that a double would change remain text.
 */
export function inferTextColumn(
  name: string,
  alias: string,
  raw: readonly string[],
  style: DecimalStyle = pointStyle,
): SourceColumn {
  const tests = { number: true, whole: true, boolean: true, date: true };
  let filled = 0;
  let isCoded = false;
  let isScientific = false;
  for (const cell of raw) {
    const text = cell.trim();
    if (text === '') continue;
    filled++;
    if (tests.number) {
      const plain = plainDecimal(text, style);
      if (plain === undefined || codeWithZero.test(text) || telephone.test(text) || losesDigits(plain))
        tests.number = false;
      else if (Number(plain) !== (Number(plain) | 0) || /[.eE]/.test(plain)) tests.whole = false;
      if (exponentCode.test(text)) isCoded = true;
      else if (/[eE]/.test(text)) isScientific = true;
    }
    if (tests.boolean && !/^(?:true|false)$/i.test(text)) tests.boolean = false;
    if (tests.date && isoDate(text) === undefined) tests.date = false;
    if (!tests.number && !tests.boolean && !tests.date) break;
  }
  const makeTypedColumn = (type: SourceFieldType, convert: (text: string) => Cell): SourceColumn =>
    column(name, alias, type, raw, (value) => {
      const text = (value as string).trim();
      return text === '' ? null : convert(text);
    });
  if (filled > 0) {
    if (tests.number && (isScientific || !isCoded))
      return makeTypedColumn(tests.whole ? 'Integer' : 'Double', (text) => Number(plainDecimal(text, style)));
    if (tests.boolean) return makeTypedColumn('SmallInteger', (text) => (text.toLowerCase() === 'true' ? 1 : 0));
    if (tests.date) return makeTypedColumn('Date', (text) => isoDate(text) ?? null);
  }
  return column(name, alias, 'String', raw, (value) => (value === '' ? null : (value as string)));
}

function column(
  name: string,
  alias: string,
  type: SourceFieldType,
  raw: readonly unknown[],
  convert: (value: unknown) => Cell,
): SourceColumn {
  const values: Cell[] = new Array(raw.length);
  let length = 0;
  for (let row = 0; row < raw.length; row++) {
    const value = raw[row];
    const cell = value === null || value === undefined ? null : convert(value);
    values[row] = cell;
    if (typeof cell === 'string' && cell.length > length) length = cell.length;
  }
  return { name, alias, type, length, values };
}

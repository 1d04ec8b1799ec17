import type { SourceColumn, SourceFieldType } from '../source-table.ts';
import { isoDate } from './dates.ts';

type Cell = string | number | null;

/**
 * Find the type of a column of JSON values and bring every value to it.
 *
 * Booleans become 0 and 1; whole numbers of 32 bits Integer, other numbers Double; a column of ISO dates Date; all the rest String,
 * objects and arrays as JSON text. Null, undefined and numbers that are not finite are null.
 */
export function inferColumn(name: string, alias: string, raw: readonly unknown[]): SourceColumn {
  let booleans = 0;
  let numbers = 0;
  let whole = true;
  let strings = 0;
  // As long as all texts are dates, so that none is read twice.
  let dates: (number | null)[] | undefined = [];
  let others = 0;
  for (const value of raw) {
    if (value === null || value === undefined) continue;
    if (typeof value === 'number') {
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
  const typed = (type: SourceFieldType, convert: (value: unknown) => Cell): SourceColumn =>
    column(name, alias, type, raw, convert);
  if (numbers > 0 && booleans + strings + others === 0) {
    return typed(whole ? 'Integer' : 'Double', (value) => (Number.isFinite(value) ? (value as number) : null));
  }
  if (booleans > 0 && numbers + strings + others === 0) return typed('SmallInteger', (value) => Number(value));
  if (strings > 0 && dates && booleans + numbers + others === 0 && raw.some((value) => value)) {
    let next = 0;
    return typed('Date', () => dates[next++]!);
  }
  return typed('String', (value) => (typeof value === 'object' ? JSON.stringify(value) : String(value)));
}

const decimal = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?$/;
const codeWithZero = /^[+-]?0\d/;

/**
 * Find the type of a column of text as a CSV has it. Empty cells are null; numbers with leading zeros are codes and stay text.
 *
 * @param comma true when a comma may be the decimal mark
 */
export function inferTextColumn(name: string, alias: string, raw: readonly string[], comma = false): SourceColumn {
  const tests = { number: true, whole: true, boolean: true, date: true };
  let filled = 0;
  for (const cell of raw) {
    const text = cell.trim();
    if (text === '') continue;
    filled++;
    if (tests.number) {
      const number = parseDecimal(text, comma);
      if (number === undefined || codeWithZero.test(text)) tests.number = false;
      else if (number !== (number | 0) || /[.,eE]/.test(text)) tests.whole = false;
    }
    if (tests.boolean && !/^(?:true|false)$/i.test(text)) tests.boolean = false;
    if (tests.date && isoDate(text) === undefined) tests.date = false;
    if (!tests.number && !tests.boolean && !tests.date) break;
  }
  const typed = (type: SourceFieldType, convert: (text: string) => Cell): SourceColumn =>
    column(name, alias, type, raw, (value) => {
      const text = (value as string).trim();
      return text === '' ? null : convert(text);
    });
  if (filled > 0) {
    if (tests.number) return typed(tests.whole ? 'Integer' : 'Double', (text) => parseDecimal(text, comma) ?? null);
    if (tests.boolean) return typed('SmallInteger', (text) => (text.toLowerCase() === 'true' ? 1 : 0));
    if (tests.date) return typed('Date', (text) => isoDate(text) ?? null);
  }
  return column(name, alias, 'String', raw, (value) => (value === '' ? null : (value as string)));
}

/** Read a decimal number, or undefined when the text is none. */
export function parseDecimal(text: string, comma: boolean): number | undefined {
  const point = comma && text.includes(',') && !text.includes('.') ? text.replace(',', '.') : text;
  if (!decimal.test(point)) return undefined;
  const value = Number(point);
  return Number.isFinite(value) ? value : undefined;
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

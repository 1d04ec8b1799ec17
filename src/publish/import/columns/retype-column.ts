import { isoDate } from '../../../../sw/formats/reading/dates.ts';
import { losesDigits, plainDecimal } from '../../../../sw/formats/reading/decimal-text.ts';
import type { SourceColumn, SourceFieldType } from '../../../../sw/formats/reading/source-table.ts';

/** How the values of a column are read: as a type, or as dates with the day or the month first. */
export type ColumnReading = SourceFieldType | 'DateDayFirst' | 'DateMonthFirst';

/** A reading that suits a column, and the number of values it would lose. */
export interface PossibleReading {
  readonly reading: ColumnReading;
  readonly lost: number;
}

type Cell = string | number | null;
type Convert = (value: string | number) => Cell;

/** Maximum share of values that a suggested reading may lose. */
const maxLostShare = 0.2;

/**
 * List the readings that make sense for a column, its current type first.
 *
 * Text may hold numbers or dates; numbers may be text; whole numbers of eight digits may be dates (20240131).
 */
export function possibleReadings(column: SourceColumn): PossibleReading[] {
  const readings: PossibleReading[] = [{ reading: column.type, lost: 0 }];
  const filled = column.values.reduce<number>((count, value) => (value === null ? count : count + 1), 0);
  for (const reading of candidates[column.type]) {
    if (column.type !== 'String' && (reading === 'String' || reading === 'Double')) {
      // Conversion to text or to a double keeps all values.
      if (filled > 0) readings.push({ reading, lost: 0 });
      continue;
    }
    const convert = converters(column.type)[reading]!;
    const most = reading === 'String' || reading === 'Double' ? filled : filled * maxLostShare;
    let lost = 0;
    for (const value of column.values) {
      if (value === null || value === '' || convert(value) !== null) continue;
      if (++lost > most) break;
    }
    if (filled > 0 && lost <= most && lost < filled) readings.push({ reading, lost });
  }
  return readings;
}

/** Convert a column to another type; values that can't be converted become null. */
export function retypeColumn(column: SourceColumn, reading: ColumnReading): SourceColumn {
  if (reading === column.type) return column;
  const convert = converters(column.type)[reading];
  if (!convert) return column;
  let length = 0;
  const values = column.values.map((value) => {
    const cell = value === null || value === '' ? null : convert(value);
    if (typeof cell === 'string' && cell.length > length) length = cell.length;
    return cell;
  });
  const type = reading === 'DateDayFirst' || reading === 'DateMonthFirst' ? 'Date' : reading;
  return { name: column.name, alias: column.alias, type, length, values };
}

const candidates: Readonly<Record<SourceFieldType, readonly ColumnReading[]>> = {
  String: ['Integer', 'Double', 'Date', 'DateDayFirst', 'DateMonthFirst'],
  Integer: ['Double', 'String', 'Date'],
  SmallInteger: ['Integer', 'Double', 'String'],
  Double: ['Integer', 'String'],
  Date: ['String'],
};

function converters(from: SourceFieldType): Partial<Record<ColumnReading, Convert>> {
  if (from === 'Date') return { String: (value) => dateText(Number(value)) };
  if (from !== 'String')
    return {
      Integer: (value) => whole(Number(value)),
      Double: (value) => value,
      String: (value) => String(value),
      Date: (value) => compactDate(String(value)),
    };
  return {
    Integer: (value) => whole(number(value)),
    Double: (value) => number(value) ?? null,
    Date: (value) => isoDate(label(value)) ?? yearFirst(label(value)) ?? compactDate(label(value)),
    DateDayFirst: (value) => parseDate(label(value), 'day'),
    DateMonthFirst: (value) => parseDate(label(value), 'month'),
  };
}

const label = (value: string | number): string => String(value).trim();
/** Parse a number; undefined if a double would lose digits. */
function number(value: string | number): number | undefined {
  const plain = plainDecimal(label(value), { comma: true });
  return plain === undefined || losesDigits(plain) ? undefined : Number(plain);
}
const whole = (value: number | undefined): number | null =>
  value !== undefined && value === (value | 0) ? value : null;
const dateText = (ms: number): string => {
  const iso = new Date(ms).toISOString();
  return iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : iso.replace('.000Z', 'Z');
};

/** Parse `20240131`. */
function compactDate(text: string): number | null {
  const match = /^(\d{4})(\d\d)(\d\d)$/.exec(text);
  return match ? (isoDate(`${match[1]}-${match[2]}-${match[3]}`) ?? null) : null;
}

/** Parse `2024/1/31` or `2024.01.31`. */
function yearFirst(text: string): number | undefined {
  const match = /^(\d{4})[/.](\d{1,2})[/.](\d{1,2})$/.exec(text);
  return match ? isoDate(`${match[1]}-${match[2]!.padStart(2, '0')}-${match[3]!.padStart(2, '0')}`) : undefined;
}

/** Parse `31.1.2024` or `31/01/2024 18:30`, or the same with the month first. */
function parseDate(text: string, first: 'day' | 'month'): number | null {
  const match = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})(?:[ T,]+(\d{1,2}):(\d\d)(?::(\d\d))?)?$/.exec(text);
  if (!match) return null;
  const [a, b] = [match[1]!.padStart(2, '0'), match[2]!.padStart(2, '0')];
  const day = first === 'day' ? `${b}-${a}` : `${a}-${b}`;
  const time = match[4] ? `T${match[4].padStart(2, '0')}:${match[5]}:${match[6] ?? '00'}Z` : '';
  return isoDate(`${match[3]}-${day}${time}`) ?? null;
}

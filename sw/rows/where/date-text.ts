import { type DatePart, dateParts, type Interval } from './syntax.ts';

export const dayMs = 86_400_000;

const dateForm = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[ T]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?)?\s*Z?$/;
const timeForm = /^\s*(\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?\s*$/;

/**
 * Parse `yyyy-mm-dd` or `yyyy-mm-dd hh:mm[:ss[.fff]]` as UTC.
 *
 * @returns epoch milliseconds, undefined if the text has another form or an invalid day or time
 */
export function parseDate(text: string): number | undefined {
  const match = dateForm.exec(text);
  if (!match) return undefined;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const time = clockMs(match[4] ?? '0', match[5] ?? '0', match[6], match[7]);
  // Date.UTC would add 1900 to years below 100.
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  if (time === undefined || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  return date.getTime() + time;
}

/** Parse `hh:mm[:ss[.fff]]` to milliseconds since midnight; undefined if the text isn't a time. */
export function parseTime(text: string): number | undefined {
  const match = timeForm.exec(text);
  return match ? clockMs(match[1]!, match[2]!, match[3], match[4]) : undefined;
}

function clockMs(hours: string, minutes: string, seconds = '0', fraction = ''): number | undefined {
  const [h, m, s] = [Number(hours), Number(minutes), Number(seconds)];
  if (h > 23 || m > 59 || s > 59) return undefined;
  return ((h * 60 + m) * 60 + s) * 1000 + (fraction === '' ? 0 : Math.floor(Number(`0.${fraction}`) * 1000));
}

/**
 * Format epoch milliseconds as `yyyy-mm-dd hh:mm:ss`, with milliseconds only if there are any; empty for an invalid
 * date.
 */
export function formatDate(ms: number): string {
  const date = new Date(ms);
  if (Number.isNaN(date.getTime())) return '';
  const text = date.toISOString().replace('T', ' ').slice(0, -1);
  return text.endsWith('.000') ? text.slice(0, -4) : text;
}

const unitMs: Readonly<Record<DatePart, number>> = {
  YEAR: 0,
  MONTH: 0,
  DAY: dayMs,
  HOUR: 3_600_000,
  MINUTE: 60_000,
  SECOND: 1000,
};

/**
 * Parse the quoted part of an interval: `'3'` of one unit, `'1-6'` from YEAR to MONTH or `'2 12:30:00'` from DAY to
 * SECOND.
 *
 * @param first unit of the first number
 * @param last  unit of the last number; the same as `first` for a single number
 * @returns undefined if the text doesn't have that form
 */
export function parseInterval(text: string, first: DatePart, last: DatePart): Interval | undefined {
  const from = dateParts.indexOf(first);
  const to = dateParts.indexOf(last);
  if (to < from || (from < 2 && to > 1)) return undefined;
  const match = /^([+-]?)\s*(\d[\d\s:.-]*)$/.exec(text.trim());
  if (!match) return undefined;
  const pieces = match[2]!.trim().split(/[\s:-]+/);
  if (pieces.length !== to - from + 1) return undefined;
  let months = 0;
  let ms = 0;
  for (const [i, piece] of pieces.entries()) {
    const part = dateParts[from + i]!;
    if (!(part === 'SECOND' ? /^\d{1,12}(\.\d{0,9})?$/ : /^\d{1,9}$/).test(piece)) return undefined;
    const count = Number(piece);
    if (part === 'YEAR') months += 12 * count;
    else if (part === 'MONTH') months += count;
    else ms += count * unitMs[part];
  }
  const sign = match[1] === '-' ? -1 : 1;
  return { months: sign * months, ms: sign * Math.round(ms) };
}

/**
 * Add an interval to a date. A day past the end of the resulting month becomes its last day. Return null if the result
 * isn't a valid date.
 */
export function addInterval(ms: number, interval: Interval): number | null {
  const date = new Date(ms);
  if (interval.months !== 0) {
    const day = date.getUTCDate();
    date.setUTCMonth(date.getUTCMonth() + interval.months, 1);
    const lengthOfMonth = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
    date.setUTCDate(Math.min(day, lengthOfMonth));
  }
  const sum = date.getTime() + interval.ms;
  return Number.isNaN(new Date(sum).getTime()) ? null : sum;
}

/** Return a part of a date, in UTC; seconds include the fraction. Return null for an invalid date. */
export function datePart(ms: number, part: DatePart): number | null {
  const date = new Date(ms);
  if (Number.isNaN(date.getTime())) return null;
  switch (part) {
    case 'YEAR':
      return date.getUTCFullYear();
    case 'MONTH':
      return date.getUTCMonth() + 1;
    case 'DAY':
      return date.getUTCDate();
    case 'HOUR':
      return date.getUTCHours();
    case 'MINUTE':
      return date.getUTCMinutes();
    case 'SECOND':
      return date.getUTCSeconds() + date.getUTCMilliseconds() / 1000;
  }
}

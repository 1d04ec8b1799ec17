import { locale } from './locale.ts';

const byteUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
const made = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>();

/** Return a cached format. It is created on first use, because the language isn't known earlier. */
function getCachedFormat<F extends Intl.NumberFormat | Intl.DateTimeFormat>(name: string, make: () => F): F {
  const key = `${locale} ${name}`;
  let format = made.get(key);
  if (!format) {
    format = make();
    made.set(key, format);
  }
  return format as F;
}

const day = () =>
  getCachedFormat('day', () => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }));
const momentFormat = () =>
  getCachedFormat(
    'moment',
    () => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' }),
  );
const local = () =>
  getCachedFormat('local', () => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }));

export const formatCount = (value: number): string =>
  getCachedFormat('whole', () => new Intl.NumberFormat(locale, { maximumFractionDigits: 0 })).format(value);

export const formatNumber = (value: number): string =>
  getCachedFormat(
    'upToSix',
    () =>
      new Intl.NumberFormat(locale, {
        maximumSignificantDigits: 12,
        maximumFractionDigits: 6,
        roundingPriority: 'lessPrecision',
      }),
  ).format(value);

/** Format a date in UTC, with the time of day unless it is midnight. */
export function formatDate(date: Date): string {
  if (Number.isNaN(date.getTime())) return '–';
  return date.getTime() % 86_400_000 === 0 ? day().format(date) : `${momentFormat().format(date)} UTC`;
}

/** Format an event's time in the user's time zone. */
export const formatMoment = (epochMs: number): string => local().format(epochMs);

/** Format a duration in whole milliseconds, or in seconds from one second on. */
export function formatDuration(milliseconds: number): string {
  const [value, unit] = milliseconds < 1000 ? [milliseconds, 'millisecond'] : [milliseconds / 1000, 'second'];
  return getCachedFormat(
    unit,
    () => new Intl.NumberFormat(locale, { style: 'unit', unit, maximumSignificantDigits: 3 }),
  ).format(unit === 'millisecond' ? Math.round(value) : value);
}

/** Format a size in the largest decimal unit in which it is at least one. */
export function formatBytes(bytes: number): string {
  let unit = 0;
  let value = bytes;
  while (value >= 1000 && unit < byteUnits.length - 1) {
    value /= 1000;
    unit++;
  }
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: byteUnits[unit]!,
    unitDisplay: unit === 0 ? 'long' : 'short',
    maximumFractionDigits: value < 10 && unit > 0 ? 1 : 0,
  }).format(value);
}

/** Format a scale denominator with three significant digits. */
export function formatScale(denominator: number): string {
  return formatCount(Number(denominator.toPrecision(3)));
}

const metersPer = { kilometer: 1000, meter: 1, mile: 1609.344, foot: 0.3048 } as const;
type LengthUnit = keyof typeof metersPer;

/** Convert a length to the unit that suits it. */
export function lengthIn(metres: number, system: 'metric' | 'imperial'): { value: number; unit: LengthUnit } {
  const unit: LengthUnit =
    system === 'metric' ? (metres >= 1000 ? 'kilometer' : 'meter') : metres >= metersPer.mile ? 'mile' : 'foot';
  return { value: metres / metersPer[unit], unit };
}

/** Return the number of meters in a unit. */
export const metersPerUnit = (unit: LengthUnit): number => metersPer[unit];

/** Format a length with its unit and three significant digits. */
export const formatLength = (value: number, unit: LengthUnit): string =>
  new Intl.NumberFormat(locale, { style: 'unit', unit, maximumSignificantDigits: 3 }).format(value);

const dayMs = 86_400_000;

/**
 * Format a time in UTC, with a precision that suits the range.
 *
 * @param rangeMs length of the whole time range: long ranges need only days, shorter ones need hours
 */
export function momentText(epochMs: number, rangeMs: number): string {
  const options: Intl.DateTimeFormatOptions =
    rangeMs > 90 * dayMs
      ? { dateStyle: 'medium', timeZone: 'UTC' }
      : { month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: 'UTC' };
  return new Intl.DateTimeFormat(locale, options).format(epochMs);
}

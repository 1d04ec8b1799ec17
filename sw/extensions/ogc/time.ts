import type { Value } from '../../contract/index.ts';
import { badParameter } from './read-parameters.ts';

/** The first and the last millisecond, in epoch milliseconds. */
type Span = readonly [from: number, to: number];

const pattern = /^(\d{4})(?:-(\d\d)(?:-(\d\d)(?:T(\d\d)(?::(\d\d)(?::(\d\d)(\.\d+)?)?)?(Z|[+-]\d\d:?\d\d)?)?)?)?Z?$/i;

/**
 * Read an ISO 8601 date or time; undefined if it is invalid. A shortened date, such as 2026 or 2026-05, is the whole
 * year or month.
 */
function parseSpan(text: string): Span | undefined {
  const match = pattern.exec(text.trim());
  if (!match) return undefined;
  const [, year, month, day, hour, minute, second, fraction, zone] = match;
  const numbers = [month, day, hour, minute, second].map((part) => (part === undefined ? undefined : Number(part)));
  const [m = 1, d = 1, h = 0, min = 0, s = 0] = numbers;
  const [, sign, zoneHours = '0', zoneMinutes = '0'] = /^([+-])(\d\d):?(\d\d)$/.exec(zone ?? '') ?? [];
  const offset = (sign === '-' ? -1 : 1) * (Number(zoneHours) * 60 + Number(zoneMinutes)) * 60_000;
  const toTime = (...more: readonly [number, number, number, number, number]): number => {
    const date = new Date(0);
    date.setUTCFullYear(Number(year) + more[0], m - 1 + more[1], d + more[2]);
    date.setUTCHours(h + more[3], min + more[4], s, Math.round(Number(fraction ?? 0) * 1000));
    return date.getTime() - offset;
  };
  const from = toTime(0, 0, 0, 0, 0);
  const isReal =
    m >= 1 && m <= 12 && d >= 1 && new Date(from + offset).getUTCMonth() === m - 1 && h < 24 && min < 60 && s <= 60;
  if (!isReal) return undefined;
  if (second !== undefined) return [from, from];
  const firstMissing = numbers.indexOf(undefined);
  const next = [
    toTime(1, 0, 0, 0, 0),
    toTime(0, 1, 0, 0, 0),
    toTime(0, 0, 1, 0, 0),
    toTime(0, 0, 0, 1, 0),
    toTime(0, 0, 0, 0, 1),
  ][firstMissing]!;
  return [from, next - 1];
}

/**
 * Read a time parameter: a moment, `start/end` with `..` or nothing for an open end, or `current`.
 *
 * @param now epoch milliseconds
 * @throws {Fault} `bad-value` naming the parameter, if the text isn't such a time
 */
export function parseTimeValue(text: string, now: number, name: string): Value<'TimeValue'> {
  const wrong = () =>
    badParameter(name, 'a moment such as 2026-05-04T12:00:00Z, or start/end,', text, 'InvalidDimensionValue');
  if (text.toLowerCase() === 'current') return { type: 'TimeInstant', Time: new Date(now).toISOString() };
  const ends = text.split('/');
  // A third part is the step of a series, and a comma separates list items. An image has only one time.
  if (ends.length > 2 || text.includes(',')) throw wrong();
  const spans = ends.map((end) => (end.trim() === '' || end.trim() === '..' ? null : parseSpan(end)));
  const [first, last = first] = spans;
  if (first === undefined || last === undefined || (first === null && last === null && ends.length < 2)) throw wrong();
  const [from, to] = [first?.[0], last?.[1]];
  if (from !== undefined && to !== undefined && from > to) throw wrong();
  if (from !== undefined && from === to) return { type: 'TimeInstant', Time: new Date(from).toISOString() };
  return {
    type: 'TimeExtent',
    Empty: false,
    StartTime: from === undefined ? undefined : new Date(from).toISOString(),
    EndTime: to === undefined ? undefined : new Date(to).toISOString(),
  };
}

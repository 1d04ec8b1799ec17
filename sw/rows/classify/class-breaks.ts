import { type Value, wrongValue } from '../../contract/index.ts';
import type { Steps } from '../../scheduler.ts';
import { naturalBreaks } from './natural-breaks.ts';

interface ClassBreaksQuestion {
  readonly method: Value<'gisClassifyMethod'>;
  /** Maximum number of classes; the standard deviation method ignores it. */
  readonly count: number;
  /** Width of a class in standard deviations: 1, 0.5, 0.33 or 0.25. */
  readonly deviationInterval: number;
}

/** Maximum number of classes. Readers can't distinguish more. */
const maximumClasses = 256;

/**
 * Divide values into consecutive classes. A value belongs to the first class whose upper bound is at least the value.
 * Yields regularly.
 *
 * @param sorted ascending, finite
 * @returns the upper bound of each class, ascending; the last bound is the greatest value. Empty if there are no values
 * @throws {Fault} `bad-value` if the count or interval is invalid
 */
export function* classBreaks(
  sorted: Float64Array,
  { method, count, deviationInterval }: ClassBreaksQuestion,
): Steps<number[]> {
  if (!Number.isInteger(count) || count < 1 || count > maximumClasses) {
    throw wrongValue('bad-value', 'BreakCount', `a number from 1 to ${maximumClasses}`, `${count}`);
  }
  if (sorted.length === 0) return [];
  switch (method) {
    case 'gisClassifyNaturalBreaks':
      return yield* naturalBreaks(sorted, count);
    case 'gisClassifyEqualInterval':
      return ascending(sorted, equalIntervals(sorted, count));
    case 'gisClassifyQuantile':
      return ascending(sorted, quantiles(sorted, count));
    case 'gisClassifyGeometricalInterval':
      return ascending(sorted, geometricalIntervals(sorted, count));
    case 'gisClassifyStandardDeviation':
      return ascending(sorted, standardDeviations(sorted, deviationInterval));
  }
}

/** Drop repeated bounds and end at the greatest value itself, because a computed bound would be rounded. */
function ascending(sorted: Float64Array, bounds: readonly number[]): number[] {
  const greatest = sorted.at(-1)!;
  const inside = bounds.filter((bound) => bound < greatest && bound >= sorted[0]!);
  return [...new Set(inside), greatest];
}

const steps = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

function equalIntervals(sorted: Float64Array, count: number): number[] {
  const lowest = sorted[0]!;
  const width = (sorted.at(-1)! - lowest) / count;
  return steps(count - 1).map((i) => lowest + i * width);
}

/** Return the values at rank ceil(i n / k). Equal values stay together, so there may be fewer classes. */
function quantiles(sorted: Float64Array, count: number): number[] {
  return steps(count).map((i) => sorted[Math.max(0, Math.ceil((i * sorted.length) / count) - 1)]!);
}

/**
 * Return bounds of classes whose width grows by a constant factor. If the lowest value isn't positive, all values are
 * shifted so that it becomes 1.
 */
function geometricalIntervals(sorted: Float64Array, count: number): number[] {
  const lowest = sorted[0]!;
  const shift = lowest > 0 ? 0 : 1 - lowest;
  const factor = (sorted.at(-1)! + shift) / (lowest + shift);
  return steps(count - 1).map((i) => (lowest + shift) * factor ** (i / count) - shift);
}

const allowedIntervals: readonly number[] = [1, 0.5, 1 / 3, 0.33, 0.25];

/** Return bounds at half an interval and then every interval from the mean, so one class is centered on the mean. */
function standardDeviations(sorted: Float64Array, interval: number): number[] {
  if (!allowedIntervals.includes(interval)) {
    throw wrongValue('bad-value', 'StandardDeviationInterval', '1, 0.5, 0.33 or 0.25', `${interval}`);
  }
  let mean = 0;
  for (const value of sorted) mean += value / sorted.length;
  let squares = 0;
  for (const value of sorted) squares += (value - mean) ** 2;
  const width = interval * Math.sqrt(squares / Math.max(1, sorted.length - 1));
  if (width === 0) return [sorted[0]!];
  const first = Math.floor((sorted[0]! - mean) / width + 0.5);
  const last = Math.ceil((sorted.at(-1)! - mean) / width - 0.5);
  // Far outliers would make too many classes, so the outermost classes take the rest.
  const from = Math.max(first, -maximumClasses / 2);
  const to = Math.min(last, maximumClasses / 2 - 1);
  return Array.from({ length: to - from }, (_, index) => mean + (from + index + 0.5) * width);
}

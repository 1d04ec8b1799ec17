import { locale } from '../text/locale.ts';

const dayMs = 86_400_000;

/**
 * Write a moment, in UTC, as exactly as it is looked at.
 *
 * @param rangeMs how much time there is as a whole: days tell years apart, hours tell weeks apart
 */
export function momentText(epochMs: number, rangeMs: number): string {
  const options: Intl.DateTimeFormatOptions =
    rangeMs > 90 * dayMs
      ? { dateStyle: 'medium', timeZone: 'UTC' }
      : { month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: 'UTC' };
  return new Intl.DateTimeFormat(locale, options).format(epochMs);
}

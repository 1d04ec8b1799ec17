const iso = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?\s?(Z|z|[+-]\d\d(?::?\d\d)?)?)?$/;

/**
 * Read an ISO 8601 date with or without a time; without an offset it is UTC.
 *
 * @returns epoch milliseconds; undefined if the text isn't a valid date (like 2023-02-30)
 */
export function isoDate(text: string): number | undefined {
  return jsonDate(text) ?? parseAnyDate(text);
}

/** Read the most common form, `2024-02-29T12:30:00.123Z`, digit by digit; undefined for other forms. */
function jsonDate(text: string): number | undefined {
  if (text.length !== 24 || text[10] !== 'T' || text[13] !== ':' || text[16] !== ':') return undefined;
  if (text[4] !== '-' || text[7] !== '-' || text[19] !== '.' || text[23] !== 'Z') return undefined;
  const [hundreds, years] = [twoDigits(text, 0), twoDigits(text, 2)];
  const [month, day] = [twoDigits(text, 5), twoDigits(text, 8)];
  const [hour, minute, second] = [twoDigits(text, 11), twoDigits(text, 14), twoDigits(text, 17)];
  const ms = 10 * twoDigits(text, 20) + digit(text, 22);
  // Accept only days up to 28, which every month has. `Date.UTC` maps years below 100 to the 1900s.
  const isPlain = hundreds > 0 && month >= 1 && month <= 12 && day >= 1 && day <= 28;
  if (!isPlain || !(hour < 24 && minute < 60 && second < 60)) return undefined;
  // NaN if a character isn't a digit.
  const time = Date.UTC(100 * hundreds + years, month - 1, day, hour, minute, second, ms);
  return Number.isNaN(time) ? undefined : time;
}

const twoDigits = (text: string, index: number): number => 10 * digit(text, index) + digit(text, index + 1);

function digit(text: string, index: number): number {
  const value = text.charCodeAt(index) - 48;
  return value >= 0 && value <= 9 ? value : Number.NaN;
}

function parseAnyDate(text: string): number | undefined {
  const match = iso.exec(text);
  if (!match) return undefined;
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '0', offset] = match;
  const midnight = Date.UTC(Number(year), Number(month) - 1, Number(day));
  const check = new Date(midnight);
  if (check.getUTCMonth() !== Number(month) - 1 || check.getUTCDate() !== Number(day)) return undefined;
  if (Number(hour) > 24 || Number(minute) > 59 || Number(second) > 60) return undefined;
  const ms = Math.floor(Number(`0.${fraction}`) * 1000);
  const time = midnight + ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * 1000 + ms;
  if (!offset || offset === 'Z' || offset === 'z') return time;
  const sign = offset.startsWith('-') ? -1 : 1;
  const digits = offset.slice(1).replace(':', '').padEnd(4, '0');
  return time - sign * (Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2))) * 60_000;
}

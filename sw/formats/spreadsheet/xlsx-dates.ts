import { clockText } from './sheet.ts';

/** How the number in a cell is meant. */
export type NumberKind = 'number' | 'date' | 'time';

/** The formats that have no text of their own in a file (ECMA-376 part 1, 18.8.30). */
function builtInKind(id: number): NumberKind {
  if ((id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 31) || id === 36 || (id >= 50 && id <= 54))
    return 'date';
  if (id >= 57 && id <= 58) return 'date';
  return (id >= 18 && id <= 21) || (id >= 32 && id <= 35) || (id >= 45 && id <= 47) || id === 55 || id === 56
    ? 'time'
    : 'number';
}

/**
 * Tell what a number format makes of a number.
 *
 * @param code such as `dd.mm.yyyy hh:mm`; undefined for a built-in format
 */
export function numberKind(id: number, code: string | undefined): NumberKind {
  if (code === undefined) return builtInKind(id);
  const first = code.split(';')[0]!;
  if (/\[(?:h+|m+|s+)\]/i.test(first)) return 'time';
  const letters = first.replace(/"[^"]*"?|\\.|_.|\*.|\[[^[\]]*\]|general|AM\/PM|A\/P/gi, '');
  if (/[yd]/i.test(letters)) return 'date';
  if (/[hs]/i.test(letters)) return 'time';
  return /m/i.test(letters) ? 'date' : 'number';
}

const dayMs = 86_400_000;

/**
 * The text of a day count.
 *
 * @param is1904 days count from 1904-01-01, else from the eve of 1900 with a 29 February in that year which there never was
 * @returns ISO 8601, of a time hh:mm:ss
 */
export function serialText(serial: number, kind: 'date' | 'time', is1904: boolean): string {
  if (kind === 'time') return clockText(serial * 86_400);
  const days = is1904 ? serial + 1462 : serial < 60 ? serial + 1 : serial;
  const ms = Math.round((days - 25_569) * dayMs);
  // Beyond what a date can be, such as a number that was formatted by mistake.
  if (!(Math.abs(ms) < 8.64e15)) return String(serial);
  const text = new Date(ms).toISOString();
  return ms % dayMs === 0 ? text.slice(0, 10) : text;
}

/** How the numbers of a table are written. */
export interface DecimalStyle {
  /** A comma may be the decimal mark. */
  readonly comma: boolean;
  /** What separates thousands, where other numbers of the table show it. */
  readonly groups?: '.' | ',';
}

export const pointStyle: DecimalStyle = { comma: false };

const decimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?$/;
const groupedBy = { '.': /^[+-]?[1-9]\d{0,2}(?:\.\d{3})+(?:,\d*)?$/, ',': /^[+-]?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?$/ };
/** Numbers whose decimal mark is plain, as `1.234` is not: thousands have three digits behind their mark. */
const decimalBy = {
  ',': /^[+-]?(?:(?:\d{4,}|0)?,\d+|\d+,(?:\d{1,2}|\d{4,})|\d{1,3}(?:\.\d{3})+,\d+)$/,
  '.': /^[+-]?(?:(?:\d{4,}|0)?\.\d+|\d+\.(?:\d{1,2}|\d{4,})|\d{1,3}(?:,\d{3})+\.\d+)$/,
};
/** So many cells of a column are looked at. */
const sampleCount = 5000;

/** Find out what separates thousands: the mark that is never a decimal mark, where the other one is. */
export function decimalStyle(columns: readonly (readonly string[])[], comma: boolean): DecimalStyle {
  if (!comma) return pointStyle;
  const found = { ',': false, '.': false };
  for (const cells of columns)
    for (let row = 0; row < cells.length && row < sampleCount; row++) {
      const text = cells[row]!.trim();
      found[','] ||= decimalBy[','].test(text);
      found['.'] ||= decimalBy['.'].test(text);
    }
  if (found[','] === found['.']) return { comma };
  return { comma, groups: found[','] ? '.' : ',' };
}

/** The number of a text in digits with a point; undefined when it is none. */
export function plainDecimal(text: string, { comma, groups }: DecimalStyle): string | undefined {
  let plain = text;
  if (groups && groupedBy[groups].test(text)) plain = text.replaceAll(groups, '').replace(',', '.');
  else if (comma && !text.includes('.')) plain = text.replace(',', '.');
  return decimal.test(plain) && Number.isFinite(Number(plain)) ? plain : undefined;
}

/** Longer numbers are text anyway. */
const longestExact = 40;

/**
 * Tell whether a whole number of many digits is another one as a double: an id beyond 2^53. Such a column is text in all formats, digit
 * by digit. A number that a program wrote from a double prints as it stands and stays a number.
 */
export function losesDigits(text: string): boolean {
  if (text.length < 16 || !/^[+-]?\d+$/.test(text)) return false;
  if (text.length > longestExact) return true;
  const value = Number(text);
  return BigInt(value) !== BigInt(text.replace('+', '')) && String(value) !== text;
}

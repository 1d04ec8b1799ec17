/** Number format of a table. */
export interface DecimalStyle {
  /** Whether a comma may be the decimal mark. */
  readonly comma: boolean;
  /** Thousands separator, if other numbers of the table reveal it. */
  readonly groups?: '.' | ',';
}

export const pointStyle: DecimalStyle = { comma: false };

const decimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?$/;
const groupedBy = { '.': /^[+-]?[1-9]\d{0,2}(?:\.\d{3})+(?:,\d*)?$/, ',': /^[+-]?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?$/ };
/** Numbers with an unambiguous decimal mark. `1.234` is ambiguous: three digits also follow a thousands separator. */
const decimalBy = {
  ',': /^[+-]?(?:(?:\d{4,}|0)?,\d+|\d+,(?:\d{1,2}|\d{4,})|\d{1,3}(?:\.\d{3})+,\d+)$/,
  '.': /^[+-]?(?:(?:\d{4,}|0)?\.\d+|\d+\.(?:\d{1,2}|\d{4,})|\d{1,3}(?:,\d{3})+\.\d+)$/,
};
/** Maximum cells to sample in a column. */
const sampleCount = 5000;

/**
 * Return the number format of a table. If only one of comma and point is ever the decimal mark, the other one is the
 * thousands separator.
 *
 * @param comma whether a comma may be the decimal mark
 */
export function decimalStyle(columns: readonly (readonly string[])[], comma: boolean): DecimalStyle {
  if (!comma) return pointStyle;
  const matches = { ',': false, '.': false };
  for (const cells of columns)
    for (let row = 0; row < cells.length && row < sampleCount; row++) {
      const text = cells[row]!.trim();
      matches[','] ||= decimalBy[','].test(text);
      matches['.'] ||= decimalBy['.'].test(text);
    }
  if (matches[','] === matches['.']) return { comma };
  return { comma, groups: matches[','] ? '.' : ',' };
}

/** Rewrite a number with a decimal point and without separators; undefined if the text isn't a number. */
export function plainDecimal(text: string, { comma, groups }: DecimalStyle): string | undefined {
  let plain = text;
  if (groups && groupedBy[groups].test(text)) plain = text.replaceAll(groups, '').replace(',', '.');
  else if (comma && !text.includes('.')) plain = text.replace(',', '.');
  return decimal.test(plain) && Number.isFinite(Number(plain)) ? plain : undefined;
}

/** Maximum characters of an integer to compare exactly. Longer integers become text in any case. */
const maxExactLength = 40;

/**
 * Check whether a double would change an integer of many digits, such as an ID above 2^53. All formats read such a
 * column as text. A number that was printed from a double prints the same again, so it stays a number.
 */
export function losesDigits(text: string): boolean {
  if (text.length < 16 || !/^[+-]?\d+$/.test(text)) return false;
  if (text.length > maxExactLength) return true;
  const value = Number(text);
  return BigInt(value) !== BigInt(text.replace('+', '')) && String(value) !== text;
}

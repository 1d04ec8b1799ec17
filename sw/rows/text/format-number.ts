import type { Value } from '../../contract/index.ts';

/**
 * Format a number, rounded to decimals or to significant digits (six decimals by default). Optional: commas between
 * thousands, trailing zeros, a plus sign and a minimum width.
 *
 * @returns `Infinity` and `NaN` unchanged
 */
export function formatNumber(value: number, format: Value<'NumericFormat'> = {}): string {
  if (!Number.isFinite(value)) return String(value);
  const digits = Math.max(0, Math.min(20, format.RoundingValue ?? 6));
  const isSignificant = format.RoundingOption === 'gisRoundNumberOfSignificantDigits';
  const rounded = isSignificant ? Number(value.toPrecision(Math.max(1, digits))) : value;
  let text = isSignificant ? plain(rounded) : toFixedText(rounded, digits);
  if (!isSignificant && !format.ZeroPad && text.includes('.')) text = text.replace(/\.?0+$/, '');
  if (text === '-0') text = '0';
  if (format.UseSeparator) text = text.replace(/^-?\d+/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ','));
  if (format.ShowPlus && value > 0) text = `+${text}`;
  const width = Math.min(100, format.AlignmentWidth ?? 0);
  return format.AlignmentOption === 'gisAlignLeft' ? text.padEnd(width) : text.padStart(width);
}

/** Format digits without an exponent, except from 1e21 on, where JavaScript uses one. */
const toFixedText = (value: number, digits: number): string =>
  Math.abs(value) < 1e21 ? value.toFixed(digits) : String(value);

function plain(value: number): string {
  const text = String(value);
  if (!text.includes('e') || Math.abs(value) >= 1e21) return text;
  return value.toFixed(20).replace(/\.?0+$/, '');
}

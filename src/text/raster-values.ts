import { formatNumber } from './format.ts';

/** Significant digits of a 32-bit sample. */
const digits = 7;

/**
 * Format the pixel values of the server, one for each band separated by commas, in the user's language.
 *
 * @param nothing text for a pixel without a value
 */
export const formatPixel = (text: string, nothing: string): string =>
  text === 'NoData' ? nothing : text.split(', ').map(sampleText).join(' · ');

function sampleText(text: string): string {
  const value = Number(text);
  return text.trim() === '' || !Number.isFinite(value) ? text : formatNumber(Number(value.toPrecision(digits)));
}

/** Format the label at the end of a ramp: the bare number; other labels are unchanged. */
export function rampLabel(label: string): string {
  const value = label.replace(/^(High|Low): /, '');
  return value === '' || !Number.isFinite(Number(value)) ? label : formatNumber(Number(Number(value).toPrecision(5)));
}

import { formatNumber } from './format.ts';

/** Digits of a sample of 32 bits that mean something. */
const digits = 7;

/**
 * Write the pixel values that the server gives as text, one for each band with commas between them, as numbers of the language.
 *
 * @param nothing what is said where the raster has no value
 */
export const formatPixel = (text: string, nothing: string): string =>
  text === 'NoData' ? nothing : text.split(', ').map(sampleText).join(' · ');

function sampleText(text: string): string {
  const value = Number(text);
  return text.trim() === '' || !Number.isFinite(value) ? text : formatNumber(Number(value.toPrecision(digits)));
}

/** Write the label of a ramp's end: its value, which needs no words beside it; another label stays. */
export function rampLabel(label: string): string {
  const value = label.replace(/^(High|Low): /, '');
  return value === '' || !Number.isFinite(Number(value)) ? label : formatNumber(Number(Number(value).toPrecision(5)));
}

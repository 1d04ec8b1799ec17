import type { Rgba } from '../../surface/surface.ts';

/** Format a length in pixels; two decimals are finer than the recording. */
export function num(value: number): string {
  return String(Math.round(value * 100) / 100);
}

/** Format a factor, a fraction or a matrix element. */
export function fine(value: number): string {
  const rounded = Math.round(value * 1e6) / 1e6;
  // Not every PDF or PostScript reader accepts exponents.
  return Math.abs(rounded) < 1e-5 ? '0' : String(rounded);
}

/** Format red, green and blue as fractions of 1. */
export function rgbShares([red, green, blue]: Rgba): string {
  return `${fine(red / 255)} ${fine(green / 255)} ${fine(blue / 255)}`;
}

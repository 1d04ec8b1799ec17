import type { Rgba } from '../../surface/surface.ts';

/** Write a length in pixels: two decimals are finer than what is recorded. */
export function num(value: number): string {
  return String(Math.round(value * 100) / 100);
}

/** Write a factor, a share or a part of a matrix. */
export function fine(value: number): string {
  const rounded = Math.round(value * 1e6) / 1e6;
  // Neither PDF nor PostScript knows exponents in every reader.
  return Math.abs(rounded) < 1e-5 ? '0' : String(rounded);
}

/** Write red, green and blue as shares of 1, with blanks between. */
export function rgbShares([red, green, blue]: Rgba): string {
  return `${fine(red / 255)} ${fine(green / 255)} ${fine(blue / 255)}`;
}

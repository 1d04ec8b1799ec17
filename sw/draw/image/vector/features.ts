import { makePixelPaths, type PixelPaths } from '../../surface/pixel-paths.ts';
import type { PixelBox, Rgba } from '../../surface/surface.ts';

/** Call `onPart` for each part of a feature with the index of its first vertex and the one after its last. */
export function forEachPart(
  { partEnds, featureEnds }: PixelPaths,
  feature: number,
  onPart: (from: number, to: number) => void,
): void {
  let part = feature === 0 ? 0 : featureEnds[feature - 1]!;
  for (; part < featureEnds[feature]!; part++) onPart(part === 0 ? 0 : partEnds[part - 1]!, partEnds[part]!);
}

/** Write a feature's path with the operators m, l and h, which PDF has and the PostScript writer defines. */
export function pathText(paths: PixelPaths, feature: number): string {
  const { xy, closed } = paths;
  let text = '';
  forEachPart(paths, feature, (from, to) => {
    for (let i = from; i < to; i++)
      text += `${formatPx(xy[2 * i]!)} ${formatPx(xy[2 * i + 1]!)} ${i === from ? 'm' : 'l'}\n`;
    if (closed) text += 'h\n';
  });
  return text;
}

/** Line caps and joins by their numbers in PDF and PostScript. */
export const caps = { butt: 0, round: 1, square: 2 } as const;
export const joins = { miter: 0, round: 1, bevel: 2 } as const;

/** Make the ring of a box. */
export function pathsOfBox({ xPx, yPx, widthPx, heightPx }: PixelBox): PixelPaths {
  const right = xPx + widthPx;
  const bottom = yPx + heightPx;
  return makePixelPaths([[xPx, yPx, right, yPx, right, bottom, xPx, bottom]], true);
}

/** Format a length in pixels with two decimals, more precise than the recording. */
export function formatPx(value: number): string {
  return String(Math.round(value * 100) / 100);
}

/** Format a factor, fraction or matrix element. */
export function formatFactor(value: number): string {
  const rounded = Math.round(value * 1e6) / 1e6;
  // Some PDF and PostScript readers reject exponents.
  return Math.abs(rounded) < 1e-5 ? '0' : String(rounded);
}

/** Format red, green and blue as fractions of 1. */
export function formatRgbShares([red, green, blue]: Rgba): string {
  return `${formatFactor(red / 255)} ${formatFactor(green / 255)} ${formatFactor(blue / 255)}`;
}

import { type PixelPaths, pixelPathsOf } from '../../surface/pixel-paths.ts';
import type { PixelBox } from '../../surface/surface.ts';

/** Call `visit` for each part of a feature with its first vertex and the one behind its last. */
export function forEachPart(
  { partEnds, featureEnds }: PixelPaths,
  feature: number,
  visit: (from: number, to: number) => void,
): void {
  let part = feature === 0 ? 0 : featureEnds[feature - 1]!;
  for (; part < featureEnds[feature]!; part++) visit(part === 0 ? 0 : partEnds[part - 1]!, partEnds[part]!);
}

/** A box as the ring of an area. */
export function pathsOfBox({ xPx, yPx, widthPx, heightPx }: PixelBox): PixelPaths {
  const right = xPx + widthPx;
  const bottom = yPx + heightPx;
  return pixelPathsOf([[xPx, yPx, right, yPx, right, bottom, xPx, bottom]], true);
}

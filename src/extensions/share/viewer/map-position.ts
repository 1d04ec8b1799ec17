import type { Extent } from '../../../../sw/geometry/extent.ts';

/** Center of the map in map coordinates, and map units per CSS pixel. */
export interface MapPosition {
  readonly center: readonly [number, number];
  readonly resolution: number;
}

export interface StageSize {
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Return the position that shows a whole extent with a small margin; a single point uses the finest resolution. */
export function fitPosition([xmin, ymin, xmax, ymax]: Extent, size: StageSize, finest: number): MapPosition {
  const fillShare = 0.92;
  const needed = Math.max((xmax - xmin) / (size.widthPx * fillShare), (ymax - ymin) / (size.heightPx * fillShare));
  return { center: [(xmin + xmax) / 2, (ymin + ymax) / 2], resolution: Math.max(needed, finest) };
}

export const extentAt = ({ center: [x, y], resolution }: MapPosition, { widthPx, heightPx }: StageSize): Extent => [
  x - (widthPx / 2) * resolution,
  y - (heightPx / 2) * resolution,
  x + (widthPx / 2) * resolution,
  y + (heightPx / 2) * resolution,
];

/** Return the position after zooming around a pixel of the screen. @param factor above 1 zooms in */
export function zoomPosition(
  { center: [x, y], resolution }: MapPosition,
  factor: number,
  [xPx, yPx]: readonly [number, number],
  { widthPx, heightPx }: StageSize,
): MapPosition {
  const next = resolution / factor;
  const [dx, dy] = [xPx - widthPx / 2, heightPx / 2 - yPx];
  return { center: [x + dx * (resolution - next), y + dy * (resolution - next)], resolution: next };
}

export const pointAt = (
  { center: [x, y], resolution }: MapPosition,
  [xPx, yPx]: readonly [number, number],
  { widthPx, heightPx }: StageSize,
): [number, number] => [x + (xPx - widthPx / 2) * resolution, y + (heightPx / 2 - yPx) * resolution];

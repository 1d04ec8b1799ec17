/** [xmin, ymin, xmax, ymax], finite, min <= max. */
export type Extent = readonly [number, number, number, number];

/** Check whether two extents intersect. A shared edge is enough; an extent with NaN intersects nothing. */
export const meets = (a: Extent, b: Extent): boolean => a[0] <= b[2] && a[2] >= b[0] && a[1] <= b[3] && a[3] >= b[1];

/** Check whether `a` contains all of `b`, including edges; always false with NaN. */
export const covers = (a: Extent, b: Extent): boolean => a[0] <= b[0] && a[1] <= b[1] && a[2] >= b[2] && a[3] >= b[3];

/** Return the smallest extent that covers both. */
export const union = (a: Extent, b: Extent): Extent => [
  Math.min(a[0], b[0]),
  Math.min(a[1], b[1]),
  Math.max(a[2], b[2]),
  Math.max(a[3], b[3]),
];

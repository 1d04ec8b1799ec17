/** [xmin, ymin, xmax, ymax], finite, min <= max. */
export type Extent = readonly [number, number, number, number];

/** Tell whether two extents have a point in common: a shared edge is enough, and one with NaN has none. */
export const meets = (a: Extent, b: Extent): boolean => a[0] <= b[2] && a[2] >= b[0] && a[1] <= b[3] && a[3] >= b[1];

/** Tell whether `a` has all of `b` in it, edges included; never where one has NaN. */
export const covers = (a: Extent, b: Extent): boolean => a[0] <= b[0] && a[1] <= b[1] && a[2] >= b[2] && a[3] >= b[3];

/** Make the smallest extent that covers both. */
export const union = (a: Extent, b: Extent): Extent => [
  Math.min(a[0], b[0]),
  Math.min(a[1], b[1]),
  Math.max(a[2], b[2]),
  Math.max(a[3], b[3]),
];

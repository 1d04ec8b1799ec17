/** [xmin, ymin, xmax, ymax], finite, min <= max. */
export type Extent = readonly [number, number, number, number];

import type { Value } from '../infer.ts';

/** A map that fills an image or a sheet of paper, as plain data; lengths in millimetres. */
export interface MapLayout {
  readonly format: Exclude<Value<'gisImageFormat'>, 'gisImageNone'>;
  /** Pixels per inch of images, and of the images inside vector formats. */
  readonly dpi: number;
  readonly widthMm: number;
  readonly heightMm: number;
  /** The lowest first: the background, then the map. */
  readonly maps: readonly { readonly service: string; readonly description: Value<'MapDescription'> }[];
  /** Tiles in Web Mercator below all maps: an address with {z}, {x} and {y}. */
  readonly tiles?: { readonly url: string; readonly credit: string } | undefined;
  /** What must be visible, in the coordinates of `reference`. */
  readonly extent: readonly [xmin: number, ymin: number, xmax: number, ymax: number];
  /** Pixels of 96 per inch in which the screen shows the width of `extent`, so that its names are tried for the same size. */
  readonly shownWidthPx?: number | undefined;
  /** Anticlockwise. */
  readonly rotationDeg: number;
  readonly reference: Value<'SpatialReference'>;
  readonly locale: string;
}

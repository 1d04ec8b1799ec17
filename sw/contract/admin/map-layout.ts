import type { Value } from '../infer.ts';

/** A map that fills an image or a sheet of paper, as plain data. Lengths are in millimeters. */
export interface MapLayout {
  readonly format: Exclude<Value<'gisImageFormat'>, 'gisImageNone'>;
  /** Pixels per inch of images, and of the images inside vector formats. */
  readonly dpi: number;
  readonly widthMm: number;
  readonly heightMm: number;
  /** Bottom to top: the background, then the map. */
  readonly maps: readonly { readonly service: string; readonly description: Value<'MapDescription'> }[];
  /** Web Mercator tiles below all maps: a URL template with {z}, {x} and {y}. */
  readonly tiles?: { readonly url: string; readonly credit: string } | undefined;
  /** Extent that must be visible, in the coordinates of `reference`. */
  readonly extent: readonly [xmin: number, ymin: number, xmax: number, ymax: number];
  /** Width of `extent` on the screen in pixels of 96 per inch, so that labels are placed for the same size. */
  readonly shownWidthPx?: number | undefined;
  /** Counterclockwise. */
  readonly rotationDeg: number;
  readonly reference: Value<'SpatialReference'>;
  readonly locale: string;
}

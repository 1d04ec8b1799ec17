import type { PixelPaths } from './pixel-paths.ts';

export type CreateCanvas = (widthPx: number, heightPx: number) => OffscreenCanvas;

/** Red, green, blue 0 to 255 and alpha 0 to 1. */
export type Rgba = readonly [red: number, green: number, blue: number, alpha: number];

/** Pixels of a picture inside a drawing, row by row from the upper left, not premultiplied. */
export interface Picture {
  readonly rgba: Uint8ClampedArray;
  readonly columns: number;
  readonly lines: number;
}

/** A picture that is repeated in both directions. */
export interface PictureTile {
  readonly picture: Picture;
  /** Of one copy, and of the room between two. */
  readonly widthPx: number;
  readonly heightPx: number;
  readonly gapXPx: number;
  readonly gapYPx: number;
  /** Of the whole grid: where its origin is, and its turn in degrees anti-clockwise. */
  readonly xPx: number;
  readonly yPx: number;
  readonly angleDeg: number;
}

/** What a surface is filled with. */
export type Paint =
  | { readonly kind: 'solid'; readonly color: Rgba }
  | {
      readonly kind: 'hatch';
      readonly color: Rgba;
      /** Directions of the lines in degrees, anti-clockwise from the horizontal. */
      readonly anglesDeg: readonly number[];
      readonly spacingPx: number;
      readonly widthPx: number;
      /** Drawn in place of the lines by a surface that can repeat a picture; the lines then say what they can of it. */
      readonly tile?: PictureTile;
    };

export interface Stroke {
  readonly color: Rgba;
  readonly widthPx: number;
  /** Lengths of dashes and gaps in pixels; empty for a solid line. */
  readonly dashesPx: readonly number[];
  readonly cap: 'butt' | 'round' | 'square';
  readonly join: 'miter' | 'round' | 'bevel';
}

/** One piece of a marker around its own origin, y downwards. */
export interface MarkerPart {
  readonly shape:
    | { readonly kind: 'circle'; readonly radiusPx: number }
    | { readonly kind: 'paths'; readonly paths: PixelPaths };
  readonly fill?: Paint;
  readonly stroke?: Stroke;
}

/** A marker that is drawn at many places; a surface may keep one picture of it. */
export interface Marker {
  readonly parts: readonly MarkerPart[];
  /** Nothing of it is farther from its origin than this. */
  readonly reachPx: number;
}

export interface Font {
  readonly family: string;
  readonly sizePx: number;
  /** 100 to 900. */
  readonly weight: number;
  readonly isItalic: boolean;
  readonly decoration: 'none' | 'underline' | 'line-through' | 'underline line-through';
  /** How much wider letters are than the font has them; 1 when absent. */
  readonly widthScale?: number;
  /** Letters keep their own room, whatever stands beside them. */
  readonly isUnkerned?: boolean;
}

export interface TextSize {
  readonly widthPx: number;
  /** Above and below the base line, of the font and not of the letters, so that lines of text agree. */
  readonly ascentPx: number;
  readonly descentPx: number;
}

/** One line of text: its base line starts at the anchor, moved by the offsets, and is turned about the anchor. */
export interface TextRun {
  readonly text: string;
  readonly font: Font;
  readonly color: Rgba;
  readonly halo?: { readonly color: Rgba; readonly widthPx: number };
  readonly xPx: number;
  readonly yPx: number;
  /** Start of the base line relative to the anchor before turning, y downwards. */
  readonly dxPx: number;
  readonly dyPx: number;
  /** Degrees anti-clockwise. */
  readonly angleDeg: number;
  readonly isRightToLeft: boolean;
}

/** A rectangle in pixels. */
export interface PixelBox {
  readonly xPx: number;
  readonly yPx: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

/**
 * Something that can be drawn on, in pixels, y downwards. One drawing code serves them all: a canvas draws at once, a
 * recorder of a vector format writes real paths and real text.
 */
export interface Surface {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Vertices closer than this are one vertex to the surface: 1 for pixels, a fraction for vector formats. */
  readonly snapPx: number;
  /** Start a group that is put onto the surface as one, with one transparency, cut to `clip`. */
  beginGroup(alpha: number, clip?: PixelBox): void;
  endGroup(): void;
  /** Fill the features `from` .. `to` (excluded), each by the non-zero rule. */
  fillPaths(paths: PixelPaths, from: number, to: number, paint: Paint): void;
  /** Stroke the features `from` .. `to` (excluded). */
  strokePaths(paths: PixelPaths, from: number, to: number, stroke: Stroke): void;
  /** Fill one square of `sizePx` around each of `count` points [x0, y0, x1, y1, ...]. */
  fillDots(xy: Float32Array, count: number, sizePx: number, color: Rgba): void;
  /** Draw the marker at each of `count` points, turned by `angleDeg` anti-clockwise. */
  stampMarker(marker: Marker, xy: Float32Array, count: number, angleDeg: number): void;
  /** Fill a rectangle; the whole surface for a background. */
  fillBox(box: PixelBox, paint: Paint): void;
  /** Put a picture into a box, turned about its middle, degrees anti-clockwise. */
  drawPicture(picture: Picture, box: PixelBox, angleDeg: number): void;
  drawText(run: TextRun): void;
  measureText(text: string, font: Font): TextSize;
}

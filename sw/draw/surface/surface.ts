import type { Rgba } from '../../contract/rgba.ts';
import type { PixelPaths } from './pixel-paths.ts';

export type { Rgba };

export type CreateCanvas = (widthPx: number, heightPx: number) => OffscreenCanvas;

/** Image inside a drawing: pixels row by row from the upper left, not premultiplied. */
export interface PixelImage {
  readonly rgba: Uint8ClampedArray;
  readonly columns: number;
  readonly lines: number;
}

/** Image repeated in both directions. */
export interface ImageTile {
  readonly image: PixelImage;
  /** Size of one copy, and gaps between copies. */
  readonly widthPx: number;
  readonly heightPx: number;
  readonly gapXPx: number;
  readonly gapYPx: number;
  /** Origin of the grid, and its rotation in degrees counterclockwise. */
  readonly xPx: number;
  readonly yPx: number;
  readonly angleDeg: number;
}

/** Fill of an area. */
export type Paint =
  | { readonly kind: 'solid'; readonly color: Rgba }
  | {
      readonly kind: 'hatch';
      readonly color: Rgba;
      /** Directions of the lines in degrees, counterclockwise from the horizontal. */
      readonly anglesDeg: readonly number[];
      readonly spacingPx: number;
      readonly widthPx: number;
      /** Replaces the lines on surfaces that can repeat an image. Other surfaces draw the lines as an approximation. */
      readonly tile?: ImageTile;
    };

export interface Stroke {
  readonly color: Rgba;
  readonly widthPx: number;
  /** Lengths of dashes and gaps in pixels; empty for a solid line. */
  readonly dashesPx: readonly number[];
  readonly cap: 'butt' | 'round' | 'square';
  readonly join: 'miter' | 'round' | 'bevel';
}

/** Part of a marker around its origin, y down. */
export interface MarkerPart {
  readonly shape:
    | { readonly kind: 'circle'; readonly radiusPx: number }
    | { readonly kind: 'paths'; readonly paths: PixelPaths };
  readonly fill?: Paint;
  readonly stroke?: Stroke;
}

/** Marker drawn at many points. A surface may cache its image. */
export interface Marker {
  readonly parts: readonly MarkerPart[];
  /** Maximum distance of any part from the origin. */
  readonly reachPx: number;
}

export interface Font {
  readonly family: string;
  readonly sizePx: number;
  /** CSS font weight, 100 to 900. */
  readonly weight: number;
  readonly isItalic: boolean;
  readonly decoration: 'none' | 'underline' | 'line-through' | 'underline line-through';
  /** Horizontal scale of glyphs; 1 by default. */
  readonly widthScale?: number;
  /** Disables kerning. */
  readonly isUnkerned?: boolean;
}

export interface TextSize {
  readonly widthPx: number;
  /**
   * Heights above and below the baseline. They depend on the font, not on the characters, so that lines of text align.
   */
  readonly ascentPx: number;
  readonly descentPx: number;
}

/** Line of text. Its baseline starts at the anchor plus the offsets, and rotates about the anchor. */
export interface TextRun {
  readonly text: string;
  readonly font: Font;
  readonly color: Rgba;
  readonly halo?: { readonly color: Rgba; readonly widthPx: number };
  readonly xPx: number;
  readonly yPx: number;
  /** Start of the baseline relative to the anchor before rotation, y down. */
  readonly dxPx: number;
  readonly dyPx: number;
  /** In degrees, counterclockwise. */
  readonly angleDeg: number;
  readonly isRightToLeft: boolean;
}

export interface PixelBox {
  readonly xPx: number;
  readonly yPx: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Drawing target in pixels, y down. A canvas draws immediately; a recorder stores commands for vector formats. */
export interface Surface {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Vertices closer than this are merged: 1 for pixels, a fraction for vector formats. */
  readonly snapPx: number;
  /** Start a group that is drawn as one layer with one transparency, clipped to `clip`. */
  beginGroup(alpha: number, clip?: PixelBox): void;
  endGroup(): void;
  /** Fill the features `from` .. `to` (exclusive), each by the nonzero rule. */
  fillPaths(paths: PixelPaths, from: number, to: number, paint: Paint): void;
  /** Stroke the features `from` .. `to` (exclusive). */
  strokePaths(paths: PixelPaths, from: number, to: number, stroke: Stroke): void;
  /** Fill a square of `sizePx` around each of `count` points [x0, y0, x1, y1, ...]. */
  fillDots(xy: Float32Array, count: number, sizePx: number, color: Rgba): void;
  /** Draw the marker at each of `count` points, rotated by `angleDeg` counterclockwise. */
  stampMarker(marker: Marker, xy: Float32Array, count: number, angleDeg: number): void;
  /** Fill a rectangle. A background covers the whole surface. */
  fillBox(box: PixelBox, paint: Paint): void;
  /** Draw an image into a box that is rotated about its center, in degrees counterclockwise. */
  drawImage(image: PixelImage, box: PixelBox, angleDeg: number): void;
  drawText(run: TextRun): void;
  measureText(text: string, font: Font): TextSize;
}

import { makePixelPaths } from '../../draw/surface/pixel-paths.ts';
import type { Font, PixelBox, Rgba, Surface } from '../../draw/surface/surface.ts';
import { chooseFontFamily } from '../../draw/text/font.ts';

/** A rectangle on the sheet. Its position is the upper left corner. */
export interface Box {
  readonly xMm: number;
  readonly yMm: number;
  readonly widthMm: number;
  readonly heightMm: number;
}

export interface TextStyle {
  readonly sizePt: number;
  readonly color: Rgba;
  readonly isBold?: boolean;
  readonly isItalic?: boolean;
}

interface Placing {
  readonly align?: 'left' | 'center' | 'right';
  /** Counterclockwise rotation about the position. */
  readonly angleDeg?: number;
}

export const ink: Rgba = [32, 33, 36, 1];
export const soft: Rgba = [95, 99, 104, 1];
export const white: Rgba = [255, 255, 255, 1];

const ptPerMm = 72 / 25.4;
/** Return the height of a line of text in millimeters. */
export const lineMm = ({ sizePt }: TextStyle): number => (sizePt * 1.25) / ptPerMm;

/** Draws on a sheet, with coordinates in millimeters. */
export interface Pen {
  readonly surface: Surface;
  readonly pxPerMm: number;
  widthMm(text: string, style: TextStyle): number;
  /** Break text at spaces. If it exceeds `maximumLines`, end it with an ellipsis. */
  wrap(text: string, style: TextStyle, widthMm: number, maximumLines: number): string[];
  /** Write one line with its baseline at `yMm`. */
  text(text: string, xMm: number, yMm: number, style: TextStyle, placing?: Placing): void;
  /** Draw lines, each as [x0, y0, x1, y1, ...] in millimeters. */
  lines(lines: readonly (readonly number[])[], widthMm: number, color: Rgba, isClosed?: boolean): void;
  area(ring: readonly number[], color: Rgba): void;
  pixelBox(box: Box): PixelBox;
}

/** Create a pen that draws a sheet on a surface. @param pxPerMm pixels of the surface per millimeter */
export function createPen(surface: Surface, pxPerMm: number): Pen {
  const textFont = ({ sizePt, isBold, isItalic }: TextStyle): Font => ({
    family: chooseFontFamily(undefined),
    sizePx: (sizePt / ptPerMm) * pxPerMm,
    weight: isBold ? 700 : 400,
    isItalic: isItalic === true,
    decoration: 'none',
  });
  const widthMm = (text: string, style: TextStyle) => surface.measureText(text, textFont(style)).widthPx / pxPerMm;
  const pixels = (line: readonly number[]) => line.map((value) => value * pxPerMm);
  return {
    surface,
    pxPerMm,
    widthMm,
    wrap(text, style, roomMm, maximumLines) {
      const lines: string[] = [];
      for (const paragraph of text.split(/\r?\n/)) {
        let line = '';
        for (const word of paragraph.split(/\s+/).filter(Boolean)) {
          const longer = line === '' ? word : `${line} ${word}`;
          if (line !== '' && widthMm(longer, style) > roomMm) {
            lines.push(line);
            line = word;
          } else line = longer;
        }
        if (line !== '' || lines.length > 0) lines.push(line);
      }
      while (lines.at(-1) === '') lines.pop();
      const isCut = lines.length > maximumLines;
      return lines.slice(0, maximumLines).map((line, index) => {
        const isLast = isCut && index === maximumLines - 1;
        return isLast || widthMm(line, style) > roomMm
          ? shortenText(line, (candidate) => widthMm(candidate, style) <= roomMm)
          : line;
      });
    },
    text(text, xMm, yMm, style, { align = 'left', angleDeg = 0 } = {}) {
      const font = textFont(style);
      const share = { left: 0, center: -0.5, right: -1 }[align];
      surface.drawText({
        text,
        font,
        color: style.color,
        xPx: xMm * pxPerMm,
        yPx: yMm * pxPerMm,
        dxPx: share === 0 ? 0 : share * surface.measureText(text, font).widthPx,
        dyPx: 0,
        angleDeg,
        isRightToLeft: false,
      });
    },
    lines(lines, lineMm, color, isClosed = false) {
      if (lines.length === 0) return;
      const paths = makePixelPaths(lines.map(pixels), isClosed);
      surface.strokePaths(paths, 0, 1, {
        color,
        widthPx: lineMm * pxPerMm,
        dashesPx: [],
        cap: 'butt',
        join: 'miter',
      });
    },
    area(ring, color) {
      surface.fillPaths(makePixelPaths([pixels(ring)], true), 0, 1, { kind: 'solid', color });
    },
    // Whole pixels, because drawings inside the box are relative to its corner.
    pixelBox: ({ xMm, yMm, widthMm: wide, heightMm: high }) => ({
      xPx: Math.round(xMm * pxPerMm),
      yPx: Math.round(yMm * pxPerMm),
      widthPx: Math.max(1, Math.round(wide * pxPerMm)),
      heightPx: Math.max(1, Math.round(high * pxPerMm)),
    }),
  };
}

function shortenText(text: string, fits: (text: string) => boolean): string {
  let letters = [...text];
  while (letters.length > 0 && !fits(`${letters.join('')}…`)) letters = letters.slice(0, -1);
  return `${letters.join('').trimEnd()}…`;
}

/** Break text to fit a box, in the largest size in which all of it fits. In the smallest size, the rest is cut off. */
export function fitText(
  pen: Pen,
  text: string,
  color: Rgba,
  sizesPt: readonly number[],
  { widthMm, heightMm }: Pick<Box, 'widthMm' | 'heightMm'>,
): { readonly lines: readonly string[]; readonly style: TextStyle } {
  const tries = sizesPt.map((sizePt) => {
    const style = { sizePt, color };
    const lines = pen.wrap(text, style, widthMm, Number.MAX_SAFE_INTEGER);
    return { lines, style, room: Math.max(1, Math.floor(heightMm / lineMm(style))) };
  });
  const { lines, style, room } = tries.find((candidate) => candidate.lines.length <= candidate.room) ?? tries.at(-1)!;
  return { lines: lines.length <= room ? lines : pen.wrap(text, style, widthMm, room), style };
}

/** Return the corners of a box as a ring. */
export const boxRing = ({ xMm, yMm, widthMm, heightMm }: Box): number[] => [
  ...[xMm, yMm, xMm + widthMm, yMm],
  ...[xMm + widthMm, yMm + heightMm, xMm, yMm + heightMm],
];

import { quoteValue, type Value, wrongValue } from '../../contract/index.ts';
import { makePixelPaths } from '../surface/pixel-paths.ts';
import type { Font, Marker, MarkerPart, Paint, PixelImage, Rgba, Stroke, Surface } from '../surface/surface.ts';
import { chooseFontFamily } from '../text/font.ts';
import { fontDecoration } from '../text/text-symbol.ts';
import { symbolImage } from './symbol-image.ts';
import { type SymbolSettings, symbolColor } from './symbol-settings.ts';

/** Marker prepared for drawing, with its offset and rotation. */
export interface MarkerDrawing {
  readonly marker: Marker;
  /** Radius without the outline. */
  readonly radiusPx: number;
  readonly dxPx: number;
  readonly dyPx: number;
  /** Degrees counterclockwise. */
  readonly angleDeg: number;
  /** Image drawn instead of the marker. */
  readonly image?: { readonly image: PixelImage; readonly widthPx: number; readonly heightPx: number };
  /** Character drawn instead of the marker. */
  readonly letter?: { readonly text: string; readonly font: Font; readonly color: Rgba };
}

/** Draw a marker at each of `count` points. `angleDeg` replaces the marker's own angle. */
export function stampMarkers(
  surface: Surface,
  drawing: MarkerDrawing,
  xy: Float32Array,
  count: number,
  angleDeg: number,
): void {
  const { image, letter } = drawing;
  if (image) {
    const { widthPx, heightPx } = image;
    for (let i = 0; i < count; i++) {
      const box = { xPx: xy[2 * i]! - widthPx / 2, yPx: xy[2 * i + 1]! - heightPx / 2, widthPx, heightPx };
      surface.drawImage(image.image, box, angleDeg);
    }
  } else if (letter) {
    const { widthPx, ascentPx, descentPx } = surface.measureText(letter.text, letter.font);
    for (let i = 0; i < count; i++)
      surface.drawText({
        ...letter,
        xPx: xy[2 * i]!,
        yPx: xy[2 * i + 1]!,
        dxPx: -widthPx / 2,
        dyPx: (ascentPx - descentPx) / 2,
        angleDeg,
        isRightToLeft: false,
      });
  } else surface.stampMarker(drawing.marker, xy, count, angleDeg);
}

/**
 * Read a marker symbol; undefined if it draws nothing (size 0 or fully transparent).
 *
 * @throws {Fault} `bad-value` for a negative or invalid size, angle, offset or character; `not-supported` for a
 *   character of a font that isn't shipped
 */
export function markerDrawing(symbol: Value<'MarkerSymbol'>, settings: SymbolSettings): MarkerDrawing | undefined {
  checkNumbers(symbol, settings);
  if (!(symbol.Size >= 0)) throw wrongValue('bad-value', `${settings.path}.Size`, 'a number ≥ 0', `${symbol.Size}`);
  const offset = {
    dxPx: symbol.XOffset * settings.pixelsPerPoint,
    dyPx: -symbol.YOffset * settings.pixelsPerPoint,
    angleDeg: symbol.Angle,
  };
  if (symbol.type === 'PictureMarkerSymbol') return imageMarker(symbol, settings, offset);
  if (symbol.type === 'CharacterMarkerSymbol') return letterMarker(symbol, settings, offset);
  const radiusPx = (symbol.Size * settings.pixelsPerPoint) / 2;
  const outlinePx = symbol.Outline ? Math.max(0, symbol.OutlineSize) * settings.pixelsPerPoint : 0;
  const color = symbolColor(symbol.Color, settings);
  const fill: Paint | undefined = color[3] > 0 ? { kind: 'solid', color } : undefined;
  const stroke: Stroke | undefined =
    outlinePx > 0
      ? {
          color: symbolColor(symbol.OutlineColor, settings),
          widthPx: outlinePx,
          dashesPx: [],
          cap: 'butt',
          join: 'miter',
        }
      : undefined;
  if (radiusPx === 0 || (!fill && !stroke)) return undefined;
  return {
    marker: {
      parts: makeParts(symbol.Style, radiusPx, fill, stroke, settings),
      reachPx: radiusPx * Math.SQRT2 + outlinePx * 2,
    },
    radiusPx,
    ...offset,
  };
}

type Beside = Pick<MarkerDrawing, 'dxPx' | 'dyPx' | 'angleDeg'>;

function checkNumbers(symbol: Value<'MarkerSymbol'>, { path }: SymbolSettings): void {
  for (const name of ['Angle', 'XOffset', 'YOffset'] as const)
    if (!Number.isFinite(symbol[name])) throw wrongValue('bad-value', `${path}.${name}`, 'a number', `${symbol[name]}`);
}

/** Read an image marker. Size is the height of the image; the width keeps its proportions. */
function imageMarker(
  symbol: Value<'PictureMarkerSymbol'>,
  settings: SymbolSettings,
  beside: Beside,
): MarkerDrawing | undefined {
  const image = symbolImage(symbol, settings.path, settings.alpha);
  const heightPt = symbol.Size || ((symbol.Width ?? 0) * image.lines) / image.columns;
  const widthPt = symbol.Width || (heightPt * image.columns) / image.lines;
  const heightPx = heightPt * (symbol.YScale || 1) * settings.pixelsPerPoint;
  const widthPx = widthPt * (symbol.XScale || 1) * settings.pixelsPerPoint;
  if (!(widthPx > 0 && heightPx > 0)) return undefined;
  const reachPx = Math.hypot(widthPx, heightPx) / 2;
  return {
    marker: { parts: [], reachPx },
    radiusPx: Math.max(widthPx, heightPx) / 2,
    ...beside,
    image: { image, widthPx, heightPx },
  };
}

/** Read a character marker. The font size is the marker's size times its scale factors. */
function letterMarker(
  symbol: Value<'CharacterMarkerSymbol'>,
  settings: SymbolSettings,
  beside: Beside,
): MarkerDrawing | undefined {
  const code = symbol.CharacterIndex;
  const isLetter = code >= 32 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  if (!isLetter)
    throw wrongValue('bad-value', `${settings.path}.CharacterIndex`, 'a Unicode code point ≥ 32', `${code}`);
  // Symbol fonts have their own glyphs, which no other font can replace.
  if (symbol.FontName && chooseFontFamily(symbol.FontName) !== symbol.FontName) {
    const expected = `"${chooseFontFamily(undefined)}" or nothing`;
    throw wrongValue('not-supported', `${settings.path}.FontName`, expected, quoteValue(symbol.FontName));
  }
  const [across, down] = [symbol.XScale || 1, symbol.YScale || 1];
  if (!(across > 0 && down > 0))
    throw wrongValue('bad-value', settings.path, 'XScale and YScale > 0', `XScale ${across}, YScale ${down}`);
  const sizePx = symbol.Size * down * settings.pixelsPerPoint;
  const color = symbolColor(symbol.Color, settings);
  if (!(sizePx > 0) || color[3] === 0) return undefined;
  const font: Font = {
    family: chooseFontFamily(symbol.FontName),
    sizePx,
    weight: (symbol.FontWeight ?? 400) >= 600 ? 700 : 400,
    isItalic: symbol.FontItalic ?? false,
    decoration: fontDecoration(symbol),
    widthScale: across / down,
  };
  return {
    marker: { parts: [], reachPx: sizePx * Math.max(1, across / down) },
    radiusPx: sizePx / 2,
    ...beside,
    letter: { text: String.fromCodePoint(code), font, color },
  };
}

function makeParts(
  style: Value<'gisSimpleMarkerStyle'>,
  r: number,
  fill: Paint | undefined,
  stroke: Stroke | undefined,
  settings: SymbolSettings,
): MarkerPart[] {
  const painted = { fill, stroke };
  const polygon = (ring: readonly number[]): MarkerPart[] => [
    { shape: { kind: 'paths', paths: makePixelPaths([ring], true) }, ...painted },
  ];
  switch (style) {
    case 'gisSMSCircle':
      return [{ shape: { kind: 'circle', radiusPx: r }, ...painted }];
    case 'gisSMSSquare':
      return polygon([-r, -r, r, -r, r, r, -r, r]);
    case 'gisSMSDiamond':
      return polygon([0, -r, r, 0, 0, r, -r, 0]);
    case 'gisSMSCross':
      return strokes([
        [-r, 0, r, 0],
        [0, -r, 0, r],
      ]);
    case 'gisSMSX': {
      return strokes([
        [-r, -r, r, r],
        [-r, r, r, -r],
      ]);
    }
  }

  // A cross has no area, so its arms get the fill color, and an outline becomes an edge on both sides.
  function strokes(arms: readonly (readonly number[])[]): MarkerPart[] {
    const shape = { kind: 'paths', paths: makePixelPaths(arms, false) } as const;
    const armPx = Math.max(1, settings.pixelsPerPoint);
    const parts: MarkerPart[] = [];
    if (stroke) parts.push({ shape, stroke: { ...stroke, widthPx: armPx + 2 * stroke.widthPx, cap: 'square' } });
    if (fill?.kind === 'solid')
      parts.push({ shape, stroke: { color: fill.color, widthPx: armPx, dashesPx: [], cap: 'butt', join: 'miter' } });
    return parts;
  }
}

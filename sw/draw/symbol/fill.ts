import { unsupported, type Value, wrongValue } from '../../contract/index.ts';
import type { Paint, Stroke } from '../surface/surface.ts';
import { lineStroke } from './line.ts';
import { averageColor, symbolImage } from './symbol-image.ts';
import { type SymbolSettings, symbolColor } from './symbol-settings.ts';

/** Parts of a fill symbol: the area, then the outline on top. Either may be undefined. */
export interface FillDrawing {
  readonly paint?: Paint;
  readonly outline?: Stroke;
}

const hatchAngles: Partial<Record<Value<'gisSimpleFillStyle'>, readonly number[]>> = {
  gisSFSHorizontal: [0],
  gisSFSVertical: [90],
  // The contract's "forward" runs down to the right, like a backslash.
  gisSFSForwardDiagonal: [135],
  gisSFSBackwardDiagonal: [45],
  gisSFSCross: [0, 90],
  gisSFSDiagonalCross: [45, 135],
};

/** Spacing and width of hatch lines in points. */
const hatchSpacing = 6;
const hatchWidth = 0.75;

/**
 * Read a fill symbol.
 *
 * @throws {Fault} `bad-value` for an invalid size, `not-supported` for binary symbols
 */
export function fillDrawing(symbol: Value<'FillSymbol'>, settings: SymbolSettings): FillDrawing {
  const outline =
    symbol.type === 'XMLBinaryFillSymbol' || !symbol.Outline ? undefined : lineStroke(symbol.Outline, settings);
  switch (symbol.type) {
    case 'SimpleFillSymbol':
      return { paint: simplePaint(symbol, settings), outline };
    case 'XMLBinaryFillSymbol':
      throw unsupported(settings.path, 'the properties of an XMLBinaryFillSymbol are binary');
    case 'PictureFillSymbol':
      return { paint: imagePaint(symbol, settings), outline };
  }
}

/** Read an image fill; undefined if it has no size. @throws {Fault} `bad-value` for invalid sizes */
function imagePaint(symbol: Value<'PictureFillSymbol'>, settings: SymbolSettings): Paint | undefined {
  const { pixelsPerPoint } = settings;
  const image = symbolImage(symbol, settings.path, settings.alpha);
  const points = (name: 'Width' | 'Height' | 'XSeparation' | 'YSeparation' | 'XOffset' | 'YOffset' | 'Angle') => {
    const value = symbol[name] ?? 0;
    if (!Number.isFinite(value)) throw wrongValue('bad-value', `${settings.path}.${name}`, 'a number', `${value}`);
    return value;
  };
  // An image without a size has 96 pixels per inch. With one side given, it keeps its proportions.
  const widthPt = points('Width') || (points('Height') * image.columns) / image.lines || image.columns * 0.75;
  const widthPx = widthPt * (symbol.XScale || 1) * pixelsPerPoint;
  const heightPt = points('Height') || (widthPt * image.lines) / image.columns;
  const heightPx = heightPt * (symbol.YScale || 1) * pixelsPerPoint;
  if (!(widthPx > 0 && heightPx > 0)) return undefined;
  return {
    kind: 'hatch',
    color: averageColor(image),
    anglesDeg: [45, 135],
    spacingPx: Math.max(2, Math.min(widthPx, heightPx)),
    widthPx: Math.max(1, Math.min(widthPx, heightPx) / 4),
    tile: {
      image,
      widthPx: Math.max(1, widthPx),
      heightPx: Math.max(1, heightPx),
      gapXPx: Math.max(0, points('XSeparation')) * pixelsPerPoint,
      gapYPx: Math.max(0, points('YSeparation')) * pixelsPerPoint,
      xPx: points('XOffset') * pixelsPerPoint,
      yPx: -points('YOffset') * pixelsPerPoint,
      angleDeg: points('Angle'),
    },
  };
}

function simplePaint(symbol: Value<'SimpleFillSymbol'>, settings: SymbolSettings): Paint | undefined {
  const color = symbolColor(symbol.Color, settings);
  if (symbol.Style === 'gisSFSNull' || color[3] === 0) return undefined;
  const anglesDeg = hatchAngles[symbol.Style];
  if (!anglesDeg) return { kind: 'solid', color };
  return {
    kind: 'hatch',
    color,
    anglesDeg,
    spacingPx: hatchSpacing * settings.pixelsPerPoint,
    widthPx: Math.max(1, hatchWidth * settings.pixelsPerPoint),
  };
}

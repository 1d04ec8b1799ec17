import { unsupported, type Value, wrongValue } from '../../contract/index.ts';
import type { GeometryKind } from '../../rows/manifest.ts';
import type { Stroke } from '../surface/surface.ts';
import { type FillDrawing, fillDrawing } from './fill.ts';
import { lineStroke } from './line.ts';
import { type MarkerDrawing, markerDrawing } from './marker.ts';
import type { SymbolSettings } from './symbol-settings.ts';

/** Symbol prepared for drawing. */
export type SymbolDrawing =
  | { readonly kind: 'fill'; readonly fill: FillDrawing }
  | { readonly kind: 'line'; readonly stroke: Stroke }
  | { readonly kind: 'marker'; readonly marker: MarkerDrawing };

/**
 * Read a marker, line or fill symbol; undefined if it draws nothing.
 *
 * @throws {Fault} `bad-value` for text symbols, `not-supported` for binary symbols; like `fillDrawing`, `lineStroke`
 *   and `markerDrawing`
 */
export function symbolDrawing(symbol: Value<'Symbol'>, settings: SymbolSettings): SymbolDrawing | undefined {
  switch (symbol.type) {
    case 'SimpleFillSymbol':
    case 'PictureFillSymbol':
    case 'XMLBinaryFillSymbol':
      return { kind: 'fill', fill: fillDrawing(symbol, settings) };
    case 'SimpleLineSymbol': {
      const stroke = lineStroke(symbol, settings);
      return stroke && { kind: 'line', stroke };
    }
    case 'SimpleMarkerSymbol':
    case 'CharacterMarkerSymbol':
    case 'PictureMarkerSymbol': {
      const marker = markerDrawing(symbol, settings);
      return marker && { kind: 'marker', marker };
    }
    case 'XMLBinarySymbol':
      throw unsupported(settings.path, 'the properties of an XMLBinarySymbol are binary');
    default:
      throw wrongValue('bad-value', settings.path, 'a marker, line or fill symbol', symbol.type);
  }
}

/**
 * Check that a symbol fits a geometry. Polygons and lines may be drawn as markers, and polygons as lines.
 *
 * @throws {Fault} `bad-value` if the symbol doesn't fit
 */
export function checkFits(drawing: SymbolDrawing, geometry: GeometryKind, path: string): void {
  const isPoint = geometry === 'point' || geometry === 'multipoint';
  const fits = drawing.kind === 'marker' || (drawing.kind === 'line' ? !isPoint : geometry === 'polygon');
  if (!fits) throw wrongValue('bad-value', path, `a symbol for ${geometry} features`, `a ${drawing.kind} symbol`);
}

/** Return the distance in pixels that a symbol extends beyond the geometry. */
export function reachPx(drawing: SymbolDrawing): number {
  if (drawing.kind === 'line') return drawing.stroke.widthPx;
  if (drawing.kind === 'fill') return drawing.fill.outline?.widthPx ?? 0;
  return drawing.marker.marker.reachPx + Math.hypot(drawing.marker.dxPx, drawing.marker.dyPx);
}

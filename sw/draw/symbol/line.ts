import { type Value, wrongValue } from '../../contract/index.ts';
import type { Stroke } from '../surface/surface.ts';
import { type SymbolSettings, symbolColor } from './symbol-settings.ts';

/** Dashes and gaps as multiples of the line's width, or of a point for thinner lines. */
const dashes: Partial<Record<Value<'gisSimpleLineStyle'>, readonly number[]>> = {
  gisSLSDash: [4, 3],
  gisSLSDot: [1, 2],
  gisSLSDashDot: [4, 2, 1, 2],
  gisSLSDashDotDot: [4, 2, 1, 2, 1, 2],
};

/**
 * Read a line symbol; undefined if it draws nothing (style Null, width 0, or fully transparent).
 *
 * @throws {Fault} `bad-value` for a negative or invalid width, `not-implemented` for other line symbols
 */
export function lineStroke(symbol: Value<'LineSymbol'>, settings: SymbolSettings): Stroke | undefined {
  if (symbol.type !== 'SimpleLineSymbol')
    throw wrongValue('not-implemented', settings.path, 'SimpleLineSymbol', (symbol as { type: string }).type);
  if (!(symbol.Width >= 0)) throw wrongValue('bad-value', `${settings.path}.Width`, 'a number ≥ 0', `${symbol.Width}`);
  const color = symbolColor(symbol.Color, settings);
  if (symbol.Style === 'gisSLSNull' || symbol.Width === 0 || color[3] === 0) return undefined;
  const widthPx = symbol.Width * settings.pixelsPerPoint;
  const unitPx = Math.max(widthPx, settings.pixelsPerPoint);
  const pattern = dashes[symbol.Style];
  return {
    color,
    widthPx,
    dashesPx: pattern ? pattern.map((length) => length * unitPx) : [],
    cap: pattern ? 'butt' : 'round',
    join: 'round',
  };
}

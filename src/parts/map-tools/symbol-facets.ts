import type { Value } from '../../../sw/contract/index.ts';
import { color, disc, fill, line } from '../../publish/symbols.ts';

type AnySymbol = Value<'Symbol'>;
export type SymbolKind = 'marker' | 'line' | 'fill';

/** What can be edited of a plain symbol; sizes in points, colours as `#rrggbb`. */
export interface Facets {
  readonly kind: SymbolKind;
  readonly color: string;
  /** Of a marker its diameter, of a line its width; of a fill nothing. */
  readonly sizePt: number;
  readonly outlineColor: string;
  readonly outlinePt: number;
  readonly markerStyle: Value<'gisSimpleMarkerStyle'>;
}

/** Read the facets of a symbol; undefined for kinds that are not plain. */
export function facetsOf(symbol: AnySymbol | undefined): Facets | undefined {
  const none = { outlineColor: '#444444', outlinePt: 0, sizePt: 1, markerStyle: 'gisSMSCircle' as const };
  switch (symbol?.type) {
    case 'SimpleMarkerSymbol':
      return {
        kind: 'marker',
        color: hexOf(symbol.Color),
        sizePt: symbol.Size,
        outlineColor: hexOf(symbol.OutlineColor),
        outlinePt: symbol.Outline ? symbol.OutlineSize : 0,
        markerStyle: symbol.Style,
      };
    case 'SimpleLineSymbol':
      return { ...none, kind: 'line', color: hexOf(symbol.Color), sizePt: symbol.Width };
    case 'SimpleFillSymbol':
      return {
        ...none,
        kind: 'fill',
        color: hexOf(symbol.Color),
        outlineColor: hexOf(symbol.Outline?.Color),
        outlinePt: symbol.Outline?.Width ?? 0,
      };
    default:
      return undefined;
  }
}

/** Make a plain symbol of facets; what an old one had beyond them, such as dashes and alpha, stays. */
export function symbolOf(facets: Facets, old?: AnySymbol): AnySymbol {
  const { kind, sizePt, outlinePt, markerStyle } = facets;
  if (kind === 'marker') {
    const made = { ...disc(facets.color, sizePt, facets.outlineColor, outlinePt), Style: markerStyle };
    return old?.type === 'SimpleMarkerSymbol'
      ? {
          ...made,
          Angle: old.Angle,
          XOffset: old.XOffset,
          YOffset: old.YOffset,
          Color: withAlpha(made.Color, old.Color),
        }
      : made;
  }
  if (kind === 'line') {
    const made = line(facets.color, sizePt);
    return old?.type === 'SimpleLineSymbol'
      ? { ...made, Style: old.Style, Color: withAlpha(made.Color, old.Color) }
      : made;
  }
  const made = fill(facets.color, outlinePt > 0 ? line(facets.outlineColor, outlinePt) : undefined);
  return old?.type === 'SimpleFillSymbol'
    ? {
        ...made,
        Style: old.Style === 'gisSFSNull' ? 'gisSFSSolid' : old.Style,
        Color: withAlpha(made.Color, old.Color),
      }
    : made;
}

function withAlpha(made: Value<'Color'> | undefined, old: Value<'Color'> | undefined): Value<'Color'> {
  return { ...made!, AlphaValue: old?.AlphaValue ?? 255 };
}

/** Give a symbol all facets but its colour, which tells its class. */
export function reshaped(symbol: AnySymbol | undefined, facets: Facets): AnySymbol {
  const own = facetsOf(symbol);
  return symbolOf({ ...facets, color: own?.color ?? facets.color }, symbol);
}

/** Give a symbol another colour. */
export function recoloured(symbol: AnySymbol | undefined, hex: string): AnySymbol | undefined {
  return symbol && ({ ...symbol, Color: color(hex) } as AnySymbol);
}

/** Write a colour as `#rrggbb`; models that are rare on maps come out as a grey. */
export function hexOf(value: Value<'Color'> | undefined): string {
  const byte = (one: number) => Math.round(one).toString(16).padStart(2, '0');
  switch (value?.type) {
    case 'RgbColor':
      return `#${byte(value.Red)}${byte(value.Green)}${byte(value.Blue)}`;
    case 'GrayColor':
      return `#${byte(value.GrayLevel).repeat(3)}`;
    case 'HsvColor': {
      const at = (n: number) => {
        const k = (n + value.Hue / 60) % 6;
        const share = (value.Value / 100) * (1 - (value.Saturation / 100) * Math.max(0, Math.min(k, 4 - k, 1)));
        return byte(share * 255);
      };
      return `#${at(5)}${at(3)}${at(1)}`;
    }
    default:
      return '#888888';
  }
}

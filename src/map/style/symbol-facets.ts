import type { Value } from '../../../sw/contract/index.ts';
import { color, disc, fill, line } from '../../../sw/formats/reading/symbols.ts';

type AnySymbol = Value<'Symbol'>;
type SymbolKind = 'marker' | 'line' | 'fill';

/** The editable properties of a symbol; sizes in points, colors as `#rrggbb`. */
export interface Facets {
  readonly kind: SymbolKind;
  readonly color: string;
  /** Height of a marker, width of a line, or image width of a picture fill. */
  readonly sizePt: number;
  readonly outlineColor: string;
  readonly outlinePt: number;
  readonly markerStyle: Value<'gisSimpleMarkerStyle'>;
  readonly lineStyle: Value<'gisSimpleLineStyle'>;
  readonly fillStyle: Value<'gisSimpleFillStyle'>;
  /** Counterclockwise. */
  readonly angleDeg: number;
  readonly xOffsetPt: number;
  readonly yOffsetPt: number;
  /** Replaces shape and color. */
  readonly image?: Uint8Array | undefined;
}

export const plainFacets: Omit<Facets, 'kind' | 'color'> = {
  sizePt: 1,
  outlineColor: '#444444',
  outlinePt: 0,
  markerStyle: 'gisSMSCircle',
  lineStyle: 'gisSLSSolid',
  fillStyle: 'gisSFSSolid',
  angleDeg: 0,
  xOffsetPt: 0,
  yOffsetPt: 0,
};

/** Read the facets of a symbol; undefined for kinds that can't be edited, such as character markers. */
export function readFacets(symbol: AnySymbol | undefined): Facets | undefined {
  switch (symbol?.type) {
    case 'SimpleMarkerSymbol':
      return {
        ...plainFacets,
        ...markerFacets(symbol),
        outlineColor: symbolColorToHex(symbol.OutlineColor),
        outlinePt: symbol.Outline ? symbol.OutlineSize : 0,
        markerStyle: symbol.Style,
      };
    case 'PictureMarkerSymbol':
      return symbol.Picture && { ...plainFacets, ...markerFacets(symbol), image: symbol.Picture };
    case 'SimpleLineSymbol':
      return {
        ...plainFacets,
        kind: 'line',
        color: symbolColorToHex(symbol.Color),
        sizePt: symbol.Width,
        lineStyle: symbol.Style,
      };
    case 'SimpleFillSymbol':
      return { ...plainFacets, ...fillFacets(symbol), fillStyle: symbol.Style };
    case 'PictureFillSymbol':
      return (
        symbol.Picture && {
          ...plainFacets,
          ...fillFacets(symbol),
          sizePt: symbol.Width ?? 24,
          angleDeg: symbol.Angle ?? 0,
          image: symbol.Picture,
        }
      );
    default:
      return undefined;
  }
}

const markerFacets = (symbol: Value<'MarkerSymbol'>) => ({
  kind: 'marker' as const,
  color: symbolColorToHex(symbol.Color),
  sizePt: symbol.Size,
  angleDeg: symbol.Angle,
  xOffsetPt: symbol.XOffset,
  yOffsetPt: symbol.YOffset,
});

const fillFacets = ({ Color, Outline }: Value<'FillSymbol'>) => ({
  kind: 'fill' as const,
  color: symbolColorToHex(Color),
  outlineColor: symbolColorToHex(Outline?.Color),
  outlinePt: Outline?.Width ?? 0,
  lineStyle: Outline?.type === 'SimpleLineSymbol' ? Outline.Style : ('gisSLSSolid' as const),
});

/** Make a symbol from facets, with the transparency of an old symbol of the same kind. */
export function symbolFromFacets(facets: Facets, old?: AnySymbol): AnySymbol {
  const made = facets.image ? imageSymbol(facets, facets.image) : plainSymbol(facets);
  const [before, now] = [old && readSymbolColor(old), readSymbolColor(made)];
  return before && now ? ({ ...made, Color: { ...now, AlphaValue: before.AlphaValue } } as AnySymbol) : made;
}

function plainSymbol(facets: Facets): AnySymbol {
  const { kind, sizePt, outlinePt, markerStyle, lineStyle, fillStyle } = facets;
  if (kind === 'marker')
    return {
      ...disc(facets.color, sizePt, facets.outlineColor, outlinePt),
      Style: markerStyle,
      ...standing(facets),
    };
  if (kind === 'line') return { ...line(facets.color, sizePt), Style: lineStyle };
  return { ...fill(facets.color, makeOutline(facets)), Style: fillStyle };
}

function imageSymbol(facets: Facets, image: Uint8Array): AnySymbol {
  if (facets.kind === 'marker')
    return {
      type: 'PictureMarkerSymbol',
      ...standing(facets),
      Color: color(facets.color),
      Size: facets.sizePt,
      XScale: 1,
      YScale: 1,
      Picture: image,
    };
  const Outline = makeOutline(facets);
  return {
    type: 'PictureFillSymbol',
    Color: color(facets.color),
    Outline,
    Picture: image,
    Width: facets.sizePt,
    Angle: facets.angleDeg,
  };
}

const standing = ({ angleDeg, xOffsetPt, yOffsetPt }: Facets) => ({
  Angle: angleDeg,
  XOffset: xOffsetPt,
  YOffset: yOffsetPt,
});

const makeOutline = ({ outlineColor, outlinePt, lineStyle }: Facets): Value<'SimpleLineSymbol'> | undefined =>
  outlinePt > 0 ? { ...line(outlineColor, outlinePt), Style: lineStyle } : undefined;

const readSymbolColor = (symbol: AnySymbol): Value<'Color'> | undefined =>
  'Color' in symbol ? symbol.Color : undefined;

/**
 * Apply the changes between two states of the sample to a symbol. Its color stays, because it shows the class. Its
 * size may show the class too, so it changes in proportion.
 */
export function reshapeSymbol(symbol: AnySymbol | undefined, from: Facets, to: Facets): AnySymbol {
  const ownFacets = readFacets(symbol) ?? from;
  const changed = Object.entries(to).filter(
    ([name, value]) => value !== from[name as keyof Facets] && name !== 'color',
  );
  const next = { ...ownFacets, ...Object.fromEntries(changed) };
  const sizePt =
    to.sizePt === from.sizePt || from.sizePt <= 0 ? ownFacets.sizePt : (ownFacets.sizePt * to.sizePt) / from.sizePt;
  return symbolFromFacets({ ...next, sizePt, image: to.image }, symbol);
}

export function recolorSymbol(symbol: AnySymbol | undefined, hex: string): AnySymbol | undefined {
  return symbol && ({ ...symbol, Color: color(hex) } as AnySymbol);
}

/** Write a color as `#rrggbb`; gray for unsupported color models. */
export function symbolColorToHex(value: Value<'Color'> | undefined): string {
  const byte = (channel: number) => Math.round(channel).toString(16).padStart(2, '0');
  switch (value?.type) {
    case 'RgbColor':
      return `#${byte(value.Red)}${byte(value.Green)}${byte(value.Blue)}`;
    case 'GrayColor':
      return `#${byte(value.GrayLevel).repeat(3)}`;
    case 'HsvColor': {
      const channelAt = (n: number) => {
        const k = (n + value.Hue / 60) % 6;
        const share = (value.Value / 100) * (1 - (value.Saturation / 100) * Math.max(0, Math.min(k, 4 - k, 1)));
        return byte(share * 255);
      };
      return `#${channelAt(5)}${channelAt(3)}${channelAt(1)}`;
    }
    default:
      return '#888888';
  }
}

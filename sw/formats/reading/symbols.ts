import type { Value } from '../../contract/index.ts';

type Color = Value<'RgbColor'>;

/**
 * Create a color from `#rrggbb`.
 *
 * @param alpha 0 transparent to 255 opaque
 */
export function color(hex: string, alpha = 255): Color {
  const number = Number.parseInt(hex.slice(1), 16);
  return { type: 'RgbColor', AlphaValue: alpha, Red: number >> 16, Green: (number >> 8) & 255, Blue: number & 255 };
}

/** Create a solid line; width in points. */
export function line(hex: string, widthPt: number, alpha = 255): Value<'SimpleLineSymbol'> {
  return { type: 'SimpleLineSymbol', Color: color(hex, alpha), Width: widthPt, Style: 'gisSLSSolid' };
}

/** Create a solid fill, with an outline if there is one. */
export function fill(hex: string, outline?: Value<'SimpleLineSymbol'>, alpha = 255): Value<'SimpleFillSymbol'> {
  return {
    type: 'SimpleFillSymbol',
    Color: color(hex, alpha),
    ...(outline ? { Outline: outline } : {}),
    Style: 'gisSFSSolid',
  };
}

/** Create a disc; size and outline in points. */
export function disc(
  hex: string,
  sizePt: number,
  outlineHex: string,
  outlinePt: number,
  alpha = 255,
): Value<'SimpleMarkerSymbol'> {
  return {
    type: 'SimpleMarkerSymbol',
    Angle: 0,
    Color: color(hex, alpha),
    Size: sizePt,
    XOffset: 0,
    YOffset: 0,
    Outline: outlinePt > 0,
    OutlineSize: outlinePt,
    OutlineColor: color(outlineHex, alpha),
    Style: 'gisSMSCircle',
  };
}

/** Create label text with a light halo; sizes in points. */
export function labelText(
  hex: string,
  sizePt: number,
  weight: Value<'gisFontWeight'> = 'normal',
  haloHex = '#ffffff',
): Value<'SimpleTextSymbol'> {
  return {
    type: 'SimpleTextSymbol',
    Color: color(hex),
    VerticalAlignment: 'baseline',
    HorizontalAlignment: 'center',
    Size: sizePt,
    FontStyle: 'normal',
    FontWeight: weight,
    FontDecoration: 'none',
    MaskStyle: 'gisMSHalo',
    MaskSize: 1,
    MaskSymbol: fill(haloHex, undefined, 220),
  };
}

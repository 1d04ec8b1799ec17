import type { Value } from '../../contract/index.ts';
import type { GeometryKind } from '../../rows/manifest.ts';

const outline: Value<'SimpleLineSymbol'> = {
  type: 'SimpleLineSymbol',
  Color: { type: 'RgbColor', AlphaValue: 255, Red: 110, Green: 110, Blue: 110 },
  Width: 0.4,
  Style: 'gisSLSSolid',
};

/** Make a plain symbol for a geometry, for classes and layers without one. */
export function defaultSymbol(kind: GeometryKind, color: Value<'Color'>): Value<'Symbol'> {
  switch (kind) {
    case 'point':
    case 'multipoint':
      return {
        type: 'SimpleMarkerSymbol',
        Angle: 0,
        Color: color,
        Size: 6,
        XOffset: 0,
        YOffset: 0,
        Outline: true,
        OutlineSize: 0.5,
        OutlineColor: outline.Color!,
        Style: 'gisSMSCircle',
      };
    case 'polyline':
      return { ...outline, Color: color, Width: 1 };
    case 'polygon':
      return { type: 'SimpleFillSymbol', Color: color, Outline: outline, Style: 'gisSFSSolid' };
  }
}

/** Change a symbol's colour; a symbol without one stays as it is. */
export function recolored(symbol: Value<'Symbol'>, color: Value<'Color'>): Value<'Symbol'> {
  return { ...symbol, Color: color } as Value<'Symbol'>;
}

import type { Value } from '../../contract/index.ts';
import { rgbaOf } from '../../contract/rgba.ts';
import type { Rgba } from '../surface/surface.ts';
import { adjusted, faded } from './color.ts';

/** Settings of the image that a symbol is drawn in. */
export interface SymbolSettings {
  /** Path of the symbol in the request, for messages. */
  readonly path: string;
  /** Image DPI / 72, times the factor of a reference scale. */
  readonly pixelsPerPoint: number;
  /** 0 to 1, multiplied with the alpha of every colour. */
  readonly alpha: number;
  /** -100 to 100, 0 for none. */
  readonly brightness: number;
  readonly contrast: number;
}

/** Make settings without colour changes. */
export function plainSettings(path: string, dpi: number): SymbolSettings {
  return { path, pixelsPerPoint: dpi / 72, alpha: 1, brightness: 0, contrast: 0 };
}

/** Apply the settings to a symbol's colour; black when it has none. */
export function symbolColor(color: Value<'Color'> | undefined, settings: SymbolSettings): Rgba {
  const rgba: Rgba = color ? rgbaOf(color) : [0, 0, 0, 1];
  return faded(adjusted(rgba, settings.brightness, settings.contrast), settings.alpha);
}

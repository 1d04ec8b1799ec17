import type { Value } from '../../contract/index.ts';
import type { Rgba } from '../surface/surface.ts';
import { adjusted, faded, rgbaOf } from './color.ts';

/** What a symbol must know of the picture it is drawn in. */
export interface SymbolSettings {
  /** Where the symbol stands in the request, for faults. */
  readonly path: string;
  /** Image DPI / 72, times the factor of a reference scale. */
  readonly pixelsPerPoint: number;
  /** 0 to 1, multiplied with the alpha of every colour. */
  readonly alpha: number;
  /** -100 to 100, 0 for none. */
  readonly brightness: number;
  readonly contrast: number;
}

/** Settings of an image without changes of colour. */
export function plainSettings(path: string, dpi: number): SymbolSettings {
  return { path, pixelsPerPoint: dpi / 72, alpha: 1, brightness: 0, contrast: 0 };
}

/** Colour of a symbol in this picture; black when the symbol has none. */
export function symbolColor(color: Value<'Color'> | undefined, settings: SymbolSettings): Rgba {
  const rgba: Rgba = color ? rgbaOf(color) : [0, 0, 0, 1];
  return faded(adjusted(rgba, settings.brightness, settings.contrast), settings.alpha);
}

import type { Value } from '../../contract/index.ts';
import { colorToRgba } from '../../contract/rgba.ts';
import type { Rgba } from '../surface/surface.ts';
import { adjustColor, scaleAlpha } from './color.ts';

/** Settings of the image in which a symbol is drawn. */
export interface SymbolSettings {
  /** Path of the symbol in the request, for messages. */
  readonly path: string;
  /** Image DPI / 72, times the factor of a reference scale. */
  readonly pixelsPerPoint: number;
  /** Factor for the alpha of every color, 0 to 1. */
  readonly alpha: number;
  /** -100 to 100; 0 for no change. */
  readonly brightness: number;
  readonly contrast: number;
}

/** Make settings that don't change colors. */
export function plainSettings(path: string, dpi: number): SymbolSettings {
  return { path, pixelsPerPoint: dpi / 72, alpha: 1, brightness: 0, contrast: 0 };
}

/** Return a symbol's color with the settings applied; black for a symbol without a color. */
export function symbolColor(color: Value<'Color'> | undefined, settings: SymbolSettings): Rgba {
  const rgba: Rgba = color ? colorToRgba(color) : [0, 0, 0, 1];
  return scaleAlpha(adjustColor(rgba, settings.brightness, settings.contrast), settings.alpha);
}

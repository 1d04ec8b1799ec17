import { byte, type Rgba } from '../../contract/rgba.ts';

/** Format a color for CSS. */
export function toCssColor([red, green, blue, alpha]: Rgba): string {
  return alpha >= 1 ? `rgb(${red} ${green} ${blue})` : `rgb(${red} ${green} ${blue} / ${alpha})`;
}

/** Multiply the alpha of a color. */
export function scaleAlpha([red, green, blue, alpha]: Rgba, factor: number): Rgba {
  return [red, green, blue, alpha * factor];
}

/**
 * Change brightness and contrast, each -100 to 100, with 0 for no change. Brightness moves toward white or black,
 * contrast away from or toward middle gray.
 */
export function adjustColor([red, green, blue, alpha]: Rgba, brightness: number, contrast: number): Rgba {
  if (brightness === 0 && contrast === 0) return [red, green, blue, alpha];
  const steep = contrast >= 0 ? 1 / Math.max(1 - contrast / 100, 0.01) : 1 + contrast / 100;
  const channel = (value: number) => {
    const lit = brightness >= 0 ? value + ((255 - value) * brightness) / 100 : value * (1 + brightness / 100);
    return byte(127.5 + (lit - 127.5) * steep);
  };
  return [channel(red), channel(green), channel(blue), alpha];
}

import { Fault, type Value } from '../../contract/index.ts';
import type { Rgba } from '../surface/surface.ts';

/**
 * Convert a colour of any model to red, green, blue 0 to 255 and alpha 0 to 1.
 *
 * HSV and HLS: hue in degrees (modulo 360), the other parts in percent. CMYK: bytes, 255 is full ink, without colour
 * profile. An absent alpha is opaque.
 */
export function rgbaOf(color: Value<'Color'>): Rgba {
  const alpha = (color.AlphaValue ?? 255) / 255;
  switch (color.type) {
    case 'RgbColor':
      return [byte(color.Red), byte(color.Green), byte(color.Blue), alpha];
    case 'GrayColor':
      return [byte(color.GrayLevel), byte(color.GrayLevel), byte(color.GrayLevel), alpha];
    case 'CmykColor': {
      const light = 255 - byte(color.Black);
      const channel = (ink: number) => byte(((255 - byte(ink)) * light) / 255);
      return [channel(color.Cyan), channel(color.Magenta), channel(color.Yellow), alpha];
    }
    case 'HsvColor':
      return [...rgbOfHsv(color.Hue, share(color.Saturation), share(color.Value)), alpha];
    case 'HlsColor':
      return [...rgbOfHls(color.Hue, share(color.Lightness), share(color.Saturation)), alpha];
    default: {
      const found = (color as { readonly type?: string }).type;
      throw new Fault('bad-value', `Color: one of the five colour models expected, "${found}" found`);
    }
  }
}

/** Format a colour for CSS. */
export function cssOf([red, green, blue, alpha]: Rgba): string {
  return alpha >= 1 ? `rgb(${red} ${green} ${blue})` : `rgb(${red} ${green} ${blue} / ${alpha})`;
}

/** Multiply the alpha of a colour. */
export function faded([red, green, blue, alpha]: Rgba, factor: number): Rgba {
  return [red, green, blue, alpha * factor];
}

/**
 * Change brightness and contrast, each -100 to 100 with 0 for no change: brightness moves towards white or black,
 * contrast away from or towards middle grey.
 */
export function adjusted([red, green, blue, alpha]: Rgba, brightness: number, contrast: number): Rgba {
  if (brightness === 0 && contrast === 0) return [red, green, blue, alpha];
  const steep = contrast >= 0 ? 1 / Math.max(1 - contrast / 100, 0.01) : 1 + contrast / 100;
  const channel = (value: number) => {
    const lit = brightness >= 0 ? value + ((255 - value) * brightness) / 100 : value * (1 + brightness / 100);
    return byte(127.5 + (lit - 127.5) * steep);
  };
  return [channel(red), channel(green), channel(blue), alpha];
}

function byte(value: number): number {
  return Math.min(255, Math.max(0, Math.round(value)));
}

function share(percent: number): number {
  return Math.min(1, Math.max(0, percent / 100));
}

function rgbOfHsv(hueDeg: number, saturation: number, value: number): [number, number, number] {
  const channel = (n: number) => {
    const k = (n + (((hueDeg % 360) + 360) % 360) / 60) % 6;
    return byte(255 * (value - value * saturation * Math.max(0, Math.min(k, 4 - k, 1))));
  };
  return [channel(5), channel(3), channel(1)];
}

function rgbOfHls(hueDeg: number, lightness: number, saturation: number): [number, number, number] {
  const amplitude = saturation * Math.min(lightness, 1 - lightness);
  const channel = (n: number) => {
    const k = (n + (((hueDeg % 360) + 360) % 360) / 30) % 12;
    return byte(255 * (lightness - amplitude * Math.max(-1, Math.min(k - 3, 9 - k, 1))));
  };
  return [channel(0), channel(8), channel(4)];
}

import { badValue } from './fault.ts';
import type { Value } from './infer.ts';

/** Red, green, blue 0 to 255 and alpha 0 to 1. */
export type Rgba = readonly [red: number, green: number, blue: number, alpha: number];

/**
 * Convert a color of any model to red, green, blue 0 to 255 and alpha 0 to 1.
 *
 * HSV and HLS: hue in degrees (modulo 360), the other parts in percent. CMYK: bytes, 255 is full ink, without color
 * profile. A missing alpha means opaque.
 *
 * @throws {Fault} `bad-value` for another color model
 */
export function colorToRgba(color: Value<'Color'>): Rgba {
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
      const type = (color as { readonly type?: string }).type;
      throw badValue('Color', 'RgbColor, GrayColor, CmykColor, HsvColor or HlsColor', type);
    }
  }
}

/** Round and clamp to 0 to 255. */
export function byte(value: number): number {
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

import { badValue, type Fault, type Value, wrongValue } from '../../contract/index.ts';
import { colorToRgba } from '../../contract/rgba.ts';

type Rgb = readonly [red: number, green: number, blue: number];

/** Default ramp, green to blue. */
export const defaultRamp: Value<'ColorRamp'> = {
  type: 'AlgorithmicColorRamp',
  Algorithm: 'gisCIELabAlgorithm',
  FromColor: { type: 'HsvColor', Hue: 95, Saturation: 35, Value: 94 },
  ToColor: { type: 'HsvColor', Hue: 214, Saturation: 78, Value: 55 },
};

/**
 * Sample a ramp at evenly spaced positions including its ends. Preset colors are returned unchanged if there are enough
 * of them, and random colors have no positions. If `count` is 1, an algorithmic or multipart ramp returns its last
 * color.
 *
 * @param count at least 1
 * @returns RGB colors
 * @throws {Fault} `bad-value` for a ramp without its colors or with an unknown algorithm
 */
export function rampColors(ramp: Value<'ColorRamp'>, count: number): Value<'RgbColor'>[] {
  return sampleColors(ramp, count, 'ColorRamp').map(([red, green, blue]) => ({
    type: 'RgbColor',
    AlphaValue: 255,
    Red: Math.round(red),
    Green: Math.round(green),
    Blue: Math.round(blue),
  }));
}

function sampleColors(ramp: Value<'ColorRamp'>, count: number, path: string): Rgb[] {
  switch (ramp.type) {
    case 'AlgorithmicColorRamp': {
      const { FromColor: from, ToColor: to } = ramp;
      if (!from) throw missingFault(`${path}.FromColor`, 'a colour');
      if (!to) throw missingFault(`${path}.ToColor`, 'a colour');
      const mix = findMix(ramp.Algorithm, path);
      return Array.from({ length: count }, (_, i) => mix(from, to, count === 1 ? 1 : i / (count - 1)));
    }
    case 'MultiPartColorRamp': {
      const parts = ramp.ColorRamps ?? [];
      if (parts.length === 0) throw missingFault(`${path}.ColorRamps`, 'at least one colour ramp');
      return Array.from({ length: count }, (_, i) => {
        const position = count === 1 ? parts.length : (i / (count - 1)) * parts.length;
        const part = Math.min(parts.length - 1, Math.floor(position));
        return sampleRamp(parts[part]!, position - part, `${path}.ColorRamps[${part}]`);
      });
    }
    case 'PresetColorRamp': {
      const colors = ramp.Colors ?? [];
      if (colors.length === 0) throw missingFault(`${path}.Colors`, 'at least one colour');
      if (count <= colors.length) return colors.slice(0, count).map(toRgb);
      return Array.from({ length: count }, (_, i) => {
        const position = (i / (count - 1)) * (colors.length - 1);
        const first = Math.min(colors.length - 2, Math.floor(position));
        if (first < 0) return toRgb(colors[0]!);
        return between(toRgb(colors[first]!), toRgb(colors[first + 1]!), position - first);
      });
    }
    case 'RandomColorRamp': {
      const random = mulberry32(ramp.UseSeed ? (ramp.Seed ?? 1) : 1);
      const pick = (low: number, high: number) => low + (high - low) * random();
      return Array.from({ length: count }, () =>
        toRgb({
          type: 'HsvColor',
          Hue: Math.round(pick(ramp.StartHue ?? 0, ramp.EndHue ?? 360)),
          Saturation: Math.round(pick(ramp.MinSaturation ?? 30, ramp.MaxSaturation ?? 60)),
          Value: Math.round(pick(ramp.MinValue ?? 70, ramp.MaxValue ?? 95)),
        }),
      );
    }
  }
}

type Mix = (from: Value<'HsvColor'>, to: Value<'HsvColor'>, share: number) => Rgb;

/** Return the mixing function of an algorithm; HSV by default. */
function findMix(algorithm: string | undefined, path: string): Mix {
  const [, name = ''] = /^(?:gis|esri)?(\w+)Algorithm$/i.exec(algorithm || 'gisHSVAlgorithm') ?? [];
  const mix = { hsv: mixHsv, cielab: mixLab, lablch: mixLch }[name.toLowerCase()];
  if (mix) return mix;
  throw badValue(`${path}.Algorithm`, 'gisHSVAlgorithm, gisCIELabAlgorithm or gisLabLChAlgorithm', algorithm);
}

const missingFault = (path: string, what: string): Fault => wrongValue('bad-value', path, what, 'nothing');

/** Sample one color of a ramp at `share`, 0 to 1. */
function sampleRamp(ramp: Value<'ColorRamp'>, share: number, path: string): Rgb {
  const fine = sampleColors(ramp, 256, path);
  return fine[Math.round(Math.min(1, Math.max(0, share)) * 255)]!;
}

function toRgb(color: Value<'Color'>): Rgb {
  const [red, green, blue] = colorToRgba(color);
  return [red, green, blue];
}

const between = (a: Rgb, b: Rgb, share: number): Rgb => [
  a[0] + (b[0] - a[0]) * share,
  a[1] + (b[1] - a[1]) * share,
  a[2] + (b[2] - a[2]) * share,
];

/** Interpolate hue, saturation and value numerically. */
function mixHsv(from: Value<'HsvColor'>, to: Value<'HsvColor'>, share: number): Rgb {
  const interpolate = (a: number, b: number) => a + (b - a) * share;
  return toRgb({
    type: 'HsvColor',
    Hue: interpolate(from.Hue, to.Hue),
    Saturation: interpolate(from.Saturation, to.Saturation),
    Value: interpolate(from.Value, to.Value),
  });
}

/** Interpolate linearly in CIE Lab, where equal steps look equal. */
function mixLab(from: Value<'HsvColor'>, to: Value<'HsvColor'>, share: number): Rgb {
  return fromLab(between(toLab(toRgb(from)), toLab(toRgb(to)), share));
}

/** Interpolate lightness, chroma and hue of CIE Lab, with the hue going the shorter way around. */
function mixLch(from: Value<'HsvColor'>, to: Value<'HsvColor'>, share: number): Rgb {
  const [a, b] = [toLab(toRgb(from)), toLab(toRgb(to))];
  const [start, end] = [Math.atan2(a[2], a[1]), Math.atan2(b[2], b[1])];
  const turn = Math.atan2(Math.sin(end - start), Math.cos(end - start));
  const [hue, startChroma, endChroma] = [start + turn * share, Math.hypot(a[1], a[2]), Math.hypot(b[1], b[2])];
  const chroma = startChroma + (endChroma - startChroma) * share;
  return fromLab([a[0] + (b[0] - a[0]) * share, chroma * Math.cos(hue), chroma * Math.sin(hue)]);
}

/** D65 white point. */
const white: Rgb = [0.95047, 1, 1.08883];

function toLab([red, green, blue]: Rgb): Rgb {
  const linear = (value: number) => (value <= 10.31475 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4);
  const [r, g, b] = [linear(red), linear(green), linear(blue)];
  const curve = (t: number) => (t > 216 / 24389 ? Math.cbrt(t) : (t * 24389) / 27 / 116 + 16 / 116);
  const x = curve((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / white[0]);
  const y = curve((0.2126729 * r + 0.7151522 * g + 0.072175 * b) / white[1]);
  const z = curve((0.0193339 * r + 0.119192 * g + 0.9503041 * b) / white[2]);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

function fromLab([lightness, a, b]: Rgb): Rgb {
  const y = (lightness + 16) / 116;
  const straight = (t: number) => (t ** 3 > 216 / 24389 ? t ** 3 : ((t - 16 / 116) * 116 * 27) / 24389);
  const X = white[0] * straight(y + a / 500);
  const Y = white[1] * straight(y);
  const Z = white[2] * straight(y - b / 200);
  const byte = (linear: number) => {
    const value = linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055;
    return Math.min(255, Math.max(0, value * 255));
  };
  return [
    byte(3.2404542 * X - 1.5371385 * Y - 0.4985314 * Z),
    byte(-0.969266 * X + 1.8760108 * Y + 0.041556 * Z),
    byte(0.0556434 * X - 0.2040259 * Y + 1.0572252 * Z),
  ];
}

/** Make a small seeded random generator, so that the same request gives the same colors. */
function mulberry32(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

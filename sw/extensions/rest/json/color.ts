import type { Value } from '../../../contract/infer.ts';
import { byte, colorToRgba } from '../../../contract/rgba.ts';
import type { Form, Json, SpecialMember } from './row.ts';
import { numberAt, unexpectedValueFault } from './unexpected-value.ts';

type Rgba = readonly [red: number, green: number, blue: number, alpha: number];

/** Colors of all models are written as red, green, blue and alpha, each 0 to 255. */
export const colorForm: Form = {
  write: (value) => toColorBytes(value as unknown as Value<'Color'>),
  read: (json, path, _reading, ref) => {
    const rgba = readBytes(json, path);
    return ref === 'HsvColor' ? hsvColor(rgba) : rgbColor(rgba);
  },
};

/** The color of a symbol. A color missing in the contract is black; a color missing in JSON isn't drawn. */
export const paint = (field = 'Color'): SpecialMember => ({
  fields: [field],
  write: (value) => (value[field] ? toColorBytes(value[field] as Value<'Color'>) : [0, 0, 0, 255]),
  read: (json, path) => ({ [field]: rgbColor(json === undefined ? [0, 0, 0, 0] : readBytes(json, path)) }),
});

export const rgbColor = ([Red, Green, Blue, AlphaValue]: Rgba): Value<'RgbColor'> => ({
  type: 'RgbColor',
  AlphaValue,
  Red,
  Green,
  Blue,
});

function toColorBytes(color: Value<'Color'>): Json {
  const [red, green, blue] = colorToRgba(color);
  return [red, green, blue, color.AlphaValue ?? 255];
}

/** Read a list of color bytes. Three numbers are an opaque color. */
function readBytes(json: unknown, path: string): Rgba {
  if (!Array.isArray(json) || json.length < 3 || json.length > 4)
    throw unexpectedValueFault(path, 'red, green, blue and alpha from 0 to 255', json);
  const [red, green, blue, alpha = 255] = json.map((part, i) => {
    const number = numberAt(part, `${path}[${i}]`, 'a number from 0 to 255');
    if (number >= 0 && number <= 255) return byte(number);
    throw unexpectedValueFault(`${path}[${i}]`, 'a number from 0 to 255', part);
  });
  return [red!, green!, blue!, alpha];
}

function hsvColor([red, green, blue, AlphaValue]: Rgba): Value<'HsvColor'> {
  const most = Math.max(red, green, blue);
  const span = most - Math.min(red, green, blue);
  const sixths =
    span === 0
      ? 0
      : most === red
        ? (green - blue) / span
        : most === green
          ? 2 + (blue - red) / span
          : 4 + (red - green) / span;
  return {
    type: 'HsvColor',
    AlphaValue,
    Hue: Math.round((sixths * 60 + 360) % 360),
    Saturation: most === 0 ? 0 : Math.round((100 * span) / most),
    Value: Math.round((100 * most) / 255),
  };
}

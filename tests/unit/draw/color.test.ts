import { expect, test } from 'vitest';
import type { Value } from '../../../sw/contract/index.ts';
import { colorToRgba } from '../../../sw/contract/rgba.ts';
import { adjustColor, toCssColor } from '../../../sw/draw/symbol/color.ts';

const none = { Overprint: false, IsSpot: false, SpotDescription: '', SpotPercent: 0 };

test.each<[string, Value<'Color'>, readonly number[]]>([
  ['RGB', { type: 'RgbColor', Red: 1, Green: 2, Blue: 3 }, [1, 2, 3, 1]],
  ['grey, half transparent', { type: 'GrayColor', GrayLevel: 128, AlphaValue: 51 }, [128, 128, 128, 0.2]],
  ['CMYK without ink', { type: 'CmykColor', Cyan: 0, Magenta: 0, Yellow: 0, Black: 0, ...none }, [255, 255, 255, 1]],
  ['CMYK red', { type: 'CmykColor', Cyan: 0, Magenta: 255, Yellow: 255, Black: 0, ...none }, [255, 0, 0, 1]],
  ['HSV green', { type: 'HsvColor', Hue: 120, Saturation: 100, Value: 100 }, [0, 255, 0, 1]],
  ['HSV with a hue below zero', { type: 'HsvColor', Hue: -120, Saturation: 100, Value: 50 }, [0, 0, 128, 1]],
  ['HLS blue', { type: 'HlsColor', Hue: 240, Lightness: 50, Saturation: 100 }, [0, 0, 255, 1]],
  ['HLS white', { type: 'HlsColor', Hue: 7, Lightness: 100, Saturation: 40 }, [255, 255, 255, 1]],
])('%s', (_, color, rgba) => {
  expect(colorToRgba(color)).toEqual(rgba);
});

test('brightness and contrast leave a colour alone at zero, and end at white, black and grey', () => {
  expect(adjustColor([10, 20, 30, 0.5], 0, 0)).toEqual([10, 20, 30, 0.5]);
  expect(adjustColor([10, 20, 30, 1], 100, 0)).toEqual([255, 255, 255, 1]);
  expect(adjustColor([10, 20, 30, 1], -100, 0)).toEqual([0, 0, 0, 1]);
  expect(adjustColor([10, 200, 30, 1], 0, -100)).toEqual([128, 128, 128, 1]);
});

test('CSS keeps the alpha', () => {
  expect(toCssColor([1, 2, 3, 1])).toBe('rgb(1 2 3)');
  expect(toCssColor([1, 2, 3, 0.25])).toBe('rgb(1 2 3 / 0.25)');
});

test('a colour of no model is refused', () => {
  expect(() => colorToRgba({ type: 'Unknown' } as unknown as Value<'Color'>)).toThrow('found "Unknown"');
});

import { expect, test } from 'vitest';
import { paletteImage } from '../../../../sw/draw/image/palette.ts';
import { runAtOnce } from '../../../../sw/scheduler.ts';

function toRgba(count: number, color: (i: number) => readonly number[]): Uint8ClampedArray {
  return new Uint8ClampedArray(Array.from({ length: count }, (_, i) => color(i)).flat());
}

test('up to 256 colours stay exact, the transparent ones first', () => {
  const rgba = toRgba(1024, (i) => [i % 64, 2 * (i % 64), 255, i % 64 === 63 ? 0 : 255]);
  const { colors, index } = runAtOnce(paletteImage(rgba));
  expect(colors).toHaveLength(64);
  expect(colors[0]).toEqual([0, 0, 0, 0]);
  for (let i = 0; i < 1024; i++) if (i % 64 !== 63) expect(colors[index[i]!]).toEqual([i % 64, 2 * (i % 64), 255, 255]);
});

test('of more colours the large flat areas stay exact and shades stay near', () => {
  const sea = [214, 228, 238, 255];
  const rgba = toRgba(40_000, (i) => (i < 20_000 ? sea : [i % 251, (i * 7) % 241, (i * 13) % 239, 255]));
  const { colors, index } = runAtOnce(paletteImage(rgba));
  expect(colors.length).toBeLessThanOrEqual(256);
  expect(colors[index[0]!]).toEqual(sea);
  let sum = 0;
  for (let i = 20_000; i < 40_000; i++)
    for (let c = 0; c < 3; c++) sum += Math.abs(colors[index[i]!]![c]! - rgba[4 * i + c]!);
  expect(sum / 60_000).toBeLessThan(16);
});

test('opaque pixels stay opaque beside half transparent ones', () => {
  const rgba = toRgba(60_000, (i) => [i % 256, (i >> 3) % 256, (i * 5) % 256, i % 2 === 0 ? 255 : i % 256]);
  const { colors, index } = runAtOnce(paletteImage(rgba));
  expect(Array.from(index).every((color, i) => i % 2 === 1 || colors[color]![3] === 255)).toBe(true);
  const far = Array.from(index).filter((color, i) => Math.abs(colors[color]![3] - rgba[4 * i + 3]!) > 48);
  expect(far.length).toBeLessThan(600);
});

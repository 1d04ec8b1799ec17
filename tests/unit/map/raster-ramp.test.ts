import { expect, test } from 'vitest';
import {
  type ChosenRamp,
  rampIn,
  rampStops,
  sampleRamp,
  toColorRamp,
  valueRamps,
} from '../../../src/map/style/raster/raster-ramp.ts';
import { rampColors } from '../../../sw/draw/renderer/color-ramp.ts';

const moved: ChosenRamp = {
  ...{ name: undefined, isReversed: false },
  ...{ colors: ['#000000', '#ff0000', '#ffff00', '#ffffff'], stops: [0, 10, 73, 100] },
};

/** Interpolate a channel between the stops. */
function lineAt(stops: readonly number[], values: readonly number[], percent: number): number {
  const next = Math.max(
    1,
    stops.findIndex((stop) => stop >= percent),
  );
  const share = (percent - stops[next - 1]!) / (stops[next]! - stops[next - 1]!);
  return values[next - 1]! + share * (values[next]! - values[next - 1]!);
}

test('a ramp with moved stops is drawn along the lines between them', () => {
  const drawn = rampColors(toColorRamp(moved), 256);
  const channels = { Red: [0, 255, 255, 255], Green: [0, 0, 255, 255], Blue: [0, 0, 0, 255] } as const;
  for (const [name, values] of Object.entries(channels))
    for (const [i, color] of drawn.entries()) {
      const actual = color[name as keyof typeof channels];
      // A stop between two of the 256 colors is slightly flattened.
      expect(Math.abs(actual - lineAt(moved.stops!, values, (100 * i) / 255))).toBeLessThan(7);
    }
});

test('stops are found again in what is published, also of a ramp that is turned round', () => {
  expect(rampIn(toColorRamp(moved), false)).toEqual(moved);
  expect(rampIn(toColorRamp(moved), true)).toMatchObject({
    colors: moved.colors.toReversed(),
    stops: [0, 27, 90, 100],
  });
  for (const { name, colors } of valueRamps) {
    const stops = colors.map((_, i) => Math.round((100 * i ** 1.4) / (colors.length - 1) ** 1.4));
    const actual = rampIn(toColorRamp({ name, isReversed: false, colors, stops }), false);
    expect([actual.name, actual.stops]).toEqual([name, stops]);
  }
});

test('a ramp without moved stops has its colours alone', () => {
  const { stops: _, ...even } = moved;
  expect(toColorRamp(even)).toMatchObject({ Colors: { length: 4 } });
  expect(rampIn(toColorRamp(even), false)).toEqual(even);
  expect(rampStops({ ...even, colors: ['#000000', '#888888', '#ffffff'] })).toEqual([0, 50, 100]);
});

test('classes have the colours of the ramp where they are', () => {
  expect(sampleRamp(moved, 3)).toEqual(['#000000', '#ffa200', '#ffffff']);
  expect(sampleRamp({ ...moved, stops: [0, 50, 50, 100] }, 3)).toEqual(['#000000', '#ffff00', '#ffffff']);
});

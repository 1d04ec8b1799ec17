import type { Value } from '../../../../sw/contract/index.ts';
import { colorToRgba } from '../../../../sw/contract/rgba.ts';
import { color } from '../../../../sw/formats/reading/symbols.ts';
import { type Ramp, ramps } from '../ramps.ts';

/** A chosen ramp: one from the list, or the colors of a published style. */
export interface ChosenRamp {
  /** Name in the list; undefined for other colors. */
  readonly name: string | undefined;
  readonly isReversed: boolean;
  /** `#rrggbb` from the lowest value to the highest. */
  readonly colors: readonly string[];
  /** Positions in whole percents, ascending from 0 to 100, one per color. Omitted if evenly spaced. */
  readonly stops?: readonly number[];
}

/** The ramps for continuous values. */
export const valueRamps: readonly Ramp[] = [
  ...ramps.filter(({ kind }) => kind === 'heights'),
  ...ramps.filter(({ kind }) => kind === 'amounts' || kind === 'diverging'),
];

export const makeChosenRamp = ({ name, colors }: Ramp, isReversed: boolean): ChosenRamp => ({
  name,
  isReversed,
  colors: isReversed ? colors.toReversed() : colors,
});

/**
 * Write a ramp with all its colors, interpolated linearly in RGB. Preset ramps are evenly spaced, so a ramp with
 * stops is written as 101 colors, one per percent.
 */
export function toColorRamp(ramp: ChosenRamp): Value<'ColorRamp'> {
  const colors = ramp.stops ? Array.from({ length: 101 }, (_, percent) => colorAt(ramp, percent)) : ramp.colors;
  return { type: 'PresetColorRamp', Colors: colors.map((hex) => color(hex)) };
}

/** Read the ramp of a renderer. */
export function rampIn(ramp: Value<'ColorRamp'> | undefined, isInverted: boolean): ChosenRamp {
  const all = colorsIn(ramp);
  const { colors: rampColors, stops } = all.length === 101 ? stopsIn(all) : { colors: all, stops: undefined };
  const colors = isInverted ? rampColors.toReversed() : rampColors;
  const turned = isInverted ? stops?.map((percent) => 100 - percent).toReversed() : stops;
  const ownStops = turned ? { stops: turned } : {};
  for (const valueRamp of valueRamps) {
    for (const isReversed of [false, true]) {
      const chosen = makeChosenRamp(valueRamp, isReversed);
      if (chosen.colors.join() === colors.join()) return { ...chosen, ...ownStops };
    }
  }
  return { name: undefined, isReversed: false, colors, ...ownStops };
}

/** Return the positions of the colors of a ramp in whole percents. */
export const rampStops = ({ colors, stops }: ChosenRamp): readonly number[] =>
  stops ?? colors.map((_, i) => (100 * i) / (colors.length - 1));

/** Find the fewest stops whose linear interpolation reproduces the color at every whole percent. */
function stopsIn(all: readonly string[]): { colors: string[]; stops: number[] } {
  const last = all.length - 1;
  const channels = all.map((hex) => [color(hex).Red, color(hex).Green, color(hex).Blue]);
  const fewest: { count: number; before: number }[] = [{ count: 1, before: -1 }];
  for (let to = 1; to <= last; to++) {
    let best = { count: Number.POSITIVE_INFINITY, before: to - 1 };
    for (let from = 0; from < to; from++)
      if (fewest[from]!.count + 1 < best.count && isStraight(channels, from, to))
        best = { count: fewest[from]!.count + 1, before: from };
    fewest.push(best);
  }
  const stops: number[] = [];
  for (let index = last; index >= 0; index = fewest[index]!.before) stops.unshift(index);
  return { colors: stops.map((index) => all[index]!), stops };
}

function isStraight(channels: readonly (readonly number[])[], from: number, to: number): boolean {
  const [first, last] = [channels[from]!, channels[to]!];
  for (let index = from + 1; index < to; index++) {
    const share = (index - from) / (to - from);
    for (let i = 0; i < 3; i++)
      if (Math.round(first[i]! + (last[i]! - first[i]!) * share) !== channels[index]![i]) return false;
  }
  return true;
}

/** Return the colors of a preset, algorithmic or multipart ramp; black and white for other kinds. */
function colorsIn(ramp: Value<'ColorRamp'> | undefined): string[] {
  if (ramp?.type === 'PresetColorRamp' && ramp.Colors && ramp.Colors.length > 1) return ramp.Colors.map(colorToHex);
  if (ramp?.type === 'AlgorithmicColorRamp' && ramp.FromColor && ramp.ToColor)
    return [colorToHex(ramp.FromColor), colorToHex(ramp.ToColor)];
  if (ramp?.type === 'MultiPartColorRamp') {
    const parts = (ramp.ColorRamps ?? []).map(colorsIn);
    return parts.flatMap((part, i) => (i === 0 ? part : part.slice(1)));
  }
  return ['#000000', '#ffffff'];
}

/** Sample colors for classes, from the lowest to the highest. */
export const sampleRamp = (ramp: ChosenRamp, count: number): string[] =>
  Array.from({ length: count }, (_, i) => colorAt(ramp, count === 1 ? 50 : (100 * i) / (count - 1)));

/** Return the color at a position in percent. */
function colorAt(ramp: ChosenRamp, percent: number): string {
  const { colors } = ramp;
  const stops = rampStops(ramp);
  // If two stops have the same position, the later one applies.
  const next = stops.findIndex((stop) => stop > percent);
  if (next <= 0) return colors.at(next)!;
  const [from, to] = [stops[next - 1]!, stops[next]!];
  return mixColors(colors[next - 1]!, colors[next]!, (percent - from) / (to - from));
}

function mixColors(a: string, b: string, share: number): string {
  const [from, to] = [color(a), color(b)];
  const part = (x: number, y: number) =>
    Math.round(x + (y - x) * share)
      .toString(16)
      .padStart(2, '0');
  return `#${part(from.Red, to.Red)}${part(from.Green, to.Green)}${part(from.Blue, to.Blue)}`;
}

/** Return a CSS background. */
export const gradient = (colors: readonly string[], stops?: readonly number[]): string =>
  `linear-gradient(90deg, ${colors.map((hex, i) => (stops ? `${hex} ${stops[i]}%` : hex)).join(', ')})`;

/** Write a color as `#rrggbb`, also from other color models such as those of old styles. */
export function colorToHex(value: Value<'Color'>): string {
  const [red, green, blue] = colorToRgba(value);
  return `#${[red, green, blue].map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}

import type { Value } from '../../../../sw/contract/index.ts';
import { rgbaOf } from '../../../../sw/contract/rgba.ts';
import { color } from '../../../publisher/symbols.ts';
import { type Ramp, ramps } from '../ramps.ts';

/** A ramp as it is chosen: one of the list, or the colours that a published style has. */
export interface ChosenRamp {
  /** Of the list; undefined for other colours. */
  readonly name: string | undefined;
  readonly isReversed: boolean;
  /** `#rrggbb`, evenly spaced from the lowest value to the highest. */
  readonly colors: readonly string[];
}

/** The ramps for values that run from low to high. */
export const valueRamps: readonly Ramp[] = [
  ...ramps.filter(({ kind }) => kind === 'heights'),
  ...ramps.filter(({ kind }) => kind === 'amounts' || kind === 'diverging'),
];

export const chosenRamp = ({ name, colors }: Ramp, isReversed: boolean): ChosenRamp => ({
  name,
  isReversed,
  colors: isReversed ? colors.toReversed() : colors,
});

/** Write a ramp with all its colours as they are, straight lines of red, green and blue between them. */
export const rampOf = ({ colors }: ChosenRamp): Value<'ColorRamp'> => ({
  type: 'PresetColorRamp',
  Colors: colors.map((hex) => color(hex)),
});

/** Find the ramp that a renderer has. */
export function rampIn(ramp: Value<'ColorRamp'> | undefined, isInverted: boolean): ChosenRamp {
  const given = colorsIn(ramp);
  const colors = isInverted ? given.toReversed() : given;
  for (const one of valueRamps) {
    for (const isReversed of [false, true]) {
      const chosen = chosenRamp(one, isReversed);
      if (chosen.colors.join() === colors.join()) return chosen;
    }
  }
  return { name: undefined, isReversed: false, colors };
}

/** The colours of a ramp that are known without mixing them. */
function colorsIn(ramp: Value<'ColorRamp'> | undefined): string[] {
  if (ramp?.type === 'PresetColorRamp' && ramp.Colors && ramp.Colors.length > 1) return ramp.Colors.map(hexOf);
  if (ramp?.type === 'AlgorithmicColorRamp' && ramp.FromColor && ramp.ToColor)
    return [hexOf(ramp.FromColor), hexOf(ramp.ToColor)];
  if (ramp?.type === 'MultiPartColorRamp') {
    const parts = (ramp.ColorRamps ?? []).map(colorsIn);
    return parts.flatMap((part, i) => (i === 0 ? part : part.slice(1)));
  }
  return ['#000000', '#ffffff'];
}

/** Colours for classes, from the lowest to the highest. */
export function sampled({ colors }: ChosenRamp, count: number): string[] {
  return Array.from({ length: count }, (_, i) => {
    const at = count === 1 ? (colors.length - 1) / 2 : (i / (count - 1)) * (colors.length - 1);
    const first = Math.min(colors.length - 2, Math.floor(at));
    return mixed(colors[first]!, colors[first + 1]!, at - first);
  });
}

function mixed(a: string, b: string, share: number): string {
  const [from, to] = [color(a), color(b)];
  const part = (x: number, y: number) =>
    Math.round(x + (y - x) * share)
      .toString(16)
      .padStart(2, '0');
  return `#${part(from.Red, to.Red)}${part(from.Green, to.Green)}${part(from.Blue, to.Blue)}`;
}

export const gradient = (colors: readonly string[]): string => `linear-gradient(90deg, ${colors.join(', ')})`;

/** Colours of other models, as old styles have them, in hexadecimal digits. */
export function hexOf(given: Value<'Color'>): string {
  const [red, green, blue] = rgbaOf(given);
  return `#${[red, green, blue].map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}

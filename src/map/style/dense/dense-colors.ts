import type { Rgba } from '../../../../sw/contract/rgba.ts';
import { color } from '../../../../sw/formats/reading/symbols.ts';
import type { HeatMap } from '../../../../sw/service/feature-reduction.ts';
import { type Ramp, ramps } from '../ramps.ts';
import { type ChosenRamp, makeChosenRamp } from '../raster/raster-ramp.ts';

/** Ramps for heat maps. Those whose ends contrast with light and dark backgrounds come first. */
export const heatRamps: readonly Ramp[] = [
  { name: 'Glow', kind: 'amounts', colors: ['#5b2a86', '#a4307c', '#dd4f5d', '#f98e42', '#fdd067', '#fff6cf'] },
  { name: 'Lagoon', kind: 'amounts', colors: ['#1f4e8c', '#1b86a8', '#2fb9a3', '#8ddc8b', '#f0f6a8'] },
  ...ramps.filter(({ name }) => ['Viridis', 'Magma', 'Cividis', 'Ember', 'Sea', 'Heather'].includes(name)),
];
export const binRamps: readonly Ramp[] = ramps.filter(({ kind }) => kind === 'amounts' || kind === 'diverging');

/** Share of the densities that fades into the background. */
const fadedUntil = 0.08;

/** Spread the colors of a ramp over densities, beginning with a transparent stop. */
export function heatStops(colors: readonly string[]): HeatMap['stops'] {
  const last = colors.length - 1;
  const shares = colors.map((_, i) => i / last);
  return [
    { ratio: 0, color: rgba(colors[0]!, 0) },
    ...shares.map((share, i) => ({
      ratio: fadedUntil + (1 - fadedUntil) * share,
      color: rgba(colors[i]!, Math.min(1, 0.65 + 0.5 * share)),
    })),
  ];
}

/** Return the colors of a heat map, without its transparent start. */
export const colorsOfStops = (stops: HeatMap['stops']): string[] =>
  stops.filter(({ color: [, , , alpha] }) => alpha > 0).map(({ color: of }) => rgbaToHex(of));

export function rgba(hex: string, alpha = 1): Rgba {
  const { Red, Green, Blue } = color(hex);
  return [Red, Green, Blue, alpha];
}

export const rgbaToHex = ([red, green, blue]: Rgba): string =>
  `#${[red, green, blue].map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

/**
 * Find the ramp that colors were sampled from. A ramp without a name is returned for other colors.
 *
 * @param colors evenly spaced, at most as many as the ramp has
 */
export function rampAmong(list: readonly Ramp[], colors: readonly string[], sample: Sample): ChosenRamp {
  for (const candidate of list)
    for (const isReversed of [false, true]) {
      const chosen = makeChosenRamp(candidate, isReversed);
      if (sample(chosen, colors.length).join() === colors.join()) return chosen;
    }
  return { name: undefined, isReversed: false, colors };
}

type Sample = (ramp: ChosenRamp, count: number) => readonly string[];
export const asIs: Sample = ({ colors }) => colors;

import type { Rgba } from '../../contract/rgba.ts';
import { firstFrom } from '../../geometry/first-from.ts';
import type { Bins } from '../../service/feature-reduction.ts';
import { quantile } from './cell-sample.ts';

/** Color classes of bins by their values. */
export interface BinClasses {
  readonly colors: readonly Rgba[];
  /** Maximum of each class, ascending. The last one is Infinity if the classes come from the data. */
  readonly maxima: Float64Array;
  /** Legend entries, ascending: the classes, or the stops of the ramp. */
  readonly marks: readonly { readonly color: Rgba; readonly from: number; readonly to: number }[];
}

/** Number of colors that approximate a ramp. */
const rampSteps = 64;

/**
 * Make the color classes of bins.
 *
 * @param values values of all bins of the layer, ascending. If the style has no class limits, each class and each
 *   section of a ramp covers an equal share of these values.
 */
export function binClasses({ isClassed, colors, values: classValues }: Bins, values: Float64Array): BinClasses {
  return isClassed ? makeClasses(colors, classValues, values) : makeRamp(colors, classValues, values);
}

function makeClasses(
  colors: readonly Rgba[],
  classValues: readonly number[] | undefined,
  values: Float64Array,
): BinClasses {
  const lowest = values[0] ?? 0;
  const maxima = [...new Set(classValues ?? colors.map((_, i) => quantile(values, (i + 1) / colors.length)))];
  const spread = classValues
    ? colors
    : maxima.map((_, i) => colorOnRamp(colors, maxima.length < 2 ? 1 : i / (maxima.length - 1)));
  return {
    colors: spread,
    maxima: Float64Array.from(maxima, (value, i) => (!classValues && i === maxima.length - 1 ? Infinity : value)),
    marks: maxima.map((to, i) => ({ color: spread[i]!, from: i === 0 ? Math.min(lowest, to) : maxima[i - 1]!, to })),
  };
}

function makeRamp(
  colors: readonly Rgba[],
  stopValues: readonly number[] | undefined,
  values: Float64Array,
): BinClasses {
  const stops = stopValues ?? colors.map((_, i) => quantile(values, i / Math.max(1, colors.length - 1)));
  const maxima: number[] = [];
  const steps: Rgba[] = [];
  const each = Math.max(1, Math.floor(rampSteps / Math.max(1, stops.length - 1)));
  for (let i = 0; i + 1 < stops.length; i++) {
    const [from, to] = [stops[i]!, stops[i + 1]!];
    if (!(to > from)) continue;
    for (let step = 0; step < each; step++) {
      maxima.push(from + ((to - from) * (step + 1)) / each);
      steps.push(mixRgba(colors[i]!, colors[i + 1]!, (step + 0.5) / each));
    }
  }
  maxima.push(Infinity);
  steps.push(colors.at(-1)!);
  const marks = stops.map((value, i) => ({ color: colors[i]!, from: value, to: value }));
  return {
    colors: steps,
    maxima: Float64Array.from(maxima),
    marks: marks.filter(({ to }, i) => i === marks.length - 1 || to !== marks[i + 1]!.to),
  };
}

/** Return the class of a value; -1 for NaN and for values above the last maximum. */
export const findBinClass = (maxima: Float64Array, value: number): number =>
  value <= maxima[maxima.length - 1]! ? firstFrom(maxima, value) : -1;

/** Interpolate a list of colors at `share`, 0 to 1. */
function colorOnRamp(colors: readonly Rgba[], share: number): Rgba {
  const position = share * (colors.length - 1);
  const first = Math.min(colors.length - 1, Math.floor(position));
  return mixRgba(colors[first]!, colors[Math.min(colors.length - 1, first + 1)]!, position - first);
}

/** Mix two colors. @param share share of the second color, 0 to 1 */
export function mixRgba(a: Rgba, b: Rgba, share: number): Rgba {
  const part = (i: 0 | 1 | 2) => Math.round(a[i] + (b[i] - a[i]) * share);
  return [part(0), part(1), part(2), a[3] + (b[3] - a[3]) * share];
}

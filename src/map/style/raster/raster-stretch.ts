import type { Value } from '../../../../sw/contract/index.ts';
import { clipRange, deviationRange } from '../../../../sw/service/raster-histogram.ts';
import { type Histogram, roundToRange } from './histogram-math.ts';

export type StretchMethod = 'none' | 'range' | 'percent' | 'deviations' | 'equalize' | 'manual';
type StretchRenderer = Value<'RasterStretchRenderer'>;

/** How the values of a band are mapped to colors. */
export interface Stretch {
  readonly method: StretchMethod;
  /** Percent of the pixels clipped at each end. */
  readonly percent: number;
  readonly deviations: number;
  /** Values at the ends of the ramp. */
  readonly range: readonly [number, number];
}

/** Choices for the share of clipped pixels, in percent. The first is the default of a stretch without a range. */
export const percents = [0.25, 0.5, 1, 2, 5, 10];
export const deviationCounts = [1, 1.5, 2, 2.5, 3];

const stretchTypes: Readonly<Record<StretchMethod, string>> = {
  none: 'esriRasterStretch_NONE',
  range: 'esriRasterStretch_MinimumMaximum',
  percent: 'esriRasterStretch_PercentMinimumMaximum',
  deviations: 'esriRasterStretch_StandardDeviations',
  equalize: 'esriRasterStretch_HistogramEqualize',
  manual: 'esriRasterStretch_Custom',
};

/** Return the method for a stretch type of the contract. Like in the worker, bytes without a type aren't stretched. */
export function stretchMethod(type: string | undefined, isByte: boolean): StretchMethod {
  if (!type) return isByte ? 'none' : 'range';
  const name = type.replace(/^.*_/, '').toLowerCase();
  if (/^(none|default)/.test(name)) return 'none';
  if (/^standard/.test(name)) return 'deviations';
  if (/equali/.test(name)) return 'equalize';
  if (/^percent/.test(name)) return 'percent';
  return name === 'custom' ? 'manual' : 'range';
}

/** Compute the range of a method from the values of a band. */
function rangeFor(method: StretchMethod, histogram: Histogram, percent: number, deviations: number): [number, number] {
  const { min, max } = histogram;
  const counts = Float64Array.from(histogram.counts);
  const [low, high] =
    method === 'percent'
      ? clipRange({ ...histogram, counts }, percent / 100)
      : method === 'deviations'
        ? deviationRange(histogram, deviations)
        : method === 'none'
          ? [0, 255]
          : [min, max];
  return method === 'range' ? [low, high] : [roundToRange(low, [min, max]), roundToRange(high, [min, max])];
}

/** Read how a renderer stretches a band. */
export function readStretch(renderer: StretchRenderer, histogram: Histogram, isByte: boolean): Stretch {
  const { UseCustomMinMax, CustomMin = histogram.min, CustomMax = histogram.max, StandardDeviations } = renderer;
  const deviations = StandardDeviations ?? 2;
  const named = stretchMethod(renderer.StretchType, isByte);
  if (!UseCustomMinMax)
    return {
      method: named,
      percent: percents[0]!,
      deviations,
      range: rangeFor(named, histogram, percents[0]!, deviations),
    };
  const range = [CustomMin, CustomMax] as const;
  const isNamed = named === 'percent' || named === 'deviations' || named === 'range';
  return { method: isNamed ? named : 'manual', percent: nearestPercent(histogram, range), deviations, range };
}

/** Renderers store the range and not the percent, so return the percent whose range is nearest. */
function nearestPercent(histogram: Histogram, [low, high]: readonly [number, number]): number {
  const rangeDistance = (percent: number): number => {
    const [first, last] = rangeFor('percent', histogram, percent, 0);
    return Math.abs(first - low) + Math.abs(last - high);
  };
  return percents.reduce((best, percent) => (rangeDistance(percent) < rangeDistance(best) ? percent : best));
}

/** Set the stretch of a renderer. The range is stored as numbers, so all clients draw the same image. */
export function withStretch(
  renderer: StretchRenderer,
  { method, percent, deviations, range }: Stretch,
  histogram: Histogram,
): StretchRenderer {
  const hasRange = method !== 'none' && method !== 'equalize';
  const [CustomMin, CustomMax] = method === 'manual' ? range : rangeFor(method, histogram, percent, deviations);
  return {
    ...renderer,
    StretchType: stretchTypes[method],
    StandardDeviations: method === 'deviations' ? deviations : renderer.StandardDeviations,
    UseCustomMinMax: hasRange && CustomMin < CustomMax,
    CustomMin: hasRange ? CustomMin : undefined,
    CustomMax: hasRange ? CustomMax : undefined,
  };
}

/** Return the stretch type for three bands, which have no ranges. */
export const compositeStretch = (method: StretchMethod): string => stretchTypes[method];

import type { Value } from '../../../../sw/contract/index.ts';
import { color } from '../../../../sw/formats/reading/symbols.ts';
import { naturalBreaks } from '../../../../sw/rows/classify/natural-breaks.ts';
import { formatNumber } from '../../../text/format.ts';
import { type Histogram, histogramQuantile, roundToRange, valueOfBin } from './histogram-math.ts';

export type ClassMethod = 'equal' | 'quantile' | 'natural' | 'manual';
type ClassRenderer = Value<'RasterClassifyRenderer'>;
type LegendClass = Value<'LegendClass'>;

/** Size of the sample that natural breaks are computed from. It has about the same distribution as the values. */
const sampleSize = 2000;

/** Classify the values of a band. Return `count + 1` ascending breaks, or fewer if there are few different values. */
export function computeBreaks(method: Exclude<ClassMethod, 'manual'>, count: number, histogram: Histogram): number[] {
  const { min, max } = histogram;
  const inner =
    method === 'natural'
      ? naturalTops(count, histogram)
      : Array.from({ length: count - 1 }, (_, i) =>
          method === 'equal' ? min + ((i + 1) * (max - min)) / count : histogramQuantile(histogram, (i + 1) / count),
        );
  const between = inner.map((value) => roundToRange(value, [min, max])).filter((value) => value > min && value < max);
  return [min, ...new Set(between), max];
}

function naturalTops(count: number, histogram: Histogram): number[] {
  const { counts, total } = histogram;
  const sample: number[] = [];
  let [below, taken] = [0, 0];
  for (const [bin, inBin] of counts.entries()) {
    below += inBin;
    const upTo = inBin > 0 ? Math.max(taken + 1, Math.round((below / total) * sampleSize)) : taken;
    for (; taken < upTo; taken++) sample.push(valueOfBin(histogram, bin));
  }
  const steps = naturalBreaks(Float64Array.from(sample), count);
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value.slice(0, -1);
}

/** Return the breaks of a renderer, including the lower bound of its first class. */
export function breaksIn({ ArrayOfBreak = [], LegendGroups = [] }: ClassRenderer, { min }: Histogram): number[] {
  const count = LegendGroups.reduce((sum, { LegendClasses = [] }) => sum + LegendClasses.length, 0);
  return ArrayOfBreak.length === count && count > 0
    ? [Math.min(min, ArrayOfBreak[0]!), ...ArrayOfBreak]
    : [...ArrayOfBreak];
}

/** Return the method that gives these breaks; `manual` if none does. */
export function methodOfBreaks(breaks: readonly number[], histogram: Histogram): ClassMethod {
  const methods = ['equal', 'quantile', 'natural'] as const;
  return (
    methods.find((method) => computeBreaks(method, breaks.length - 1, histogram).join() === breaks.join()) ?? 'manual'
  );
}

export const classesIn = ({ LegendGroups = [] }: ClassRenderer | Value<'RasterUniqueValueRenderer'>): LegendClass[] =>
  LegendGroups.flatMap(({ LegendClasses = [] }) => LegendClasses);

const rangeLabel = (low: number, high: number): string => `${formatNumber(low)} – ${formatNumber(high)}`;

export const legendClass = (Label: string, hex: string): LegendClass => ({
  Symbol: { type: 'SimpleFillSymbol', Color: color(hex), Style: 'gisSFSSolid' },
  Label,
  Description: '',
});

export const legendGroups = (LegendClasses: LegendClass[]): Value<'LegendGroup'>[] => [
  { Visible: true, Editable: true, Heading: '', LegendClasses },
];

/** Set the breaks and colors of classes, both from the lowest to the highest. */
export function withBreaks(
  renderer: ClassRenderer,
  breaks: readonly number[],
  colors: readonly string[],
): ClassRenderer {
  const classes = breaks.slice(1).map((high, i) => legendClass(rangeLabel(breaks[i]!, high), colors[i]!));
  return withClasses(renderer, breaks, classes);
}

/** Move one break. Labels that show the range are updated; labels written by the user stay. */
export function withBreak(
  renderer: ClassRenderer,
  breaks: readonly number[],
  index: number,
  value: number,
): ClassRenderer {
  const moved = breaks.with(index, value);
  const classes = classesIn(renderer).map((entry, i) => {
    const isRange = entry.Label === rangeLabel(breaks[i]!, breaks[i + 1]!);
    return isRange ? { ...entry, Label: rangeLabel(moved[i]!, moved[i + 1]!) } : entry;
  });
  return withClasses(renderer, moved, classes);
}

const withClasses = (renderer: ClassRenderer, breaks: readonly number[], classes: LegendClass[]): ClassRenderer => ({
  ...renderer,
  ArrayOfBreak: [...breaks],
  BreakSize: breaks.length,
  LegendGroupsCount: 1,
  LegendGroups: legendGroups(classes),
});

/** Return the distinct values of an integer band; undefined if there are too many. */
export function distinctValues(histogram: Histogram, isWhole: boolean, most = 64): number[] | undefined {
  const { low, high, counts } = histogram;
  if (!isWhole || high - low >= counts.length) return undefined;
  const values = counts.flatMap((count, bin) => (count > 0 ? [Math.round(valueOfBin(histogram, bin))] : []));
  return values.length <= most ? values : undefined;
}

import type { Value } from '../../../../sw/contract/index.ts';
import { color } from '../../../../sw/formats/reading/symbols.ts';
import { naturalBreaks } from '../../../../sw/rows/classify/natural-breaks.ts';
import { formatNumber } from '../../../text/format.ts';
import { type Histogram, quantileOf, rounded, valueOfBin } from './histogram-math.ts';

export type ClassMethod = 'equal' | 'quantile' | 'natural' | 'manual';
type ClassRenderer = Value<'RasterClassifyRenderer'>;
type LegendClass = Value<'LegendClass'>;

/** Natural breaks are sought in so many values, which have the shares of all. */
const sampleSize = 2000;

/** Cut the values of a band into classes: `count + 1` ascending breaks, fewer where values are few. */
export function breaksOf(method: Exclude<ClassMethod, 'manual'>, count: number, histogram: Histogram): number[] {
  const { min, max } = histogram;
  const inner =
    method === 'natural'
      ? naturalTops(count, histogram)
      : Array.from({ length: count - 1 }, (_, i) =>
          method === 'equal' ? min + ((i + 1) * (max - min)) / count : quantileOf(histogram, (i + 1) / count),
        );
  const between = inner.map((value) => rounded(value, [min, max])).filter((value) => value > min && value < max);
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

/** The breaks of a renderer, with the lowest value of its first class. */
export function breaksIn({ ArrayOfBreak = [], LegendGroups = [] }: ClassRenderer, { min }: Histogram): number[] {
  const count = LegendGroups.reduce((sum, { LegendClasses = [] }) => sum + LegendClasses.length, 0);
  return ArrayOfBreak.length === count && count > 0
    ? [Math.min(min, ArrayOfBreak[0]!), ...ArrayOfBreak]
    : [...ArrayOfBreak];
}

/** How breaks were found, as far as they tell. */
export function methodOfBreaks(breaks: readonly number[], histogram: Histogram): ClassMethod {
  const methods = ['equal', 'quantile', 'natural'] as const;
  return methods.find((method) => breaksOf(method, breaks.length - 1, histogram).join() === breaks.join()) ?? 'manual';
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

/** Draw classes between breaks in colours from the lowest to the highest. */
export function withBreaks(
  renderer: ClassRenderer,
  breaks: readonly number[],
  colors: readonly string[],
): ClassRenderer {
  const classes = breaks.slice(1).map((high, i) => legendClass(rangeLabel(breaks[i]!, high), colors[i]!));
  return withClasses(renderer, breaks, classes);
}

/** Move one break; a label that said the range says the new one, and one that a person wrote stays. */
export function withBreak(
  renderer: ClassRenderer,
  breaks: readonly number[],
  at: number,
  value: number,
): ClassRenderer {
  const moved = breaks.with(at, value);
  const classes = classesIn(renderer).map((one, i) => {
    const isRange = one.Label === rangeLabel(breaks[i]!, breaks[i + 1]!);
    return isRange ? { ...one, Label: rangeLabel(moved[i]!, moved[i + 1]!) } : one;
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

/** List the different values of a band of whole numbers; undefined when they are too many. */
export function distinctValues(histogram: Histogram, isWhole: boolean, most = 64): number[] | undefined {
  const { low, high, counts } = histogram;
  if (!isWhole || high - low >= counts.length) return undefined;
  const values = counts.flatMap((count, bin) => (count > 0 ? [Math.round(valueOfBin(histogram, bin))] : []));
  return values.length <= most ? values : undefined;
}

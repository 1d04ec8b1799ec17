import type { RasterSummary } from '../../../../sw/service/raster-summary.ts';

export type Histogram = RasterSummary['histogram'];

/** Maximum number of bars in the drawn histogram. */
const bars = 96;
/** Share of the pixels that is left out at each end of the drawn range. */
const rareShare = 0.0005;

/** Return the value at the center of a bin. */
export const valueOfBin = ({ low, high, counts }: Histogram, bin: number): number =>
  counts.length > 1 ? low + (bin * (high - low)) / (counts.length - 1) : low;

/** Return the value below which a share of the pixels is, interpolated linearly between bins. */
export function histogramQuantile(histogram: Histogram, share: number): number {
  const { counts, total, low, high, min, max } = histogram;
  const step = (high - low) / Math.max(1, counts.length - 1);
  const targetCount = share * total;
  let below = 0;
  for (let bin = 0; bin < counts.length; bin++) {
    const count = counts[bin]!;
    if (count > 0 && below + count >= targetCount)
      return clamp(valueOfBin(histogram, bin) + ((targetCount - below) / count - 0.5) * step, min, max);
    below += count;
  }
  return max;
}

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));

/** Return the range of values to draw: most of the pixels, and all chosen values. */
export function chooseShownRange(histogram: Histogram, chosen: readonly number[]): readonly [number, number] {
  const { min, max } = histogram;
  const [first, last] = [histogramQuantile(histogram, rareShare), histogramQuantile(histogram, 1 - rareShare)];
  const aside = (last - first) * 0.08;
  const low = Math.min(Math.max(min, first - aside), ...chosen.map((value) => Math.max(min, value)));
  const high = Math.max(Math.min(max, last + aside), ...chosen.map((value) => Math.min(max, value)));
  return high > low ? [low, high] : [low - 0.5, low + 0.5];
}

/** Return bar heights from 0 to 1 over a range of values. They are square roots, so that rare values stay visible. */
export function barHeights(histogram: Histogram, [low, high]: readonly [number, number]): number[] {
  const { counts } = histogram;
  const binWidth = (histogram.high - histogram.low) / Math.max(1, counts.length - 1);
  const count = Math.max(1, Math.min(bars, Math.ceil((high - low) / (binWidth || 1)) + 1));
  const sums = new Array<number>(count).fill(0);
  for (let bin = 0; bin < counts.length; bin++) {
    const index = Math.floor(((valueOfBin(histogram, bin) - low) / (high - low)) * count);
    const bar = index === count ? count - 1 : index;
    if (bar >= 0 && bar < count) sums[bar]! += counts[bin]!;
  }
  const most = Math.max(1, ...sums);
  return sums.map((sum) => Math.sqrt(sum / most));
}

/** Round a value to four significant digits of the width of a range. */
export function roundToRange(value: number, [low, high]: readonly [number, number]): number {
  const digits = Math.min(12, Math.max(0, 3 - Math.floor(Math.log10(high - low || 1))));
  return Number(value.toFixed(digits));
}

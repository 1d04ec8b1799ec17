import type { Scheduler } from '../scheduler.ts';
import type { RasterHistogram, RasterManifest } from './definition.ts';
import { emptySamples } from './no-data.ts';
import type { DecodeImage, Raster } from './raster-source.ts';

export type BandStatistics = RasterManifest['statistics'][number];

/** Value counts of a band: bin i is centered on `low + i * (high - low) / (counts.length - 1)`. */
export interface BandHistogram {
  readonly low: number;
  readonly high: number;
  readonly counts: Float64Array;
  readonly total: number;
}

const bins = 1024;
/**
 * Minimum number of pixels counted for drawing. The histogram doesn't depend on the image, so neighboring images match.
 */
const defaultMinPixels = 65536;

const cached = new WeakMap<Raster, Map<number, Promise<BandHistogram>>>();

/**
 * Return the manifest's histogram of a band; if there is none, count the values on the coarsest overview with enough
 * pixels.
 */
export function bandHistogram(raster: Raster, band: number, decode: DecodeImage | undefined): Promise<BandHistogram> {
  const bands = cached.get(raster) ?? new Map<number, Promise<BandHistogram>>();
  cached.set(raster, bands);
  let histogram = bands.get(band);
  if (!histogram) {
    const stored = raster.manifest.histograms?.find((candidate) => candidate.band === band);
    histogram = stored
      ? withTotal(stored)
      : count(raster, band, raster.manifest.statistics[band]!, { decode, enoughPixels: defaultMinPixels });
    // The next image counts again; this image gets the error.
    histogram.catch(() => bands.delete(band));
    bands.set(band, histogram);
  }
  return histogram;
}

const withTotal = async ({ low, high, counts }: RasterHistogram): Promise<BandHistogram> => ({
  ...{ low, high, counts: Float64Array.from(counts) },
  total: counts.reduce((sum, value) => sum + value, 0),
});

interface Counting {
  readonly decode: DecodeImage | undefined;
  /** The coarsest overview with at least this many pixels is counted. */
  readonly enoughPixels: number;
  /** Values that mean no data, in addition to the manifest's. */
  readonly noDataValues?: readonly number[] | undefined;
  readonly scheduler?: Scheduler | undefined;
}

/**
 * Count the values of a band and compute its statistics, as exactly as the number of pixels allows.
 *
 * @returns statistics from the manifest, unless additional values mean no data
 * @throws {Fault} as `Raster.tile`
 */
export async function exactHistogram(
  raster: Raster,
  band: number,
  counting: Counting,
): Promise<{ readonly histogram: BandHistogram; readonly statistics: BandStatistics }> {
  const hasManifestNoData =
    emptySamples(raster.manifest, counting.noDataValues).size === emptySamples(raster.manifest).size;
  const statistics = hasManifestNoData
    ? raster.manifest.statistics[band]!
    : await rasterStatistics(raster, band, counting);
  return { statistics, histogram: await count(raster, band, statistics, counting) };
}

async function count(
  raster: Raster,
  band: number,
  { min, max }: BandStatistics,
  counting: Counting,
): Promise<BandHistogram> {
  const isByte = raster.manifest.sampleType === 'u8';
  const low = isByte ? 0 : min;
  const high = isByte ? 255 : max;
  const counts = new Float64Array(isByte ? 256 : bins);
  const scale = high > low ? (counts.length - 1) / (high - low) : 0;
  let total = 0;
  await eachValue(raster, band, counting, (value) => {
    const bin = Math.round((value - low) * scale);
    counts[bin < 0 ? 0 : bin >= counts.length ? counts.length - 1 : bin]!++;
    total++;
  });
  return { low, high, counts, total };
}

/**
 * Compute minimum, maximum, mean and standard deviation (Welford 1962); zeros if there are no values.
 *
 * @throws {Fault} as `Raster.tile`
 */
export async function rasterStatistics(raster: Raster, band: number, counting: Counting): Promise<BandStatistics> {
  let [min, max, mean, squares, total] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0, 0, 0];
  await eachValue(raster, band, counting, (value) => {
    total++;
    if (value < min) min = value;
    if (value > max) max = value;
    const step = value - mean;
    mean += step / total;
    squares += step * (value - mean);
  });
  return total === 0 ? { min: 0, max: 0, mean: 0, stdDev: 0 } : { min, max, mean, stdDev: Math.sqrt(squares / total) };
}

async function eachValue(
  raster: Raster,
  band: number,
  { decode, enoughPixels, noDataValues = [], scheduler }: Counting,
  onValue: (value: number) => void,
): Promise<void> {
  const { levels, tileSizePx } = raster.manifest;
  const empty = emptySamples(raster.manifest, noDataValues);
  const [only] = empty.size === 1 ? empty : [];
  let level = levels.length - 1;
  while (level > 0 && levels[level]!.widthPx * levels[level]!.heightPx < enoughPixels) level--;
  const { widthPx, heightPx } = levels[level]!;
  const [across, down] = [Math.ceil(widthPx / tileSizePx), Math.ceil(heightPx / tileSizePx)];
  const indices = raster.manifest.remote
    ? spreadIndexes(across * down)
    : Array.from({ length: across * down }, (_, i) => i);
  const tiles = indices.map((index) => [index % across, Math.floor(index / across)] as const);
  await raster.readAhead?.(level, tiles);
  for (const [column, row] of tiles) {
    const { samples, bandStride, pixelStride, ...tile } = await raster.tile(level, column, row, decode);
    const end = band * bandStride + tile.widthPx * tile.heightPx * pixelStride;
    for (let index = band * bandStride; index < end; index += pixelStride) {
      const value = samples[index]!;
      if (value === only || !Number.isFinite(value) || (empty.size > 1 && empty.has(value))) continue;
      onValue(value);
    }
    const waiting = scheduler?.yieldIfDue();
    if (waiting) await waiting;
  }
}

/** Maximum number of tiles sampled from a level of a remote raster. */
const maxRemoteTiles = 12;

/**
 * Return tile indices, at most `maxRemoteTiles` of them, spread evenly. Steps of the golden ratio avoid sampling a
 * column twice as often as another.
 */
function spreadIndexes(count: number): number[] {
  if (count <= maxRemoteTiles) return Array.from({ length: count }, (_, i) => i);
  const golden = (Math.sqrt(5) - 1) / 2;
  return Array.from({ length: maxRemoteTiles }, (_, i) => Math.floor((((i + 0.5) * golden) % 1) * count));
}

/** Default fraction of pixels that a percent stretch clips at each end. */
const defaultClippedShare = 0.0025;

/** Return the range of values without a fraction of the pixels at each end. */
export function clipRange(
  { low, high, counts, total }: BandHistogram,
  share = defaultClippedShare,
): readonly [number, number] {
  const step = (high - low) / (counts.length - 1);
  const edge = total * share;
  let first = 0;
  for (let sum = counts[0]!; sum <= edge && first < counts.length - 1; sum += counts[first]!) first++;
  let last = counts.length - 1;
  for (let sum = counts[last]!; sum <= edge && last > first; sum += counts[last]!) last--;
  return [low + first * step, low + last * step];
}

/** Return the range of values within some standard deviations of the mean, limited to the minimum and maximum. */
export function deviationRange(
  { min, max, mean, stdDev }: BandStatistics,
  deviations: number,
): readonly [number, number] {
  return [Math.max(min, mean - deviations * stdDev), Math.min(max, mean + deviations * stdDev)];
}

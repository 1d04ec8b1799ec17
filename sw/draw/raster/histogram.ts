import type { DecodePicture, Raster } from '../../service/raster-source.ts';

/** Counts of a band's values: bin i is centred on `low + i * (high - low) / (counts.length - 1)`. */
export interface BandHistogram {
  readonly low: number;
  readonly high: number;
  readonly counts: Float64Array;
  readonly total: number;
}

const bins = 1024;
/** Sufficient pixels for a histogram. */
const enoughPixels = 65536;

const cached = new WeakMap<Raster, Map<number, Promise<BandHistogram>>>();

/**
 * Count the values of a band on the coarsest overview with enough pixels. The histogram is independent of the image, so
 * that neighbouring ones agree.
 */
export function bandHistogram(raster: Raster, band: number, decode: DecodePicture | undefined): Promise<BandHistogram> {
  const bands = cached.get(raster) ?? new Map<number, Promise<BandHistogram>>();
  cached.set(raster, bands);
  let histogram = bands.get(band);
  if (!histogram) {
    histogram = count(raster, band, decode);
    // The next image tries again; this one gets the error.
    histogram.catch(() => bands.delete(band));
    bands.set(band, histogram);
  }
  return histogram;
}

async function count(raster: Raster, band: number, decode: DecodePicture | undefined): Promise<BandHistogram> {
  const { levels, tileSizePx, statistics, noData, sampleType } = raster.manifest;
  let level = levels.length - 1;
  while (level > 0 && levels[level]!.widthPx * levels[level]!.heightPx < enoughPixels) level--;
  const isByte = sampleType === 'u8';
  const { min, max } = statistics[band]!;
  const low = isByte ? 0 : min;
  const high = isByte ? 255 : max;
  const counts = new Float64Array(isByte ? 256 : bins);
  const scale = high > low ? (counts.length - 1) / (high - low) : 0;
  let total = 0;
  const { widthPx, heightPx } = levels[level]!;
  for (let row = 0; row * tileSizePx < heightPx; row++) {
    for (let column = 0; column * tileSizePx < widthPx; column++) {
      const tile = await raster.tile(level, column, row, decode);
      const end = band * tile.bandStride + tile.widthPx * tile.heightPx * tile.pixelStride;
      for (let at = band * tile.bandStride; at < end; at += tile.pixelStride) {
        const value = tile.samples[at]!;
        if (value === noData || Number.isNaN(value)) continue;
        const bin = Math.round((value - low) * scale);
        counts[bin < 0 ? 0 : bin >= counts.length ? counts.length - 1 : bin]!++;
        total++;
      }
    }
  }
  return { low, high, counts, total };
}

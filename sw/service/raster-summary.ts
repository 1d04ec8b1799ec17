import type { Value } from '../contract/index.ts';
import type { RasterManifest } from './definition.ts';
import type { BandStatistics } from './raster-histogram.ts';

/** The data that clients need to style a raster layer (`services/{service}/MapServer/{id}?f=raster&band=0`). */
export interface RasterSummary extends Pick<RasterManifest, 'bandNames' | 'sampleType' | 'widthPx' | 'heightPx'> {
  /** As published. */
  readonly drawing: Value<'RasterLayerDrawingDescription'>;
  /** The file's no-data value; null if it has none. */
  readonly noData: number | null;
  /** Whether a style can name further no-data values; false for very large or remote rasters with overviews. */
  readonly takesNoData: boolean;
  /** One per band. */
  readonly statistics: readonly BandStatistics[];
  /** Histogram of the requested band: bin i is centered on `low + i * (high - low) / (counts.length - 1)`. */
  readonly histogram: BandStatistics & {
    readonly band: number;
    readonly low: number;
    readonly high: number;
    readonly counts: readonly number[];
    readonly total: number;
  };
}

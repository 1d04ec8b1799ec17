import type { Value } from '../contract/index.ts';
import type { RasterManifest } from './definition.ts';
import type { BandStatistics } from './raster-histogram.ts';

/** What programs that style a raster layer are told of it (`services/{service}/MapServer/{id}?f=raster&band=0`). */
export interface RasterSummary extends Pick<RasterManifest, 'bandNames' | 'sampleType' | 'widthPx' | 'heightPx'> {
  /** As published. */
  readonly drawing: Value<'RasterLayerDrawingDescription'>;
  /** The value that the file has for no data; null without one. */
  readonly noData: number | null;
  /** Whether other values can stand for no data as well; not of very large rasters. */
  readonly takesNoData: boolean;
  /** Of each band. */
  readonly statistics: readonly BandStatistics[];
  /** Of the requested band: `counts[i]` pixels have about the value `low + i * (high - low) / (counts.length - 1)`. */
  readonly histogram: BandStatistics & {
    readonly band: number;
    readonly low: number;
    readonly high: number;
    readonly counts: readonly number[];
    readonly total: number;
  };
}

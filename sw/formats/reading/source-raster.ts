import type { Value } from '../../contract/index.ts';
import type { Extent } from '../../geometry/extent.ts';
import type { RasterManifest } from '../../service/definition.ts';
import type { Samples } from '../../service/raster-source.ts';
import type { TilePyramid } from '../tiles/tile-pyramid.ts';
import type { Diagnostic } from './read-fault.ts';

/** A raster that a reader found in a file, north up: whole in memory, or tiles that the file has already. */
export interface SourceRaster {
  /** The file name without its ending. */
  readonly name: string;
  readonly description?: string;
  readonly widthPx: number;
  readonly heightPx: number;
  /** Outer edges of the pixels. */
  readonly extent: Extent;
  /** The part with content, where the file says it: the first view of a map of nothing else. */
  readonly shown?: Extent;
  /** Undefined when the file does not say; then somebody must be asked. */
  readonly spatialReference?: Value<'SpatialReference'>;
  readonly sampleType: RasterManifest['sampleType'];
  /** One for each band, row by row from the upper left; without samples where there is a pyramid. */
  readonly bands: readonly SourceBand[];
  readonly noData?: number;
  /** Colours of the values, for a picture with a palette. */
  readonly palette?: readonly PaletteEntry[];
  /** Mixing two values makes a third that means nothing, as with the numbers of a palette. */
  readonly isCategorical: boolean;
  /** Its samples have fewer than eight bits: bytes that would all be nearly black. */
  readonly isNarrow?: boolean;
  /** It was stored with loss before, so that it may be again. */
  readonly isLossy?: boolean;
  readonly pyramid?: TilePyramid;
  /** What was changed or left out on the way. */
  readonly notes: readonly Diagnostic[];
}

interface SourceBand {
  readonly name: string;
  readonly samples: Samples;
}

export interface PaletteEntry {
  readonly value: number;
  readonly red: number;
  readonly green: number;
  readonly blue: number;
}

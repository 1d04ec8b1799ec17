import type { Value } from '../../contract/index.ts';
import type { Extent } from '../../geometry/extent.ts';
import type { RasterManifest } from '../../service/definition.ts';
import type { Samples } from '../../service/raster-source.ts';
import type { TilePyramid } from '../tiles/tile-pyramid.ts';
import type { Diagnostic } from './read-fault.ts';

/** A raster of a file, north up: samples in memory, or tiles that the file already has. */
export interface SourceRaster {
  /** File name without the extension. */
  readonly name: string;
  readonly description?: string;
  readonly widthPx: number;
  readonly heightPx: number;
  /** Outer edges of the pixels. */
  readonly extent: Extent;
  /** The part with content, if the file declares it. It is the initial view of a map with nothing else. */
  readonly shown?: Extent;
  /** Undefined if the file doesn't declare it; then the user must choose. */
  readonly spatialReference?: Value<'SpatialReference'>;
  readonly sampleType: RasterManifest['sampleType'];
  /** One for each band, row by row from the upper left; without samples if there is a pyramid. */
  readonly bands: readonly SourceBand[];
  readonly noData?: number;
  /** Colors of the values, for an image with a palette. */
  readonly palette?: readonly PaletteEntry[];
  /** Whether interpolated values have no meaning, as with palette indexes. */
  readonly isCategorical: boolean;
  /** Whether samples have fewer than eight bits; shown as bytes, all would be nearly black. */
  readonly isNarrow?: boolean;
  /** Whether the file is compressed with loss, so that a copy may be, too. */
  readonly isLossy?: boolean;
  readonly pyramid?: TilePyramid;
  /** Changes and omissions while reading. */
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
